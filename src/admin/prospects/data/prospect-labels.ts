import type { Enums } from '@/shared/database.types';

/** State of the decision on a prospect: stored value → French label. */
export const prospectStatuses = {
  pending: 'En attente',
  accepted: 'Accepté',
  rejected: 'Rejeté',
} as const satisfies Record<Enums<'prospect_status'>, string>;

/** The registers that prospects come from: stored value → French name. */
export const prospectOrigins = {
  mamh: 'Répertoire des municipalités (MAMH)',
  osm: 'OpenStreetMap',
} as const satisfies Record<Enums<'prospect_origin'>, string>;

/** Step of a generation: stored value → French words. */
export const generationSteps = {
  registers: 'lecture du registre des municipalités',
  businesses: 'recherche des entreprises dans OpenStreetMap',
  ranking: 'classement des organisations trouvées',
  saving: 'enregistrement des prospects',
} as const satisfies Record<Enums<'generation_step'>, string>;

/** Existing business with an organisation that is no prospect any more: stored value → French label. */
export const prospectRelations = {
  client: 'Cliente',
  quote: 'Devis en cours',
  request: 'Demande reçue',
} as const;

/** Filter of the organisations by existing business: value in the address → French label. */
export const relationChoices = {
  connues: 'Clientes et en cours',
  toutes: 'Toutes les organisations',
} as const;

/** Layout of the prospects: remembered value → French label. */
export const prospectLayouts = { cartes: 'Cartes', tableau: 'Tableau et carte' } as const;

/** Orders of the list: stored value → French label. */
export const prospectOrders = {
  promesse: 'Les plus prometteurs',
  distance: 'Les plus proches',
} as const;
