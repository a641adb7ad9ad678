import { type FakeResend, startFakeResend } from '../../../supabase/functions/_testing/fake-resend.ts';
import { type SmtpScript, startSmtpServer } from '../../../supabase/functions/_testing/smtp-server.ts';
import type { SeededRandom } from '../../database/fixtures/seeded-random.ts';
import type { WorkerJob } from './worker-job.ts';

/** A fake mail provider that fails a third of the time and records what it accepted. */
export interface Provider {
  job: WorkerJob['provider'];
  /** Returns how often each message was accepted, by row id. */
  accepted: () => Map<string, number>;
  /** Moves its clock; null where it has no keys that could expire. */
  advance: ((ms: number) => void) | null;
  /** Starts or ends an outage, in which it is unreachable. */
  setDown: (isDown: boolean) => void;
  close: () => Promise<void>;
}

type ResendFault = NonNullable<ReturnType<FakeResend['fault']>>;

/** Faults of the provider with their weights. */
const resendFaults: [number, ResendFault][] = [
  [5, { kind: 'error', status: 500, name: 'application_error' }],
  [5, { kind: 'error-after', status: 503 }],
  [4, { kind: 'drop' }],
  [5, { kind: 'drop-after' }],
  [1, { kind: 'silence-after' }],
  [1, { kind: 'error', status: 429, name: 'rate_limit_exceeded', headers: { 'retry-after': '1' } }],
  [1, { kind: 'error', status: 429, name: 'daily_quota_exceeded' }],
  [1, { kind: 'error', status: 409, name: 'concurrent_idempotent_requests' }],
  [2, { kind: 'error', status: 422, name: 'invalid_parameter' }],
];

const smtpFaults: [number, Partial<SmtpScript>][] = [
  [3, { greeting: 'drop' }],
  [3, { mail: '451 plus tard' }],
  [3, { rcpt: 'drop' }],
  [2, { rcpt: '550 inconnu' }],
  [3, { data: '452 plein' }],
  // The message was accepted, and the connection closes before the answer.
  [6, { text: 'drop' }],
];

/** Starts a provider that fails one call in three, with every fault in turn. */
export async function startProvider(
  kind: WorkerJob['provider']['kind'],
  random: SeededRandom,
): Promise<Provider> {
  return kind === 'resend' ? resendOf(await startFakeResend(), random) : smtpOf(random);
}

function resendOf(resend: FakeResend, random: SeededRandom): Provider {
  resend.latency = 15;
  let isDown = false;
  resend.fault = () => {
    if (isDown) return { kind: 'drop' };
    return random.chance(1 / 3) ? random.weighted(resendFaults) : undefined;
  };
  return {
    job: { kind: 'resend', url: resend.url },
    accepted: () => count(resend.accepted.map(({ key }) => key ?? '')),
    advance: resend.advance,
    setDown: (next) => {
      isDown = next;
    },
    close: resend.close,
  };
}

async function smtpOf(random: SeededRandom): Promise<Provider> {
  const smtp = await startSmtpServer();
  let isDown = false;
  smtp.overrides = () => {
    if (isDown) return { greeting: 'drop' };
    return random.chance(1 / 3) ? random.weighted(smtpFaults) : {};
  };
  return {
    job: { kind: 'smtp', port: smtp.port },
    accepted: () => count(smtp.messages.map(({ raw }) => /^Message-ID:\s*<([^@]+)@/m.exec(raw)?.[1] ?? '')),
    advance: null,
    setDown: (next) => {
      isDown = next;
    },
    close: smtp.close,
  };
}

/** Counts keys by message: a key is `es/<row id>`, with a suffix for the naive sender. */
function count(keys: string[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const key of keys) {
    const id = key.split('/')[1] ?? '';
    counted.set(id, (counted.get(id) ?? 0) + 1);
  }
  return counted;
}
