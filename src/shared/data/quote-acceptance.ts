import type { Enums } from '@/shared/database.types';

/** By what right a council says yes: stored value → French label. */
export const councilAuthorities = {
  resolution: 'Résolution du conseil',
  delegation: 'Délégation de pouvoir, avec bon de commande',
} as const;

/** By what right a quote is accepted: stored value → French label. */
export const authorities = {
  ...councilAuthorities,
  personal: 'Personne autorisée',
} as const satisfies Record<Enums<'acceptance_authority'>, string>;
