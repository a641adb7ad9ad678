import type { Enums } from '@/shared/database.types';
import { counted, formatNumber } from '@/shared/lib/numbers';

/** Apart from the schema, which imports zod: lists, badges and filters need these labels too. */

/** State of a campaign: stored value → French label. */
export const campaignStatuses = {
  brouillon: 'Brouillon',
  programmé: 'Programmé',
  en_cours: 'En cours',
  terminé: 'Terminé',
} as const satisfies Record<Enums<'campaign_status'>, string>;

/** State of one e-mail of a campaign: stored value → French label. */
export const sendStatuses = {
  brouillon: 'Brouillon',
  programmé: 'Programmé',
  envoyé: 'Envoyé',
  échec: 'Échec',
  incertain: 'Incertain',
  annulé: 'Annulé',
} as const satisfies Record<Enums<'send_status'>, string>;

/** Names the step of an e-mail in its campaign: the first message, « 1re relance », « 2e relance ». */
export const stepName = (step: number) =>
  step === 0 ? 'Premier message' : `${step}${step === 1 ? 're' : 'e'} relance`;

/** Describes the delay of a follow-up: « 5 jours ouvrables après l’envoi précédent ». */
export const delayInWords = (days: number) =>
  `${counted(days, 'jour ouvrable', 'jours ouvrables')} après l’envoi précédent`;

/** Writes the delays of a campaign's follow-ups in short: « 5j, 10j » (specification, section 2). */
export const delaysInShort = (steps: readonly { delay_days: number }[]) =>
  steps.map(({ delay_days }) => `${delay_days}j`).join(', ');

type SendStatus = keyof typeof sendStatuses;

/** Number of e-mails of a campaign by state; a state without any is absent. */
export type SendCounts = Partial<Record<SendStatus, number>>;

/** Counts the e-mails that are still to be sent. */
export const pendingOf = (counts: SendCounts) => (counts.programmé ?? 0) + (counts.brouillon ?? 0);

/** Tells whether some failed or have an unknown outcome: such a campaign is over, and not done. */
export const hasTroubles = ({ échec = 0, incertain = 0 }: SendCounts) => échec + incertain > 0;

export const totalOf = (counts: SendCounts) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** Formats the counts: « 47 envoyés, 3 en échec ». A zero is left out. */
export function countsInWords(counts: SendCounts): string {
  const { envoyé = 0, échec = 0, incertain = 0, annulé = 0 } = counts;
  const pending = pendingOf(counts);
  const parts = [
    // « 0 envoyé » is shown only once the sending is over.
    ...(envoyé || pending === 0 || échec ? [counted(envoyé, 'envoyé')] : []),
    ...(échec ? [`${formatNumber(échec)}\u00a0en échec`] : []),
    ...(incertain ? [counted(incertain, 'incertain')] : []),
    ...(annulé ? [counted(annulé, 'annulé')] : []),
    ...(pending ? [`${formatNumber(pending)}\u00a0à envoyer`] : []),
  ];
  return parts.join(', ');
}

/**
 * Describes the result of a sending. « Tous les emails ont été envoyés » (specification, section 8) is shown only
 * when it is true (decisions); otherwise the figures are.
 */
export function outcomeInWords(counts: SendCounts): string {
  const total = totalOf(counts);
  return total > 0 && counts.envoyé === total ? 'Tous les emails ont été envoyés' : countsInWords(counts);
}
