/** By what right a municipality says yes: stored value → French label. */
export const authorities = {
  resolution: 'Résolution du conseil',
  delegation: 'Délégation de pouvoir, avec bon de commande',
} as const;
