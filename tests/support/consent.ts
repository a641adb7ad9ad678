import { api, apiAsAdmin } from './api.ts';

/** Prefix of the rows that these functions insert. */
const MARK = 'partant-';

/** Inserts a contact who consented, with an address of its own. */
export async function insertConsentingContact(name = 'Zoé Essai'): Promise<{ id: string; email: string }> {
  const email = `${MARK}${crypto.randomUUID()}@e2e.example`;
  const [contact] = await api('contacts', 'POST', {
    ...{ name, company: 'Ville de Percé', email, city: 'Percé', region: 'Estrie' },
  });
  const id = String(contact?.id);
  await api('consent_events', 'POST', {
    contact_id: id,
    email,
    basis: 'express',
    occurred_at: '2026-11-01T12:00:00Z',
    evidence: 'Formulaire',
  });
  return { id, email };
}

/** Creates a campaign to these contacts as the administrator's screen does, but leaves it to the server at once. */
export async function createCampaign(contactIds: string[], details: object = { send_now: true }) {
  const [template] = await api('email_templates', 'POST', {
    ...{ name: `${MARK}${crypto.randomUUID()}`, subject: 'Nos visites', body: 'Bonjour,\n\nUn essai.' },
  });
  const [settings] = (await api('sending_settings?select=verified_senders')) as [
    { verified_senders: string[] },
  ];
  const answer = await apiAsAdmin('rpc/create_campaign', 'POST', {
    details: {
      name: `${MARK}essai`,
      template_id: template?.id,
      from_email: settings.verified_senders[0],
      ...details,
    },
    contact_ids: contactIds,
  });
  // A new campaign is reserved for the browser for fifteen seconds, and here is none.
  if (answer.status === 200) await api(`campaigns?id=eq.${answer.body}`, 'PATCH', { driven_until: null });
  return answer;
}

/** Returns the reason why a contact may not be written to now; null when it may. */
export const refusal = async (contact: string) =>
  (await apiAsAdmin('rpc/may_email', 'POST', { contact })).body;

/** Deletes what the functions above inserted. */
export async function removeConsentingContacts(): Promise<void> {
  for (const [table, column] of [
    ['campaigns', 'name'],
    ['email_templates', 'name'],
    ['contacts', 'email'],
  ]) {
    await api(`${table}?${column}=like.${MARK}*`, 'DELETE');
  }
}
