import { stack } from './fixtures.ts';

type Row = Record<string, unknown>;

/** Past the screens, with the secret key: to arrange, and to see what is truly stored. */
export async function api(path: string, method = 'GET', body?: unknown): Promise<Row[]> {
  const answer = await fetch(`${stack.apiUrl}/rest/v1/${path}`, {
    method,
    headers: { apikey: stack.secretKey, 'content-type': 'application/json', prefer: 'return=representation' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Row[];
}

/** Changes the settings as the administrator, whom alone they obey. */
export async function changeSettings(change: Row): Promise<void> {
  const headers = { apikey: stack.publishableKey, 'content-type': 'application/json' };
  const signedIn = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify(stack.admin),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const answer = await fetch(`${stack.apiUrl}/rest/v1/settings?id=eq.1`, {
    method: 'PATCH',
    headers: { ...headers, authorization: `Bearer ${access_token}` },
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(`settings: ${answer.status} ${await answer.text()}`);
}

export type Audience = {
  /** In each company's name, and in no other contact's. */
  mark: string;
  emails: string[];
  remove: () => Promise<void>;
};

/** So many contacts that may be written to, told from all others by a mark of their own. */
export async function gatherAudience(size: number): Promise<Audience> {
  const mark = `Lot ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  const domain = `${mark.replace(' ', '-').toLowerCase()}.example`;
  const people = Array.from({ length: size }, (_, index) => ({
    ...{ name: `Ève ${index + 1}`, company: `${mark} n° ${index + 1}`, email: `eve${index + 1}@${domain}` },
    ...{ city: 'Percé', region: 'Estrie', sector: 'municipalité', phone: '418 555-0101' },
  }));
  for (let start = 0; start < size; start += 500) {
    const stored = await api('contacts?select=id,email', 'POST', people.slice(start, start + 500));
    const consents = stored.map(({ id, email }) => ({
      ...{ contact_id: id, email, basis: 'express', occurred_at: '2026-01-05T12:00:00Z' },
    }));
    await api('consent_events?select=id', 'POST', consents);
  }
  return {
    mark,
    emails: people.map(({ email }) => email),
    remove: async () => {
      await api(`contacts?select=id&email=like.*%40${domain}`, 'DELETE');
    },
  };
}

/** A message of the local mailbox. */
export type Mail = {
  subject: string;
  html: string;
  text: string;
  to: { address: string }[];
  from: { address: string; name: string }[];
  headers: Record<string, string>;
};

/** What the local mailbox has received for these addresses. */
export async function mailsTo(addresses: readonly string[]): Promise<Mail[]> {
  const wanted = new Set(addresses);
  const mails = (await (await fetch(`${stack.mailUrl}/email`)).json()) as Mail[];
  return mails.filter(({ to }) => to.some(({ address }) => wanted.has(address)));
}

/** How many messages each of these addresses has received. */
export async function receivedBy(addresses: readonly string[]): Promise<number[]> {
  const mails = await mailsTo(addresses);
  return addresses.map(
    (address) => mails.filter(({ to }) => to.some((one) => one.address === address)).length,
  );
}
