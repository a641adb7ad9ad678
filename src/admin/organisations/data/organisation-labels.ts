import type { Enums } from '@/shared/database.types';
import { tables } from './tables';

const { fields } = tables.organisations;

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
  name: fields.name,
  kind: fields.kind,
  phone: fields.phone,
  email: fields.email,
  website: fields.website,
  address: fields.address,
  city: fields.city,
  region: fields.region,
  notes: fields.notes,
} as const;
