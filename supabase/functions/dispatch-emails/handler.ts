import { readLinks } from '../_shared/campaign/links.ts';
import { newCourse, sendDueCampaigns } from '../_shared/campaign/send-campaigns.ts';
import { createSecretFunction } from '../_shared/create-secret-function.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { errorBody, toFunctionError } from '../_shared/errors.ts';
import { chooseTransport } from '../_shared/mail/choose-transport.ts';
import type { Transport } from '../_shared/mail/outgoing.ts';
import { readStudio } from '../_shared/mail/studio.ts';
import { pause } from '../_shared/pause.ts';
import { serviceApi } from '../_shared/service-api.ts';
import { readSetting } from '../_shared/settings.ts';
import { sendDueNotifications } from './notifications.ts';

const name = 'dispatch-emails';
/** For new work; a message that is on its way is waited for. The scheduler comes each minute, and waits 90 s. */
const WORK_SECONDS = 55;
/** How long campaigns may keep a notification waiting. */
const SHARE_MS = 5_000;

type Tally = Record<string, number>;
type Summary = { notifications: Tally; campaigns: Tally };

/**
 * Sends what is due, notifications before campaigns, then answers how it went, `{ notifications: { accepted, retry, … },
 * campaigns: { … } }`, and records it with what went wrong. Called by a scheduler; two calls at once share the work,
 * since each e-mail is handed to one of them only.
 */
export const handler = createSecretFunction({
  name,
  secret: { header: 'x-dispatch-secret', variable: 'DISPATCH_SECRET' },
  handle: async ({ dependencies, requestId }) => {
    const summary: Summary = { notifications: {}, campaigns: {} };
    let transport: Transport | undefined;
    await applyRetention(dependencies, requestId);
    try {
      transport = chooseTransport(dependencies);
      await dispatch(dependencies, requestId, transport, summary);
    } catch (thrown) {
      const { error } = errorBody(toFunctionError(thrown, requestId));
      await record(dependencies, requestId, { summary, transport: transport?.name ?? null, error });
      throw thrown;
    }
    await record(dependencies, requestId, { summary, transport: transport.name, error: null });
    return summary;
  },
});

async function dispatch(
  dependencies: Dependencies,
  requestId: string,
  transport: Transport,
  summary: Summary,
): Promise<void> {
  const [studio, links] = [readStudio(dependencies.env), readLinks(dependencies.env)];
  const { clock } = dependencies;
  const deadline = clock.now() + workSeconds(dependencies) * 1_000;
  const shared = { dependencies, requestId, transport };
  const course = newCourse();
  summary.campaigns = course.tally;
  for (;;) {
    add(summary.notifications, await sendDueNotifications({ ...shared, studio, deadline }));
    const shareEnd = Math.min(deadline, clock.now() + SHARE_MS);
    await sendDueCampaigns({ ...shared, functionName: name, links, deadline: shareEnd }, course);
    if (course.isOver || Math.max(shareEnd, course.next) >= deadline) return;
    // Where the provider asked for more patience than the share had.
    await pause(clock, Math.max(0, shareEnd - clock.now()));
  }
}

/** DISPATCH_SECONDS, where a run must end sooner: the local stack wants to stop without waiting for a minute. */
function workSeconds({ env }: Dependencies): number {
  const told = Number(readSetting(env, 'DISPATCH_SECONDS'));
  return told >= 1 && told <= WORK_SECONDS ? told : WORK_SECONDS;
}

function add(total: Tally, more: Tally): void {
  for (const [kind, count] of Object.entries(more)) total[kind] = (total[kind] ?? 0) + count;
}

/** The rules of retention, which the database applies once a day. What goes wrong there keeps no message back. */
async function applyRetention(dependencies: Dependencies, requestId: string): Promise<void> {
  try {
    await serviceApi(dependencies).call('apply_retention', {});
  } catch (error) {
    note(dependencies, requestId, 'retention_failed', error);
  }
}

/** For the settings screen; a run that cannot be recorded is no worse a run. */
async function record(
  dependencies: Dependencies,
  requestId: string,
  run: { summary: Summary; transport: string | null; error: string | null },
): Promise<void> {
  try {
    await serviceApi(dependencies).call('record_dispatch', run);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    dependencies.log({
      function: name,
      requestId,
      status: 200,
      code: 'dispatch_not_recorded',
      ms: 0,
      detail,
    });
  }
}

function note({ log }: Dependencies, requestId: string, code: string, error: unknown): void {
  const { detail, message } = toFunctionError(error, requestId);
  log({ function: name, requestId, status: 200, code, ms: 0, detail: detail ?? message });
}
