import { expect, stack } from './fixtures.ts';

type Row = Record<string, unknown>;

/** What this file leaves in the database begins so. */
const MARK = 'partant-';

/** Past the screens, as the server (secret key) or as whoever holds a token. */
async function call(
  path: string,
  { method = 'GET', body, token }: { method?: string; body?: unknown; token?: string } = {},
) {
  const answer = await fetch(`${stack.apiUrl}/${path}`, {
    method,
    headers: {
      apikey: token ? stack.publishableKey : stack.secretKey,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

/** Rows of the data API, read or changed by the server. */
export async function rows(path: string, method = 'GET', body?: unknown): Promise<Row[]> {
  const answer = await call(`rest/v1/${path}`, { method, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return (answer.body ?? []) as Row[];
}

/** Calls a function of the database as the administrator. */
async function asAdmin(name: string, body: object) {
  const signedIn = await call('auth/v1/token?grant_type=password', { method: 'POST', body: stack.admin });
  const { access_token: token } = signedIn.body as { access_token: string };
  return call(`rest/v1/rpc/${name}`, { method: 'POST', token, body });
}

/** A contact that consented, under an address of its own. */
export async function consenting(name = 'Zoé Essai'): Promise<{ id: string; email: string }> {
  const email = `${MARK}${crypto.randomUUID()}@e2e.example`;
  const [contact] = await rows('contacts', 'POST', {
    ...{ name, company: 'Ville de Percé', email, city: 'Percé', region: 'Estrie' },
  });
  const id = String(contact?.id);
  await rows('consent_events', 'POST', {
    ...{
      contact_id: id,
      email,
      basis: 'express',
      occurred_at: '2026-11-01T12:00:00Z',
      evidence: 'Formulaire',
    },
  });
  return { id, email };
}

/** A campaign to these contacts, as the administrator's screen creates it. */
export async function createCampaign(contactIds: string[], details: object = { send_now: true }) {
  const [template] = await rows('email_templates', 'POST', {
    ...{ name: `${MARK}${crypto.randomUUID()}`, subject: 'Nos visites', body: 'Bonjour,\n\nUn essai.' },
  });
  const [settings] = (await rows('settings?select=verified_senders')) as [{ verified_senders: string[] }];
  return asAdmin('create_campaign', {
    details: {
      name: `${MARK}essai`,
      template_id: template?.id,
      from_email: settings.verified_senders[0],
      ...details,
    },
    contact_ids: contactIds,
  });
}

/** Why a contact may not be written to now; null: it may. */
export const refusal = async (contact: string) => (await asAdmin('may_email', { contact })).body;

/** Takes away what the functions above made. */
export async function forgetConsenting(): Promise<void> {
  for (const [table, column] of [
    ['campaigns', 'name'],
    ['email_templates', 'name'],
    ['contacts', 'email'],
  ]) {
    await rows(`${table}?${column}=like.${MARK}*`, 'DELETE');
  }
}
