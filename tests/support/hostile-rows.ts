import { api, apiAsAdmin, type Row } from './api.ts';

/** A text without a place to break a line, as long as its field allows. */
const unbroken = (length: number, letter = 'W') => letter.repeat(length);

const address = (letter: string) => `${letter.repeat(60)}@${letter.repeat(60)}.example`;

export type HostileRows = Record<
  'tour' | 'tag' | 'contact' | 'trip' | 'prospect' | 'template' | 'campaign' | 'quote',
  Row
> & { remove: () => Promise<void> };

/** One row of everything, each text as long as the database allows and without a space; `remove` takes all away. */
export async function hostileRows(): Promise<HostileRows> {
  const made: [table: string, id: string][] = [];
  const insert = async (table: string, row: Row): Promise<Row> => {
    const [stored] = await api(table, 'POST', row);
    made.unshift([table, String(stored?.id)]);
    return stored as Row;
  };
  const place = { city: unbroken(100, 'V'), region: unbroken(100, 'R') };
  const tag = await insert('tags', { name: unbroken(100, 'T'), slug: unbroken(100, 't') });
  const tour = await insert('virtual_tours', {
    ...{ title: unbroken(198), slug: unbroken(198, 'w'), location: unbroken(200, 'L') },
    ...{ description: unbroken(2000, 'D'), url: `https://visites.example/${unbroken(470, 'u')}` },
    is_featured: true,
  });
  await api('virtual_tour_tags', 'POST', { tour_id: tour.id, tag_id: tag.id });
  const person = { name: unbroken(100, 'N'), company: unbroken(100, 'E'), phone: '819 555-0100 p.12345' };
  const website = `https://${unbroken(60, 's')}.example/${unbroken(400, 's')}`;
  const contact = await insert('contacts', {
    ...{ ...person, ...place, email: address('c'), website, notes: unbroken(1000, 'O') },
  });
  await api('consent_events', 'POST', {
    ...{ contact_id: contact.id, email: contact.email, basis: 'express', evidence: unbroken(500, 'P') },
    occurred_at: '2026-11-01T12:00:00Z',
  });
  const quote = await insert('quote_requests', {
    ...{ organization_name: unbroken(200, 'Q'), contact_name: unbroken(100, 'N'), email: address('q') },
    ...{ organization_type: 'ville', service_type: 'street-view', message: unbroken(2000, 'M') },
  });
  const trip = await insert('trip_plans', {
    ...{ ...place, start_date: '2027-05-01', end_date: '2027-05-09', client_name: unbroken(200, 'K') },
    description: unbroken(2000, 'D'),
  });
  const prospect = await insert('suggested_prospects', {
    ...{ ...person, ...place, trip_plan_id: trip.id, email: address('p'), website },
    ai_reasoning: unbroken(2000, 'A'),
  });
  const template = await insert('email_templates', {
    ...{ name: unbroken(100, 'G'), subject: unbroken(200, 'S'), body: unbroken(5000, 'B') },
  });
  const [settings] = await api<{ verified_senders: string[] }>('settings?select=verified_senders');
  const created = await apiAsAdmin('rpc/create_campaign', 'POST', {
    details: {
      ...{ name: unbroken(100, 'C'), template_id: template.id, send_now: false },
      ...{ from_email: settings?.verified_senders[0], send_date: '2027-06-01T12:00:00Z' },
    },
    contact_ids: [contact.id],
  });
  if (created.status !== 200) throw new Error(`create_campaign: ${JSON.stringify(created.body)}`);
  const campaign = { id: created.body, name: unbroken(100, 'C') };
  made.unshift(['campaigns', String(campaign.id)]);
  return {
    ...{ tag, tour, contact, quote, trip, prospect, template, campaign },
    remove: async () => {
      for (const [table, id] of made) await api(`${table}?id=eq.${id}`, 'DELETE');
    },
  };
}
