import type { ImportOptions } from '@/admin/data/contacts/contact-import';
import type { ContactFormValues } from '@/admin/data/contacts/contacts.schema';
import { searchKey } from '@/shared/lib/text';

export type ContactField = keyof ContactFormValues;

/** What a contact is made of, in the order of the form: field → French label. */
export const fieldLabels = {
  name: 'Nom',
  company: 'Entreprise',
  email: 'Courriel',
  phone: 'Téléphone',
  city: 'Ville',
  region: 'Région',
  sector: 'Secteur',
  status: 'Statut',
  website: 'Site web',
  notes: 'Notes',
} as const satisfies Record<ContactField, string>;

export const contactFields = Object.keys(fieldLabels) as ContactField[];

/** Without these no contact can be made. */
export const requiredFields: readonly ContactField[] = ['name', 'company', 'city', 'region'];

/** Where each field comes from: a column of the file, or one text for every row. */
export type Mapping = Record<ContactField, { column: number | null; constant: string }>;

/** Titles that lists usually have, as `searchKey` writes them; the surest first. */
const titles: Record<ContactField, readonly string[]> = {
  name: ['nom complet', 'nom du contact', 'contact', 'personne', 'nom', 'name', 'full name', 'responsable'],
  company: [
    'entreprise',
    'organisation',
    'organisme',
    'compagnie',
    'societe',
    'company',
    'munnom',
    'municipalite',
  ],
  email: ['courriel', 'email', 'e mail', 'adresse courriel', 'mail', 'mcourriel', 'couriel'],
  phone: ['telephone', 'tel', 'tel.', 'phone', 'numero de telephone', 'mtel', 'cellulaire'],
  city: ['ville', 'city', 'localite', 'munnom', 'municipalite'],
  region: ['region', 'region administrative', 'regadm', 'province'],
  sector: ['secteur', "secteur d'activite", 'sector', 'industrie'],
  status: ['statut', 'status', 'etat'],
  website: ['site web', 'site', 'site internet', 'web', 'website', 'url', 'mweb'],
  notes: ['notes', 'note', 'commentaires', 'commentaire', 'remarques', 'remarque'],
};

/** Which column each field most likely comes from, by the titles of the columns. */
export function guessMapping(headers: readonly string[]): Mapping {
  const keys = headers.map(searchKey);
  const guess = (field: ContactField) => {
    const column = titles[field].map((title) => keys.indexOf(title)).find((index) => index >= 0);
    return { column: column ?? null, constant: '' };
  };
  return Object.fromEntries(contactFields.map((field) => [field, guess(field)])) as Mapping;
}

/** The required fields that come from nowhere yet. */
export function missingFields(mapping: Mapping): ContactField[] {
  return requiredFields.filter(
    (field) => mapping[field].column === null && mapping[field].constant.trim() === '',
  );
}

/** What a person says of the list as a whole. */
export type ListChoices = Omit<ImportOptions, 'dryRun'>;

/** What must still be said before the list can be tried, in French; `undefined` when nothing is. */
export function whatIsMissing(mapping: Mapping, { source, consent }: ListChoices): string | undefined {
  const fields = missingFields(mapping).map((field) => fieldLabels[field]);
  if (fields.length > 0) return `Champs obligatoires sans colonne\u00a0: ${fields.join(', ')}`;
  if (source.trim() === '') return 'La provenance de la liste est requise';
  if (!consent) return undefined;
  if (consent.occurred_on === '') return 'La date du consentement est requise';
  if (consent.evidence.trim() === '') return 'La preuve du consentement est requise';
  const address = consent.source_url.trim();
  if (address === '' && consent.basis === 'published') {
    return 'L’adresse de la page où les courriels sont publiés est requise';
  }
  if (address !== '' && !/^https?:\/\/[^\s/?#]+\S*$/i.test(address)) return 'URL invalide';
  return undefined;
}
