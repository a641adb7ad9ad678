import {
  consentChoices,
  contactStatuses,
  emailChoices,
  functionKinds,
  lastContacts,
  sectors,
} from '@/admin/contacts/data/contact-labels';
import type { SegmentConditions } from '@/admin/kit/lib/subject';
import { regionsByName } from '@/admin/municipalities/data/regions';
import { issuedQuoteStatuses } from '@/admin/quotes/data/quote-labels';
import type { Enums } from '@/shared/database.types';

/** The conditions of a segment that every studio has: stored name → French label. */
const ownConditions = {
  region: 'Région',
  mrc: 'MRC',
  population: 'Population',
  sector: 'Secteur',
  function: 'Fonction',
  status: 'Statut',
  email: 'Courriel',
  last_message: 'Dernier message',
  consent: 'Consentement',
  consent_expiry: 'Fin du consentement',
  quote: 'Devis',
  tour: 'Visite virtuelle',
  tag: 'Catégorie de visite',
} as const;

/**
 * A stored segment; every condition must hold, and any value of one is sufficient. A condition that another subject
 * brings is a list of values.
 */
export type SegmentDefinition = {
  region?: string[];
  /** Codes of the register. */
  mrc?: string[];
  population?: { min?: number; max?: number };
  sector?: string[];
  function?: string[];
  status?: string[];
  email?: string;
  last_message?: string;
  consent?: string[];
  /** The consent in force ends within so many days. */
  consent_expiry?: number;
  quote?: string[];
  /** Filter on tours made in the contact's municipality. */
  tour?: string;
  /** Tags of the tours made in the contact's municipality. */
  tag?: string[];
  trip?: { id: string; km: number };
};

/** The rhythms of a segment's campaigns: stored value → French label. */
export const segmentRhythms = {
  une_fois_an: 'Une fois l’an',
  deux_fois_an: 'Deux fois l’an',
  chaque_trimestre: 'Chaque trimestre',
} as const satisfies Record<Enums<'segment_rhythm'>, string>;

/** Presence of a tour in the municipality of a contact: stored value → French label. */
const tourChoices = {
  avec: 'Une visite dans sa municipalité',
  sans: 'Aucune visite dans sa municipalité',
} as const;

/** The states of a contact's quotes: stored value → French label. */
const quoteChoices = { aucun: 'Aucun devis', ...issuedQuoteStatuses } as const;

type Labels = Readonly<Record<string, string>>;

/** Kind of a condition's input: any of several values, one value, or numbers. */
export type ConditionKind =
  | { kind: 'several'; options: Labels }
  | { kind: 'one'; options: Labels }
  | { kind: 'population' }
  | { kind: 'days' }
  | { kind: 'trip'; options: Labels };

/**
 * Names of a condition's references: code of an MRC, id of a tag or of a trip → name; and the conditions that other subjects
 * bring.
 */
export type ReferenceNames = { mrc: Labels; tag: Labels; trip: Labels; brought: SegmentConditions };

/** Returns the conditions in the order of the form: stored name → French label. */
export function conditionLabels({ brought }: ReferenceNames): Labels {
  return {
    ...ownConditions,
    ...Object.fromEntries(Object.entries(brought).map(([field, { label }]) => [field, label])),
    trip: 'Distance d’un déplacement',
  };
}

/** Returns the input of a condition with its choices: those of the filters of the list of contacts. */
export function conditionKind(field: string, names: ReferenceNames): ConditionKind {
  switch (field) {
    case 'region':
      return { kind: 'several', options: Object.fromEntries(regionsByName.map((name) => [name, name])) };
    case 'mrc':
      return { kind: 'several', options: names.mrc };
    case 'population':
      return { kind: 'population' };
    case 'sector':
      return { kind: 'several', options: sectors };
    case 'function':
      return { kind: 'several', options: functionKinds };
    case 'status':
      return { kind: 'several', options: contactStatuses };
    case 'email':
      return { kind: 'one', options: emailChoices };
    case 'last_message':
      return { kind: 'one', options: lastContacts };
    case 'consent':
      return { kind: 'several', options: consentChoices };
    case 'consent_expiry':
      return { kind: 'days' };
    case 'quote':
      return { kind: 'several', options: quoteChoices };
    case 'tour':
      return { kind: 'one', options: tourChoices };
    case 'tag':
      return { kind: 'several', options: names.tag };
    case 'trip':
      return { kind: 'trip', options: names.trip };
    default:
      return { kind: 'several', options: names.brought[field]?.options ?? {} };
  }
}
