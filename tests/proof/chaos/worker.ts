/**
 * One worker process of the chaos harness: it runs the real send routine on the real database until nothing is due or
 * its crash point is reached. SIGKILL leaves no handler and no closed socket.
 */
import { sendDueCampaigns } from '../../../supabase/functions/_shared/campaign/send-campaigns.ts';
import type { Dependencies } from '../../../supabase/functions/_shared/dependencies.ts';
import { FunctionError } from '../../../supabase/functions/_shared/errors.ts';
import { chooseTransport } from '../../../supabase/functions/_shared/mail/choose-transport.ts';
import { SEND_TIMEOUT_MS, type Transport } from '../../../supabase/functions/_shared/mail/outgoing.ts';
import { systemNetwork } from '../../../supabase/functions/_shared/network.ts';
import { sendNaively } from './naive.ts';
import type { WorkerJob } from './worker-job.ts';

const job = JSON.parse(process.argv[2] ?? '') as WorkerJob;
const PROJECT_URL = 'http://project.test';
/** Pauses are ten times shorter, and a silent provider times out sooner: the run takes minutes instead of hours. */
const SPEED_UP = 10;
const TIMEOUT_MS = 600;

/** Typical duration of a call, within which a kill « during the call » falls at random. */
const CALL_MS = { resend: 30, smtp: 12 };

let passages = 0;
/** Time for which this process was paused, like a sleeping machine: only wall-clock time shows it. */
let sleptMs = 0;
const killItself = () => process.kill(process.pid, 'SIGKILL');
const isMine = (point: string) => job.crash?.point === point && ++passages === job.crash.passage;
const reachPoint = (point: string) => {
  if (isMine(point)) killItself();
};

const environment: Record<string, string | undefined> = {
  ...{ SUPABASE_URL: PROJECT_URL, SUPABASE_SECRET_KEY: job.serviceToken, SITE_URL: 'https://site.test' },
  ...(job.provider.kind === 'resend'
    ? { RESEND_API_KEY: 're_chaos', RESEND_BASE_URL: job.provider.url }
    : { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(job.provider.port) }),
};

const dependencies: Dependencies = {
  fetch: async (url, init) => {
    const isClaim = url.endsWith('/claim_email_sends');
    const isWrite = url.endsWith('/finish_email_send');
    if (isClaim) reachPoint('before-claim');
    const answering = fetch(url.replace(`${PROJECT_URL}/rest/v1`, job.apiUrl), init);
    if (isWrite && isMine('during-write')) setTimeout(killItself, Math.random() * 6);
    const answer = await answering;
    if (isWrite) reachPoint('after-write');
    return answer;
  },
  env: (name) => environment[name],
  clock: {
    now: () => performance.now() * SPEED_UP,
    wallTime: () => Date.now() + sleptMs,
    timeout: (ms) => AbortSignal.timeout(ms < SEND_TIMEOUT_MS ? Math.ceil(ms / SPEED_UP) : timeoutFor(ms)),
  },
  log: () => undefined,
  net: systemNetwork,
  keepAlive: () => undefined,
};

/** Calls of the database keep their full time limit. */
const timeoutFor = (ms: number) => (ms === SEND_TIMEOUT_MS ? TIMEOUT_MS : ms);

function withCrashes(transport: Transport): Transport {
  return {
    ...transport,
    // Without pacing, which would only make a run of a thousand messages longer.
    pace: 0,
    send: async (message, claimedAt) => {
      reachPoint('after-claim');
      if (isMine('stall')) await waitForSignal();
      if (isMine('during-call')) setTimeout(killItself, Math.random() * CALL_MS[job.provider.kind]);
      const outcome = await transport.send(message, claimedAt);
      if (outcome.kind === 'accepted') reachPoint('after-acceptance');
      return outcome;
    },
  };
}

function waitForSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('message', (ms: number) => {
      sleptMs += ms;
      resolve();
    });
    process.send?.('stalled');
  });
}

// Keeps the process alive during pauses, since the timers of AbortSignal.timeout do not.
const keepAlive = setInterval(() => undefined, 1_000);
const transport = withCrashes(chooseTransport(dependencies));
const context = {
  ...{ dependencies, transport, functionName: 'chaos', requestId: job.role },
  links: { siteUrl: 'https://site.test', functionsUrl: `${PROJECT_URL}/functions/v1` },
  deadline: dependencies.clock.now() + 60_000 * SPEED_UP,
};
try {
  await runJob();
} catch (error) {
  // A database that is too busy fails the call; the next worker continues.
  if (!(error instanceof FunctionError) || error.code !== 'data_unavailable') throw error;
}
clearInterval(keepAlive);
process.disconnect?.();

async function runJob(): Promise<void> {
  if (job.role === 'naive') return sendNaively(job, transport, dependencies);
  if (job.role === 'dispatcher') {
    await sendDueCampaigns(context);
    return;
  }
  for (const sendId of job.sends) {
    const ask = () => sendDueCampaigns({ ...context, only: { sendId, sender: job.sender } });
    // A double click sends each message twice at once.
    await Promise.all([ask(), ask()]);
  }
}
