import { createTransport } from 'nodemailer';
import type { EnvLookup } from '../dependencies.ts';
import { missingSettings, readSetting } from '../settings.ts';
import { type Outcome, SEND_TIMEOUT_MS, type Transport } from './outgoing.ts';

/**
 * Any SMTP server: SMTP_HOST, SMTP_PORT (587 unless told; 465 is encrypted from the first byte), SMTP_USER and
 * SMTP_PASSWORD. SMTP has no idempotency: once the server has asked for the message (DATA), only its answer tells
 * whether it accepted it, and a lost answer is `unknown`.
 */
export function createSmtpTransport(env: EnvLookup, host: string): Transport {
  const port = Number(readSetting(env, 'SMTP_PORT') ?? 587);
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw missingSettings(['SMTP_PORT']);
  const user = readSetting(env, 'SMTP_USER');
  const pass = readSetting(env, 'SMTP_PASSWORD');
  return {
    name: 'smtp',
    sameKeyIsSafe: false,
    pace: 0,
    workers: 1,
    // SMTP has no tags.
    send: async ({ key, to, replyTo, tags: _, ...message }) => {
      const progress = { isDataAccepted: false };
      const transport = createTransport({
        ...{ host, port, secure: port === 465, name: 'territoire-360' },
        ...(user && pass ? { auth: { user, pass } } : {}),
        ...{ connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 },
        // Nothing in a message may make the server read a file or an address.
        ...{ disableFileAccess: true, disableUrlAccess: true },
        ...{ transactionLog: true, logger: watchTransaction(progress) },
      });
      const sending = transport.sendMail({
        ...message,
        // Given apart from a name, an address is not read again: what reads like a display name stays an address.
        ...{ to: to.map(bare), ...(replyTo ? { replyTo: bare(replyTo) } : {}) },
        ...{ messageId: `<${key}@${message.from.address.split('@')[1]}>` },
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      } as Parameters<typeof transport.sendMail>[0]);
      return sending.then(
        ({ response }): Outcome => ({ kind: 'accepted', providerId: response.slice(0, 200) }),
        (error: unknown) => outcomeOf(error, progress.isDataAccepted),
      );
    },
  };
}

const bare = (address: string) => ({ name: '', address });

type Progress = { isDataAccepted: boolean };

/** Notes the moment when the server answers 354: from then on the message may arrive. */
function watchTransaction(progress: Progress) {
  const silent = () => undefined;
  const debug = (entry: { tnx?: string }, text: unknown) => {
    if (entry.tnx === 'server' && String(text).startsWith('354')) progress.isDataAccepted = true;
  };
  return {
    ...{ trace: silent, debug, info: silent, warn: silent },
    ...{ error: silent, fatal: silent, level: silent },
  };
}

function outcomeOf(error: unknown, isDataAccepted: boolean): Outcome {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  const said = `${message ?? 'échec'}`.replace(/[\p{Cc}]+/gu, ' ').slice(0, 300);
  const reason = `Serveur de courriel\u00a0: ${said}`;
  if (code === 'EAUTH' || code === 'ENOAUTH') return { kind: 'pause', reason };
  // An answer is an answer, even to the text: 4xx means later, 5xx never.
  if (responseCode && responseCode >= 500 && isOfThisMessage(code)) return { kind: 'rejected', reason };
  if (responseCode) return { kind: 'retry', reason, mayHaveArrived: false };
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'rejected', reason };
  return isDataAccepted ? { kind: 'unknown', reason } : { kind: 'retry', reason, mayHaveArrived: false };
}

/** A refusal of the greeting or of the encryption is the server's own trouble, not the message's. */
const isOfThisMessage = (code: string | undefined) => code === 'EENVELOPE' || code === 'EMESSAGE';
