import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sendJson, startServer, type TestServer } from './http-server.ts';

const DAY_MS = 86_400_000;
const WINDOW_MS = 1_000;

/** A fault of one call, instead of the ordinary answer. */
type ResendFault =
  /** An error in Resend's shape; nothing was accepted. */
  | { kind: 'error'; status: number; name: string; headers?: Record<string, string> }
  /** The message is accepted and remembered, and the answer is an error all the same. */
  | { kind: 'error-after'; status: number }
  /** The connection breaks, before or after the message was accepted. */
  | { kind: 'drop' }
  | { kind: 'drop-after' }
  /** Accepted, and no answer ever comes. */
  | { kind: 'silence-after' };

interface AcceptedMessage {
  id: string;
  key: string | undefined;
  from: string;
  to: string[];
  subject: string;
  html: string;
  text: string;
  reply_to?: string;
  headers?: Record<string, string>;
}

export interface FakeResend extends TestServer {
  /** Every message that was accepted, in order: a key that stands here twice was sent twice. */
  accepted: AcceptedMessage[];
  /** Calls of any outcome. */
  calls: number;
  /** Calls answered 429 because of the rate. */
  limited: number;
  /** Milliseconds that a call takes before the message is accepted. */
  latency: number;
  /** Calls a second; unlimited without it. */
  perSecond: number | undefined;
  /** Messages a day of its own clock, as the free plan counts them. */
  dailyQuota: number | undefined;
  /** The account's own address, the only one that its test sender reaches besides those of resend.dev. */
  ownAddress: string;
  /** Decides for each call; undefined: an ordinary answer. */
  fault: (key: string | undefined) => ResendFault | undefined;
  /** Moves its clock forward, as the 24 hours of a key and the quota of a day see it. */
  advance: (ms: number) => void;
  reset: () => void;
}

interface RememberedAnswer {
  body: string;
  at: number;
  /** Id of the message; undefined while the first call is under way. */
  id: string | undefined;
}

/**
 * Resend's `POST /emails` as documented: keys remembered with their body for 24 hours, 409 of both kinds, limits with
 * their headers, each error. Sources: resend.com/docs/api-reference/errors, …/rate-limit and
 * resend.com/docs/dashboard/emails/idempotency-keys.
 */
export async function startFakeResend(): Promise<FakeResend> {
  const fresh = () => ({
    accepted: [] as AcceptedMessage[],
    calls: 0,
    limited: 0,
    latency: 0,
    perSecond: undefined as number | undefined,
    dailyQuota: undefined as number | undefined,
    ownAddress: 'moi@exemple.test',
    fault: (() => undefined) as FakeResend['fault'],
  });
  const state = fresh();
  let keys = new Map<string, RememberedAnswer>();
  let days: number[] = [];
  let moved = 0;
  let window = { start: 0, used: 0 };
  const now = () => Date.now() + moved;

  const server = await startServer((request, response, body) => {
    state.calls += 1;
    response.on('error', () => undefined);
    const refusal = admit(request, response);
    if (refusal) return fail(response, ...refusal);
    void handle(request, response, body);
  });

  /** The limits and checks that come before the message itself. */
  function admit(request: IncomingMessage, response: ServerResponse): Refusal | undefined {
    const key = request.headers['idempotency-key'];
    if (request.method !== 'POST' || request.url !== '/emails') return [404, 'not_found'];
    const authorization = request.headers.authorization;
    if (!authorization) return [401, 'missing_api_key'];
    if (!/^Bearer re_/.test(authorization)) return [403, 'invalid_api_key'];
    if (state.perSecond !== undefined) {
      const second = Math.floor(Date.now() / WINDOW_MS);
      if (window.start !== second) window = { start: second, used: 0 };
      window.used += 1;
      const reset = String(Math.ceil((WINDOW_MS - (Date.now() % WINDOW_MS)) / 1000));
      response.setHeader('ratelimit-limit', String(state.perSecond));
      response.setHeader('ratelimit-remaining', String(Math.max(0, state.perSecond - window.used)));
      response.setHeader('ratelimit-reset', reset);
      if (window.used > state.perSecond) {
        state.limited += 1;
        response.setHeader('retry-after', reset);
        return [429, 'rate_limit_exceeded'];
      }
    }
    if (typeof key === 'string' && (key.length < 1 || key.length > 256))
      return [400, 'invalid_idempotency_key'];
    return undefined;
  }

  async function handle(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const header = request.headers['idempotency-key'];
    const key = typeof header === 'string' ? header : undefined;
    const known = key === undefined ? undefined : keys.get(key);
    if (key !== undefined && known && now() - known.at < DAY_MS) {
      if (known.body !== body) return fail(response, 409, 'invalid_idempotent_request');
      if (known.id === undefined) return fail(response, 409, 'concurrent_idempotent_requests');
      return sendJson(response, 200, { id: known.id });
    }
    const message = parseMessage(body);
    const refusal = message
      ? checkSender(message, state.ownAddress)
      : ([422, 'missing_required_field'] as const);
    if (refusal) return fail(response, ...refusal);
    days = days.filter((at) => now() - at < DAY_MS);
    if (state.dailyQuota !== undefined && days.length >= state.dailyQuota) {
      return fail(response, 429, 'daily_quota_exceeded');
    }

    const fault = state.fault(key);
    const remembered: RememberedAnswer = { body, at: now(), id: undefined };
    if (key !== undefined) keys.set(key, remembered);
    // A caller that goes away meanwhile has sent its message all the same.
    if (state.latency > 0) await wait(state.latency);
    if (fault?.kind === 'error' || fault?.kind === 'drop') {
      if (key !== undefined) keys.delete(key);
      if (fault.kind === 'drop') return void response.destroy();
      for (const [name, value] of Object.entries(fault.headers ?? {})) response.setHeader(name, value);
      return fail(response, fault.status, fault.name);
    }
    const id = crypto.randomUUID();
    remembered.id = id;
    days.push(now());
    state.accepted.push({ ...(message as Message), id, key });
    if (fault?.kind === 'error-after') return fail(response, fault.status, 'service_unavailable');
    if (fault?.kind === 'drop-after') return void response.destroy();
    if (fault?.kind === 'silence-after') return;
    sendJson(response, 200, { id });
  }

  return Object.assign(state, server, {
    advance: (ms: number) => {
      moved += ms;
    },
    reset: () => {
      Object.assign(state, fresh());
      keys = new Map();
      days = [];
      moved = 0;
      window = { start: 0, used: 0 };
    },
  });
}

type Refusal = readonly [status: number, name: string, message?: string];
type Message = Omit<AcceptedMessage, 'id' | 'key'>;

function fail(response: ServerResponse, status: number, name: string, message = `refused: ${name}`): void {
  sendJson(response, status, { statusCode: status, name, message });
}

function parseMessage(body: string): Message | undefined {
  try {
    const message = JSON.parse(body) as Partial<Message>;
    const { from, to, subject, html, text } = message;
    const isWhole =
      from && subject && (html || text) && Array.isArray(to) && to.length > 0 && to.length <= 50;
    return isWhole ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}

function checkSender({ from, to }: Message, ownAddress: string): Refusal | undefined {
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) return [422, 'invalid_from_address'];
  const isTestSender = address.endsWith('@resend.dev');
  if (!isTestSender || to.every((one) => one === ownAddress || one.endsWith('@resend.dev'))) return undefined;
  return [
    403,
    'validation_error',
    `You can only send testing emails to your own email address (${ownAddress}). To send emails to other recipients, please verify a domain at resend.com/domains, and change the from address to an email using this domain.`,
  ];
}
