import { api } from './api.ts';

export type Audience = {
  /** Text in the company name of each of these contacts, and of no other. */
  mark: string;
  emails: string[];
  remove: () => Promise<void>;
};

/** Creates contacts who may be written to, with a mark that distinguishes them from all others. */
export async function gatherAudience(size: number): Promise<Audience> {
  const mark = `Lot ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  const domain = `${mark.replace(' ', '-').toLowerCase()}.example`;
  const people = Array.from({ length: size }, (_, index) => ({
    name: `Ève ${index + 1}`,
    company: `${mark} n° ${index + 1}`,
    email: `eve${index + 1}@${domain}`,
    city: 'Percé',
    region: 'Estrie',
    sector: 'municipalité',
    phone: '418 555-0101',
  }));
  for (let start = 0; start < size; start += 500) {
    const stored = await api('contacts?select=id,email', 'POST', people.slice(start, start + 500));
    const consents = stored.map(({ id, email }) => ({
      contact_id: id,
      email,
      basis: 'express',
      occurred_at: '2026-01-05T12:00:00Z',
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
