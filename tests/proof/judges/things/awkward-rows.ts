import type { StackInfo } from '../../../support/stack.ts';

/** Texts that a table, a spreadsheet or a shell may take for something else, each of one line. */
const AWKWARD = [
  '=SOMME(A1:A9)',
  '+1 418 555-0101',
  '-Relevé; « été » | "x"',
  '@MRC des Îles, L’Île-aux-Œufs',
  "'=déjà protégé",
  '=cmd|\u2009/c calc!A0',
  '0123456789012345678901',
  '1/2',
  '01023',
  '3,50 $',
];

const SEVERAL_LINES = '=1+1;\n@deux, "trois"\n5\n« fin »';

/** Puts contacts, prospects and a call for tenders with awkward texts into a stack. */
export async function plantAwkwardRows({
  apiUrl,
  secretKey,
}: Pick<StackInfo, 'apiUrl' | 'secretKey'>): Promise<{ contact: string }> {
  const send = async (path: string, body?: unknown): Promise<{ id: string }[]> => {
    const answer = await fetch(`${apiUrl}/rest/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { apikey: secretKey, 'content-type': 'application/json', prefer: 'return=representation' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const place = { city: 'Percé', region: 'Gaspésie–Îles-de-la-Madeleine' };
  const [contact] = await send(
    'contacts',
    AWKWARD.map((text, index) => ({
      ...{ ...place, name: text, company: text, function_title: text, notes: SEVERAL_LINES },
      email: `personne-${index}@perce.example`,
    })),
  );
  const [trip] = await send('trip_plans?select=id&limit=1');
  await send(
    'suggested_prospects',
    AWKWARD.map((text, index) => ({
      ...{ ...place, trip_plan_id: trip?.id, company: text, ai_reasoning: SEVERAL_LINES },
      ...{ external_id: `osm:node/${index}`, origin: 'osm', latitude: 48.5 + index / 7, distance_km: 12.3 },
    })),
  );
  await send('rpc/import_tender_week', {
    ...{ first_day: '2026-11-23', last_day: '2026-11-29', file_name: 'hebdo.json', releases: AWKWARD.length },
    notices: AWKWARD.map((title, index) => ({
      ...{ ocid: `ocds-ec9k95-${index}`, kind: 'appel', title, buyer: title, phrase: 'visite virtuelle' },
      ...{ published_at: '2026-11-24T12:00:00Z', closes_at: '2026-12-15T19:00:00Z' },
    })),
  });
  return { contact: contact?.id ?? '' };
}
