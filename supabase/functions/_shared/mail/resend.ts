import type { Dependencies } from '../dependencies.ts';
import { FetchFailure, type LimitedAnswer, limitedFetch } from '../limited-fetch.ts';
import { readSetting } from '../settings.ts';
import { type Outcome, type OutgoingMessage, SEND_LIMIT_MS, type Transport } from './outgoing.ts';

const BASE_URL = 'https://api.resend.com';

/**
 * Resend over HTTP. The key of a message is its `Idempotency-Key`, remembered for 24 hours.
 * Errors: https://resend.com/docs/api-reference/errors; limits: two messages a second for a new account.
 */
export function createResendTransport(dependencies: Dependencies, apiKey: string): Transport {
  const url = `${(readSetting(dependencies.env, 'RESEND_BASE_URL') ?? BASE_URL).replace(/\/+$/, '')}/emails`;
  return {
    sameKeyIsSafe: true,
    pace: 500,
    send: async (message) => {
      const headers = {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': message.key,
      };
      const init = { method: 'POST', headers, body: JSON.stringify(bodyOf(message)) };
      try {
        const limits = { timeoutMs: SEND_LIMIT_MS, maxBytes: 64 * 1024 };
        return outcomeOf(await limitedFetch(dependencies, url, init, limits));
      } catch (error) {
        if (!(error instanceof FetchFailure)) throw error;
        const reason = `Resend n'a pas répondu (${error.kind}).`;
        return { kind: 'retry', reason, mayHaveArrived: true };
      }
    },
  };
}

/** Always in the same order: under one key, Resend wants the same bytes. */
function bodyOf({ from, to, replyTo, subject, html, text, headers }: OutgoingMessage): object {
  const name = from.name.replace(/[\p{Cc}"\\]/gu, ' ').trim();
  return {
    from: `"${name}" <${from.address}>`,
    to,
    subject,
    html,
    text,
    ...(replyTo ? { reply_to: replyTo } : {}),
    ...(headers ? { headers } : {}),
  };
}

function outcomeOf(answer: LimitedAnswer): Outcome {
  const { id, name, message } = parse(answer.text);
  if (answer.ok) return { kind: 'accepted', providerId: id ?? null };
  const reason = `Resend a répondu ${answer.status}${name ? ` (${name})` : ''}${message ? `\u00a0: ${message}` : ''}`;
  if (/^(daily|monthly)_quota_exceeded$/.test(name ?? '')) return { kind: 'pause', reason };
  if (answer.status === 401 || answer.status === 403) return { kind: 'pause', reason };
  if (answer.status === 429) return { kind: 'wait', seconds: patience(answer.headers), reason };
  if (answer.status === 409 && /^(concurrent_idempotent_requests|resource_locked)$/.test(name ?? '')) {
    return { kind: 'retry', reason, mayHaveArrived: true };
  }
  // The key was seen with another body: an earlier attempt got through to Resend, and nobody knows how it ended.
  if (name === 'invalid_idempotent_request') return { kind: 'unknown', reason };
  if (answer.status >= 400 && answer.status < 500) return { kind: 'rejected', reason };
  return { kind: 'retry', reason, mayHaveArrived: true };
}

/** Seconds to wait, as the answer says; a date is left to the default. */
function patience(headers: Headers): number {
  const told = Number(headers.get('retry-after') ?? headers.get('ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(told) && told > 0 ? Math.ceil(told) : 5;
}

function parse(text: string): { id?: string; name?: string; message?: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    const entries = Object.entries(value).filter(([, content]) => typeof content === 'string');
    return Object.fromEntries(entries.map(([key, content]) => [key, content.slice(0, 300)]));
  } catch {
    return {};
  }
}
