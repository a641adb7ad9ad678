import type { StackInfo } from '../support/stack.ts';

const towns = [
  'Rimouski',
  'Sainte-Adèle',
  'Saint-Éloi',
  'La Malbaie',
  'Gaspé',
  'Val-d’Or',
  'L’Anse-Saint-Jean',
];
const sectors = ['municipalité', 'mrc', 'hôtellerie', 'tourisme', 'commerce', 'restaurant', 'autre'];
const statuses = ['nouveau', 'contacté', 'intéressé', 'refusé', 'partenaire'];

/** A contact of a list of ten thousand, always the same for the same number. */
export const manyContact = (index: number) => ({
  name: `Personne Côté-${index}`,
  company: `Municipalité de Saint-Éloi-${index}`,
  email: `dg${index}@saint-eloi-${index % 900}.example`,
  phone: `418 555-${String(index % 10_000).padStart(4, '0')}`,
  city: `${towns[index % towns.length]}`,
  region: 'Bas-Saint-Laurent',
  sector: sectors[index % sectors.length] as string,
  status: statuses[index % statuses.length] as string,
});

/** Adds contacts through the API, with the secret key, each a second older than the one before. */
export async function insertContacts({ apiUrl, secretKey }: StackInfo, count: number): Promise<void> {
  for (let from = 0; from < count; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - from) }, (_, index) => ({
      ...manyContact(from + index),
      created_at: new Date(Date.UTC(2026, 0, 1) - (from + index) * 1000).toISOString(),
    }));
    const answer = await fetch(`${apiUrl}/rest/v1/contacts`, {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify(rows),
    });
    if (!answer.ok) throw new Error(`contacts: ${answer.status} ${await answer.text()}`);
  }
}

/** The same contacts as a file, as a spreadsheet saves it in Québec. */
export function contactsFile(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, index) => {
    const { name, company, email, phone, city, region } = manyContact(index);
    return [name, company, `import-${email}`, phone, city, region].join(';');
  });
  return Buffer.from(['Nom;Entreprise;Courriel;Téléphone;Ville;Région', ...rows].join('\r\n'));
}
