import type { ImportOptions } from '@/admin/data/contacts/contact-import';
import { contactLabels } from '@/admin/data/contacts/contact-labels';
import { searchKey } from '@/shared/lib/text';

export type ContactField = keyof typeof contactLabels;

export const contactFields = Object.keys(contactLabels) as ContactField[];

/** The fields that a contact must have. */
export const requiredFields: readonly ContactField[] = ['name', 'company', 'city', 'region'];

/** The source of each field: a column of the file (by index), or one constant for every row. */
export type Mapping = Record<ContactField, { column: number | null; constant: string }>;

/** Usual column headers of each field, normalised by `searchKey`; the most reliable first. */
const usualHeaders: Record<ContactField, readonly string[]> = {
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

/** The column of each field, guessed by its header. */
export function guessMapping(headers: readonly string[]): Mapping {
  const keys = headers.map(searchKey);
  const guess = (field: ContactField) => {
    const column = usualHeaders[field].map((header) => keys.indexOf(header)).find((index) => index >= 0);
    return { column: column ?? null, constant: '' };
  };
  return Object.fromEntries(contactFields.map((field) => [field, guess(field)])) as Mapping;
}

/** The required fields that have no source yet. */
export function missingFields(mapping: Mapping): ContactField[] {
  return requiredFields.filter(
    (field) => mapping[field].column === null && mapping[field].constant.trim() === '',
  );
}

/** Options of the import that hold for the whole list. */
export type ListChoices = Omit<ImportOptions, 'dryRun'>;

/** What must still be filled in before the dry run, in French; `undefined` when nothing is missing. */
export function whatIsMissing(mapping: Mapping, { source, consent }: ListChoices): string | undefined {
  const fields = missingFields(mapping).map((field) => contactLabels[field]);
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
