import { counted } from '@/shared/lib/numbers';

const total = (tally: unknown, ...kinds: string[]) =>
  typeof tally === 'object' && tally !== null
    ? kinds.reduce((sum, kind) => sum + (Number((tally as Record<string, unknown>)[kind]) || 0), 0)
    : 0;

/**
 * What a run of the server's sender did, in words.
 *
 * @param summary `{ campaigns: { accepted: 3, … }, notifications: { … } }`, as the server wrote it
 */
export function runSummary(summary: unknown): string {
  const { campaigns, notifications } = (summary ?? {}) as Record<string, unknown>;
  const sent = total(campaigns, 'accepted');
  const notices = total(notifications, 'accepted');
  const troubles = [campaigns, notifications].reduce<number>(
    (sum, tally) => sum + total(tally, 'retry', 'wait', 'pause', 'rejected', 'unknown'),
    0,
  );
  const parts = [
    ...(sent ? [counted(sent, 'courriel de campagne envoyé', 'courriels de campagne envoyés')] : []),
    ...(notices ? [counted(notices, 'avis envoyé', 'avis envoyés')] : []),
    ...(troubles ? [counted(troubles, 'difficulté')] : []),
  ];
  return parts.join(', ') || 'Rien à envoyer';
}
