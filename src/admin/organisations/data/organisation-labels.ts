import type { Enums } from '@/shared/database.types';

/** Kind of an organisation: stored value → French label. */
export const organisationKinds = {
  municipalité: 'Municipalité',
  mrc: 'MRC',
  'organisme-public': 'Organisme public',
  entreprise: 'Entreprise',
  autre: 'Autre',
} as const satisfies Record<Enums<'organisation_kind'>, string>;

/** The fields of an organisation, in the order of its form: field → French label. */
export const organisationLabels = {
  name: 'Nom',
  kind: 'Genre',
  phone: 'Téléphone',
  email: 'Courriel général',
  website: 'Site web',
  address: 'Adresse',
  city: 'Ville',
  region: 'Région',
  notes: 'Notes',
} as const;
