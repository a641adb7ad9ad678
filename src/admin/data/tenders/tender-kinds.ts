import type { Enums } from '@/shared/database.types';

/** What a signal of SEAO is: stored value → French label. Apart from its queries, for what only names them. */
export const tenderKinds = {
  appel: 'Appel d’offres ouvert',
  contrat: 'Contrat qui se termine',
} as const satisfies Record<Enums<'tender_signal_kind'>, string>;
