import { INVISIBLE_TEXT } from '@contract/typed-text';
import type { QuoteRequestValues } from '@/site/data/quote-requests.schema';

/** For tests: what the schemas of the form and of its edge function must both say (docs/decisions/0040). */

export const validQuoteRequest: QuoteRequestValues = {
  organization_name: 'Ville de Percé',
  contact_name: 'Ève Côté',
  email: 'eve.cote@ville.example',
  phone: '',
  organization_type: 'ville',
  service_type: 'street-view',
  message: '',
  marketing_consent_version: '',
};

/** A field, a value that must be refused there, and the message. */
export const quoteRequestGoldens: readonly [keyof QuoteRequestValues, string, string][] = [
  ['organization_name', 'a', "Le nom de l'organisation est requis"],
  ['organization_name', '  a  ', "Le nom de l'organisation est requis"],
  ['organization_name', 'o'.repeat(201), "Le nom de l'organisation ne peut pas dépasser 200 caractères"],
  ['contact_name', '', 'Votre nom est requis'],
  ['contact_name', 'È', 'Votre nom est requis'],
  ['contact_name', 'c'.repeat(101), 'Votre nom ne peut pas dépasser 100 caractères'],
  ['email', 'eve@ville', 'Adresse courriel invalide'],
  ['email', '', 'Adresse courriel invalide'],
  ['email', `${'a'.repeat(250)}@b.ca.x`, "L'adresse courriel ne peut pas dépasser 255 caractères"],
  ['email', 'Gagnez\u00a01000$\u00a0sur\u00a0evil.example\u00a0proie@y.example', 'Adresse courriel invalide'],
  ['email', 'parti@sor\u00adti.example', 'Adresse courriel invalide'],
  ['organization_name', 'Ville\u202e de Percé', INVISIBLE_TEXT],
  ['contact_name', 'Ève\u200b Côté', INVISIBLE_TEXT],
  ['phone', '418\u2066555', INVISIBLE_TEXT],
  ['phone', '1'.repeat(21), 'Le téléphone ne peut pas dépasser 20 caractères'],
  ['organization_type', '', "Veuillez sélectionner un type d'organisation"],
  ['organization_type', 'pirate', "Veuillez sélectionner un type d'organisation"],
  ['service_type', '', 'Veuillez sélectionner un type de service'],
  ['message', 'm'.repeat(2001), 'Le message ne peut pas dépasser 2000 caractères'],
];
