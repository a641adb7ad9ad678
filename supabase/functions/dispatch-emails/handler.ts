import { readLinks } from '../_shared/campaign/links.ts';
import { sendDueCampaigns } from '../_shared/campaign/send-campaigns.ts';
import { readSendingSettings } from '../_shared/campaign/sending-settings.ts';
import { createSecretFunction } from '../_shared/create-secret-function.ts';
import { type Dependencies, pause } from '../_shared/dependencies.ts';
import { errorBody, toFunctionError } from '../_shared/errors.ts';
import { stampDue } from '../_shared/evidence/stamp-due.ts';
import { chooseTransport } from '../_shared/mail/choose-transport.ts';
import type { Transport } from '../_shared/mail/outgoing.ts';
import { newRunState } from '../_shared/mail/send-due.ts';
import { countedTransport, detectRestoredCopy } from '../_shared/mail/send-mark.ts';
import { readSenderIdentity } from '../_shared/mail/sender-identity.ts';
import { publishDue } from '../_shared/publication.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { readSetting } from '../_shared/settings.ts';
import { removeUnusedFiles, sendDueNotifications } from './notifications.ts';
import { storeNextPdf } from './quote-messages.ts';
import { checkTourLinks } from './tour-links.ts';
import { moveWithdrawnPanoramas } from './withdrawn-panoramas.ts';

const name = 'dispatch-emails';
/**
 * Time for starting messages; the last one is awaited beyond it. The scheduler calls each minute, with a timeout of
 * 90 s.
 */
const WORK_SECONDS = 55;
/** Time by which campaigns may delay a notification. */
const SHARE_MS = 5_000;
/** Time for starting to move files of withdrawn tours. */
const MOVING_SECONDS = 20;

/** Number of messages by outcome. */
type Counts = Record<string, number>;
type Summary = { notifications: Counts; campaigns: Counts };

/**
 * Sends the due messages, those of the outbox before campaigns, then answers the number of messages by outcome,
 * `{ notifications: { accepted, retry, … }, campaigns: { … } }`, and records it with the error, if any. A scheduler calls
 * it; two simultaneous calls share the work, since each e-mail is leased to one of them. As the only function called each
 * minute, it also publishes the site after a change, checks the links of tours, moves the files of withdrawn ones, and has
 * seals stamped.
 */
export const handler = createSecretFunction({
  name,
  secret: { header: 'x-dispatch-secret', variable: 'DISPATCH_SECRET' },
  handle: async ({ dependencies, requestId }) => {
    const summary: Summary = { notifications: {}, campaigns: {} };
    let transport: Transport | undefined;
    await housekeeping(dependencies, requestId);
    await tellFormProof(dependencies, requestId);
    // In parallel with the messages, because it waits for other people's servers.
    const beside = Promise.all([
      publish(dependencies, requestId),
      checkLinks(dependencies, requestId),
      moveWithdrawn(dependencies, requestId),
      stampSeals(dependencies, requestId),
    ]);
    try {
      transport = countedTransport(chooseTransport(dependencies), dependencies);
      if (!(await detectRestoredCopy(dependencies)))
        await dispatch(dependencies, requestId, transport, summary);
    } catch (thrown) {
      const { error } = errorBody(toFunctionError(thrown, requestId));
      await recordDispatch(dependencies, requestId, { summary, transport: transport?.name ?? null, error });
      throw thrown;
    } finally {
      await beside;
    }
    await recordDispatch(dependencies, requestId, { summary, transport: transport.name, error: null });
    return summary;
  },
});

async function dispatch(
  dependencies: Dependencies,
  requestId: string,
  transport: Transport,
  summary: Summary,
): Promise<void> {
  const saved = await readSendingSettings(serviceApi(dependencies));
  const [identity, links] = [readSenderIdentity(dependencies.env, saved), readLinks(dependencies.env)];
  const { clock } = dependencies;
  const deadline = clock.now() + workSeconds(dependencies) * 1_000;
  const shared = { dependencies, functionName: name, requestId, transport };
  const state = newRunState();
  summary.campaigns = state.counts;
  for (;;) {
    const sent = await sendDueNotifications({ ...shared, identity, deadline }, newRunState(state.nextStart));
    addCounts(summary.notifications, sent.counts);
    state.nextStart = sent.nextStart;
    const shareEnd = Math.min(deadline, clock.now() + SHARE_MS);
    await sendDueCampaigns({ ...shared, links, deadline: shareEnd }, state);
    if (state.isFinished || Math.max(shareEnd, state.nextStart) >= deadline) return;
    // The back-off that the provider asks for is longer than the share.
    await pause(clock, Math.max(0, shareEnd - clock.now()));
  }
}

/** Reads DISPATCH_SECONDS, for a shorter run: the local stack must stop without waiting for a minute. */
function workSeconds({ env }: Dependencies): number {
  const configured = Number(readSetting(env, 'DISPATCH_SECONDS'));
  return configured >= 1 && configured <= WORK_SECONDS ? configured : WORK_SECONDS;
}

function addCounts(total: Counts, more: Counts): void {
  for (const [kind, count] of Object.entries(more)) total[kind] = (total[kind] ?? 0) + count;
}

/**
 * Closes the expired quotes, queues the digests of the morning, applies the retention rules (once a day, in the
 * database), deletes unused files, and stores the PDF of a quote that has none. An error delays no message.
 */
async function housekeeping(dependencies: Dependencies, requestId: string): Promise<void> {
  const logged = (code: string) => (error: unknown) => logError(dependencies, requestId, code, error);
  await serviceApi(dependencies).call('expire_quotes', {}).catch(logged('quotes_not_expired'));
  await serviceApi(dependencies).call('queue_daily_digests', {}).catch(logged('digests_failed'));
  await serviceApi(dependencies).call('apply_retention', {}).catch(logged('retention_failed'));
  await removeUnusedFiles(dependencies).catch(logged('unused_files_failed'));
  await storeNextPdf(dependencies).catch(logged('quote_pdf_failed'));
}

/** Advances the publication of the site after a change. */
const publish = (dependencies: Dependencies, requestId: string) =>
  publishDue(dependencies).catch((error: unknown) =>
    logError(dependencies, requestId, 'publication_failed', error),
  );

/** Checks some of the addresses of tours. */
const checkLinks = (dependencies: Dependencies, requestId: string) =>
  checkTourLinks(dependencies).catch((error: unknown) =>
    logError(dependencies, requestId, 'tour_links_failed', error),
  );

/** Takes the files of withdrawn tours away from their addresses. */
async function moveWithdrawn(dependencies: Dependencies, requestId: string): Promise<void> {
  const { log } = dependencies;
  const seconds = Math.min(workSeconds(dependencies), MOVING_SECONDS);
  await moveWithdrawnPanoramas(dependencies, seconds, (detail) =>
    log({ function: name, requestId, status: 200, code: 'withdrawn_files_failed', ms: 0, detail }),
  ).catch((error: unknown) => logError(dependencies, requestId, 'withdrawn_files_failed', error));
}

/** Asks the authorities for the time stamps that seals still lack. */
const stampSeals = (dependencies: Dependencies, requestId: string) =>
  stampDue(dependencies).catch((error: unknown) => logError(dependencies, requestId, 'stamps_failed', error));

/** Tells the database whether quote requests need a proof: it cannot read the functions' secrets itself. */
async function tellFormProof(dependencies: Dependencies, requestId: string): Promise<void> {
  const is_needed = readSetting(dependencies.env, 'TURNSTILE_SECRET_KEY') !== undefined;
  try {
    await serviceApi(dependencies).call('set_quote_form_proof', { is_needed });
  } catch (error) {
    logError(dependencies, requestId, 'form_proof_not_told', error);
  }
}

/** Records the run for the settings screen; the messages are sent even if that fails. */
async function recordDispatch(
  dependencies: Dependencies,
  requestId: string,
  run: { summary: Summary; transport: string | null; error: string | null },
): Promise<void> {
  try {
    await serviceApi(dependencies).call('record_dispatch', run);
  } catch (error) {
    logError(dependencies, requestId, 'dispatch_not_recorded', error);
  }
}

function logError({ log }: Dependencies, requestId: string, code: string, error: unknown): void {
  const { detail, message } = toFunctionError(error, requestId);
  log({ function: name, requestId, status: 200, code, ms: 0, detail: detail ?? message });
}
