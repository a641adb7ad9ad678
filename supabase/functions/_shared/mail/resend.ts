import { Buffer } from 'node:buffer';
import type { Dependencies } from '../dependencies.ts';
import { parseJson } from '../json.ts';
import { FetchFailure, type LimitedAnswer, limitedFetch } from '../limited-fetch.ts';
import { readSetting } from '../settings.ts';
import { type Outcome, type OutgoingMessage, SEND_TIMEOUT_MS, type Transport } from './outgoing.ts';

const BASE_URL = 'https://api.resend.com';
/** Calls a second, until an answer states the limit of the account. */
const FIRST_LIMIT = 2;
/** Margin below the allowed rate: messages that start at even intervals do not arrive so. */
const PACE_MARGIN = 1.02;

/**
 * Creates a transport to Resend over HTTP. The key of a message is its `Idempotency-Key`, remembered for 24 hours.
 * Errors: https://resend.com/docs/api-reference/errors; limits: https://resend.com/docs/api-reference/rate-limit.
 */
export function createResendTransport(dependencies: Dependencies, apiKey: string): Transport {
  const url = `${(readSetting(dependencies.env, 'RESEND_BASE_URL') ?? BASE_URL).replace(/\/+$/, '')}/emails`;
  let limit = FIRST_LIMIT;
  return {
    name: 'resend',
    sameKeyIsSafe: true,
    workers: 4,
    get pace() {
      return (1_000 / limit) * PACE_MARGIN;
    },
    send: async (message) => {
      const headers = {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': message.key,
      };
      const init = { method: 'POST', headers, body: JSON.stringify(bodyOf(message)) };
      try {
        const limits = { timeoutMs: SEND_TIMEOUT_MS, maxBytes: 64 * 1024 };
        const answer = await limitedFetch(dependencies, url, init, limits);
        limit = callsASecond(answer.headers) ?? limit;
        return outcomeOf(answer, message.from.address);
      } catch (error) {
        if (!(error instanceof FetchFailure)) throw error;
        const reason =
          error.kind === 'timeout' ? 'Resend n’a pas répondu à temps.' : 'Resend n’a pas pu être joint.';
        return { kind: 'retry', reason, mayHaveArrived: true, isOutage: true };
      }
    },
  };
}

/** Builds the body always in the same order: under one key, Resend wants the same bytes. */
function bodyOf({
  from,
  to,
  replyTo,
  subject,
  html,
  text,
  headers,
  attachments,
  tags,
}: OutgoingMessage): object {
  const name = from.name.replace(/[\p{Cc}"\\]/gu, ' ').trim();
  return {
    from: `"${name}" <${from.address}>`,
    to,
    subject,
    html,
    text,
    ...(replyTo ? { reply_to: replyTo } : {}),
    ...(headers ? { headers } : {}),
    ...(attachments ? { attachments: attachments.map(encodeAttachment) } : {}),
    ...(tags ? { tags: Object.entries(tags).map(([name, value]) => ({ name, value })) } : {}),
  };
}

const encodeAttachment = ({
  filename,
  contentType,
  content,
}: NonNullable<OutgoingMessage['attachments']>[number]) => ({
  filename,
  content_type: contentType,
  content: Buffer.from(content).toString('base64'),
});

function outcomeOf(answer: LimitedAnswer, sender: string): Outcome {
  const { id, name, message } = parse(answer.text);
  if (answer.ok) return { kind: 'accepted', providerId: id ?? null };
  const reason = reasonOf(answer.status, name, message);
  if (/^(daily|monthly)_quota_exceeded$/.test(name ?? '')) return { kind: 'pause', reason };
  if (answer.status === 403 && sender.toLowerCase().endsWith(TEST_DOMAIN)) {
    return { kind: 'pause', reason: testSenderRefused(sender) };
  }
  if (answer.status === 401 || answer.status === 403) return { kind: 'pause', reason };
  if (answer.status === 429) return { kind: 'wait', seconds: backOffSeconds(answer.headers), reason };
  if (answer.status === 409 && /^(concurrent_idempotent_requests|resource_locked)$/.test(name ?? '')) {
    return { kind: 'retry', reason, mayHaveArrived: true };
  }
  // The key was used with another body: an earlier attempt reached Resend, with an unknown outcome.
  if (name === 'invalid_idempotent_request') return { kind: 'unknown', reason };
  if (answer.status >= 400 && answer.status < 500) return { kind: 'rejected', reason };
  // The fault is the service's, not this message's; 500 alone may concern the message.
  const isOutage = answer.status >= 502;
  return { kind: 'retry', reason, mayHaveArrived: true, ...(isOutage ? { isOutage } : {}) };
}

/** French texts of Resend's errors, by name (resend.com/docs/api-reference/errors). */
const errorNames: Record<string, string> = {
  missing_api_key: 'la clé du fournisseur manque',
  invalid_api_key: 'la clé du fournisseur est refusée',
  restricted_api_key: 'la clé du fournisseur ne permet pas d’envoyer',
  suspended_api_key: 'la clé du fournisseur est suspendue',
  invalid_access: 'la clé du fournisseur ne permet pas cet envoi',
  invalid_from_address: 'l’adresse d’expédition est refusée',
  validation_error: 'un champ du message est refusé',
  invalid_parameter: 'un champ du message est refusé',
  missing_required_field: 'un champ du message manque',
  daily_quota_exceeded: 'la limite quotidienne du compte est atteinte',
  monthly_quota_exceeded: 'la limite mensuelle du compte est atteinte',
  rate_limit_exceeded: 'trop d’envois à la fois',
  concurrent_idempotent_requests: 'un premier essai du même message est en cours',
  resource_locked: 'un premier essai du même message est en cours',
  invalid_idempotent_request: 'un premier essai de ce message avait un autre contenu',
  security_error: 'le fournisseur a bloqué l’envoi par prudence',
  application_error: 'panne chez le fournisseur',
  internal_server_error: 'panne chez le fournisseur',
};

/** Explains an error in French; the provider's own text about this message is quoted. */
function reasonOf(status: number, name: string | undefined, message: string | undefined): string {
  const meaning = errorNames[name ?? ''] ?? (status >= 500 ? 'panne chez le fournisseur' : 'message refusé');
  const quoted = message && status < 500 ? ` Sa réponse\u00a0: «\u00a0${message}\u00a0».` : '';
  return `Resend\u00a0: ${meaning} (${status}${name ? `, ${name}` : ''}).${quoted}`;
}

/** Domain of `onboarding@resend.dev`, which reaches only the account's own address and Resend's test addresses. */
const TEST_DOMAIN = '@resend.dev';

const testSenderRefused = (sender: string) =>
  `L'expéditeur d'essai ${sender} n'écrit qu'à l'adresse de votre compte Resend. Pour écrire à vos contacts, faites vérifier un domaine par Resend, puis ajoutez une adresse de ce domaine aux expéditeurs, dans les réglages.`;

/** Reads the account's rate limit from an answer, in calls a second. */
function callsASecond(headers: Headers): number | undefined {
  const headerValue = Number(headers.get('ratelimit-limit') ?? Number.NaN);
  return Number.isFinite(headerValue) && headerValue >= 1 && headerValue <= 1_000 ? headerValue : undefined;
}

/** Reads how many seconds an answer asks to wait; 5 when it gives a date or nothing. */
function backOffSeconds(headers: Headers): number {
  const headerValue = Number(headers.get('retry-after') ?? headers.get('ratelimit-reset') ?? Number.NaN);
  return Number.isFinite(headerValue) && headerValue > 0 ? Math.ceil(headerValue) : 5;
}

/** Reads the texts of an answer, each at most 300 characters. */
function parse(text: string): { id?: string; name?: string; message?: string } {
  const entries = Object.entries(parseJson(text) ?? {}).filter(([, content]) => typeof content === 'string');
  return Object.fromEntries(entries.map(([key, content]) => [key, content.slice(0, 300)]));
}
