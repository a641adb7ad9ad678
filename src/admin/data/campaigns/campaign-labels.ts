import type { Enums } from '@/shared/database.types';
import { counted, formatNumber } from '@/shared/lib/numbers';

/** Apart from the schema, which brings zod: lists, badges and filters name these too. */

/** Where a campaign stands: stored value → French label. */
export const campaignStatuses = {
  brouillon: 'Brouillon',
  programmé: 'Programmé',
  en_cours: 'En cours',
  terminé: 'Terminé',
} as const satisfies Record<Enums<'campaign_status'>, string>;

/** Where one e-mail of a campaign stands: stored value → French label. */
export const sendStatuses = {
  brouillon: 'Brouillon',
  programmé: 'Programmé',
  envoyé: 'Envoyé',
  échec: 'Échec',
  incertain: 'Incertain',
  annulé: 'Annulé',
} as const satisfies Record<Enums<'send_status'>, string>;

/** Which message of a campaign an e-mail is: the first, or the follow-up. */
export const stepName = (step: number) => (step === 0 ? 'Premier message' : 'Relance');

type SendStatus = keyof typeof sendStatuses;

/** How many e-mails of a campaign are in each state; none of a state is absent. */
export type SendCounts = Partial<Record<SendStatus, number>>;

/** Those that have not come to their end. */
export const pendingOf = (counts: SendCounts) => (counts.programmé ?? 0) + (counts.brouillon ?? 0);

/** Whether some failed or nobody knows whether they arrived: such a campaign is over, and not done. */
export const hasTroubles = ({ échec = 0, incertain = 0 }: SendCounts) => échec + incertain > 0;

export const totalOf = (counts: SendCounts) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** The counts in words: « 47 envoyés, 3 en échec ». What there is none of is left out. */
export function countsInWords(counts: SendCounts): string {
  const { envoyé = 0, échec = 0, incertain = 0, annulé = 0 } = counts;
  const pending = pendingOf(counts);
  const parts = [
    // « 0 envoyé » is worth saying only of what has come to its end.
    ...(envoyé || pending === 0 || échec ? [counted(envoyé, 'envoyé')] : []),
    ...(échec ? [`${formatNumber(échec)}\u00a0en échec`] : []),
    ...(incertain ? [counted(incertain, 'incertain')] : []),
    ...(annulé ? [counted(annulé, 'annulé')] : []),
    ...(pending ? [`${formatNumber(pending)}\u00a0à envoyer`] : []),
  ];
  return parts.join(', ');
}

/**
 * What a sending came to. « Tous les emails ont été envoyés » (specification, section 8) is said only when it is true
 * (decisions); otherwise the figures are.
 */
export function outcomeInWords(counts: SendCounts): string {
  const total = totalOf(counts);
  return total > 0 && counts.envoyé === total ? 'Tous les emails ont été envoyés' : countsInWords(counts);
}
