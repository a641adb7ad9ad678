import type { Enums } from '@/shared/database.types';

/** Kind of a signal of SEAO: stored value → French label. Apart from its queries, for screens that only name them. */
export const tenderKinds = {
  appel: 'Appel d’offres ouvert',
  contrat: 'Contrat qui se termine',
} as const satisfies Record<Enums<'tender_signal_kind'>, string>;
