import { api, apiAsAdmin, type Row } from './api.ts';
import { address, asAdmin, unbrokenText } from './hostile-texts.ts';

type HostilePlaces = Record<'segment' | 'organisation' | 'quoteTemplate' | 'service', Row> & {
  remove: () => Promise<void>;
};

const CALL = { ocid: 'ocds-ec9k95-torture', published_at: '2026-11-17T15:00:00Z' };
const WEEK = { first_day: '2026-11-16', last_day: '2026-11-22', file_name: `${unbrokenText(60, 'f')}.json` };

/**
 * Inserts further rows with the longest texts around a contact and a trip: a segment, the organisation, a stop, a call
 * for tenders, a template, an unmatched message.
 */
export async function hostilePlaces(contact: Row, trip: Row): Promise<HostilePlaces> {
  const [segment] = await api('contact_segments', 'POST', {
    ...{ name: unbrokenText(60, 'S'), definition: { region: [unbrokenText(100, 'R')] } },
  });
  const [organisation] = await api(`organisations?select=*,contacts!inner(id)&contacts.id=eq.${contact.id}`);
  await asAdmin(`trip_plans?id=eq.${trip.id}`, { stop_ids: [contact.id] }, 'PATCH');
  const quoteTemplate = await asAdmin<Row>('quote_templates', {
    ...{ name: unbrokenText(100, 'N'), subject: unbrokenText(200, 'O'), delivery: unbrokenText(500, 'L') },
    ...{ terms: unbrokenText(500, 'M'), notes: unbrokenText(500, 'N') },
  });
  const service = await asAdmin<Row>('quote_services', {
    ...{ name: unbrokenText(100, 'S'), description: unbrokenText(1000, 'D'), unit: unbrokenText(20, 'U') },
    unit_price_cents: 999_999_999,
  });
  await asAdmin('rpc/import_tender_week', {
    ...{ ...WEEK, releases: 1 },
    notices: [
      {
        ...{ ...CALL, kind: 'appel', title: unbrokenText(500, 'T'), buyer: unbrokenText(200, 'A') },
        ...{
          phrase: unbrokenText(100, 'x'),
          closes_at: new Date(Date.now() + 20 * 86_400_000).toISOString(),
        },
      },
    ],
  });
  const message = crypto.randomUUID();
  await api('rpc/receive_message', 'POST', {
    message: {
      ...{ id: message, provider_id: message, from_email: address('z'), from_name: unbrokenText(200, 'N') },
      ...{ subject: unbrokenText(300, 'S'), body: unbrokenText(2000, 'B'), quoted: unbrokenText(500, 'Q') },
      ...{ kind: 'reply', received_at: '2026-11-20T15:00:00Z', tokens: [], named: [] },
    },
  });
  return {
    ...{ segment: segment ?? {}, organisation: organisation ?? {}, quoteTemplate, service },
    remove: async () => {
      await asAdmin('rpc/discard_message', { message, discarded: true });
      // The call is imported again as cancelled, which removes it.
      await asAdmin('rpc/import_tender_week', { ...WEEK, releases: 1, notices: [{ ...CALL, kind: null }] });
      for (const [table, { id }] of Object.entries({
        ...{ quote_templates: quoteTemplate, quote_services: service },
      })) {
        await apiAsAdmin(`${table}?id=eq.${id}`, 'DELETE', undefined);
      }
      await api(`contact_segments?id=eq.${segment?.id}`, 'DELETE');
    },
  };
}
