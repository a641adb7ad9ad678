import { fieldLabels, type Mapping, missingFields } from './mapping';
import type { ListChoices } from './use-contact-import';

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
