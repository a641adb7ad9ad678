/** Where the decision on a prospect stands: stored value → French label. */
export const prospectStatuses = {
  pending: 'En attente',
  accepted: 'Accepté',
  rejected: 'Rejeté',
} as const;

/** The registers that prospects come from: stored value → French name. */
export const prospectOrigins = {
  mamh: 'Répertoire des municipalités (MAMH)',
  osm: 'OpenStreetMap',
} as const;

/** What a generation is doing: stored value → French words. */
export const generationSteps = {
  registers: 'lecture du registre des municipalités',
  businesses: 'recherche des entreprises dans OpenStreetMap',
  ranking: 'classement des organisations trouvées',
  saving: 'enregistrement des prospects',
} as const;

/** Orders of the list: stored value → French label. */
export const prospectOrders = {
  promesse: 'Les plus prometteurs',
  distance: 'Les plus proches',
} as const;
