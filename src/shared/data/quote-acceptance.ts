import type { Enums } from '@/shared/database.types';

/** Legal authority of a council's acceptance: stored value → French label. */
export const councilAuthorities = {
  resolution: 'Résolution du conseil',
  delegation: 'Délégation de pouvoir, avec bon de commande',
} as const;

/** Legal authority of any acceptance: stored value → French label. */
export const authorities = {
  ...councilAuthorities,
  personal: 'Personne autorisée',
} as const satisfies Record<Enums<'acceptance_authority'>, string>;
