import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { FunctionCallError, invokeFunction } from '@/admin/kit/lib/functions';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { outcomeInWords, pendingOf, type SendCounts, totalOf } from './campaign-labels';
import { campaigns } from './campaigns';

/** State of one campaign's sending in this tab. */
type Running = { total: number; isStopped: boolean };

const answerSchema = z.object({ status: z.string(), reason: z.string().nullish() });

/** Number of failed attempts in a row after which the rest is left to the server, which backs off. */
const MAX_FAILED_ATTEMPTS = 5;

const running = new Map<string, Running>();
const listeners = new Set<() => void>();

function publish(): void {
  for (const listen of listeners) listen();
}

/** The campaigns that this tab is sending, for `useSyncExternalStore`. */
export const browserSendings = {
  subscribe: (listen: () => void) => {
    listeners.add(listen);
    return () => listeners.delete(listen);
  },
  has: (campaignId: string) => running.has(campaignId),
};

/** Text of the notice at the beginning of a sending. */
export const sendingText = (count: number) => `Envoi de ${counted(count, 'email')}...`;

/** Reads the remaining e-mails, in the order of creation. */
const readPending = (campaignId: string) =>
  readAllRows<{ id: string }>(() =>
    supabase
      .from('email_sends')
      .select('id')
      .eq('campaign_id', campaignId)
      .eq('status', 'programmé')
      .order('created_at')
      .order('id'),
  );

/**
 * `refused`: nothing else of the campaign can be sent (paused, cancelled, settings), with the server's French
 * message.
 */
type Step = { kind: 'moved' | 'waits' | 'failed' } | { kind: 'refused'; message: string };

async function sendOne(emailSendId: string, fromEmail: string): Promise<Step> {
  try {
    const fallback = 'Le courriel n’a pas pu être envoyé';
    const answer = await invokeFunction('send-campaign-email', { emailSendId, fromEmail }, { fallback });
    return { kind: answerSchema.parse(answer).status === 'programmé' ? 'waits' : 'moved' };
  } catch (error) {
    if (error instanceof FunctionCallError && [401, 403, 409].includes(error.status ?? 0)) {
      return { kind: 'refused', message: error.message };
    }
    // One failure is only logged, and the next is sent (specification, section 7).
    console.error(`L’envoi ${emailSendId} a échoué`, error);
    return { kind: 'failed' };
  }
}

/**
 * Sends the rest of a campaign, one e-mail after the other, from this tab. It is independent of the screens, so that
 * it goes on when they are left. Nothing depends on it: when the tab is closed, offline or told to wait, the server
 * sends the rest. Two tabs, or a tab and the server, never send the same e-mail, because the database hands each to
 * one of them.
 *
 * @param isAnnounced true when a notice has said already that it begins: a second one would hide the first
 */
export async function sendFromBrowser(
  client: QueryClient,
  {
    id: campaignId,
    fromEmail,
    isAnnounced = false,
  }: { id: string; fromEmail: string; isAnnounced?: boolean },
): Promise<void> {
  if (running.has(campaignId)) return;
  const state: Running = { total: 0, isStopped: false };
  running.set(campaignId, state);
  publish();
  try {
    const pending = await readPending(campaignId);
    if (pending.length === 0) return;
    state.total = pending.length;
    if (!isAnnounced) notify.info(sendingText(pending.length), 'Envoi');
    let failedAttempts = 0;
    for (const { id } of pending) {
      if (state.isStopped) break;
      const step = await sendOne(id, fromEmail);
      if (step.kind === 'refused') {
        // A stop from here is refused in the same way, and was intended.
        if (!state.isStopped) notify.error(step.message);
        state.isStopped = true;
      }
      failedAttempts = step.kind === 'moved' ? 0 : failedAttempts + 1;
      if (failedAttempts >= MAX_FAILED_ATTEMPTS) break;
    }
  } catch (error) {
    console.error('L’envoi depuis ce navigateur s’est arrêté', error);
  } finally {
    running.delete(campaignId);
    publish();
  }
  await report(client, campaignId, state);
}

/** Stops after the current e-mail. Pausing the campaign is what keeps the server from going on. */
export function stopBrowserSending(campaignId: string): void {
  const state = running.get(campaignId);
  if (state) state.isStopped = true;
}

/** Reports the end of the sending, with the figures of the database: this tab does not know what others sent. */
async function report(client: QueryClient, campaignId: string, { isStopped, total }: Running): Promise<void> {
  await client.invalidateQueries({ queryKey: campaigns.all });
  if (isStopped || total === 0) return;
  const { data, error } = await supabase.rpc('campaign_counts', { only_campaign: campaignId });
  if (error) return;
  const counts = (data as Record<string, SendCounts>)[campaignId] ?? {};
  const outcome = outcomeInWords(counts);
  if (pendingOf(counts) > 0) notify.info(`${outcome}. Le serveur s’occupe du reste.`, 'Envoi');
  else if (counts.envoyé === totalOf(counts)) {
    const { data: toFollowUp } = await supabase.rpc('campaigns_to_follow_up');
    if (toFollowUp?.includes(campaignId))
      notify.success('Les relances partiront d’elles-mêmes, à leur date.', 'Premier message envoyé');
    else notify.success(outcome, 'Envoi terminé');
  } else if (!counts.échec && !counts.incertain) notify.success(outcome, 'Envoi terminé');
  else notify.warning(outcome, 'Envoi incomplet');
}
