import type { Email } from 'postal-mime';
import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError } from '../_shared/errors.ts';
import { MAX_BYTES } from '../_shared/inbound/store-message.ts';
import { parseJson } from '../_shared/json.ts';
import { FetchFailure, limitedFetch, limitedFetchBytes } from '../_shared/limited-fetch.ts';
import { missingSettings, readSetting } from '../_shared/settings.ts';
import { destinationOf } from '../_shared/site/site-address.ts';

const BASE_URL = 'https://api.resend.com';
/** Longest answer about a message, its text and HTML included. */
const MOST_ANSWER = 8 * 1024 * 1024;
const text = z.string().nullish();

const receivedSchema = z.object({
  id: z.string(),
  message_id: text,
  from: text,
  subject: text,
  text,
  html: text,
  to: z.array(z.string()).nullish(),
  headers: z.record(z.string(), z.unknown()).nullish(),
  raw: z.object({ download_url: z.string() }).nullish(),
});

/** The provider's data about a received message. */
export type ReceivedEmail = z.infer<typeof receivedSchema>;

/**
 * Fetches a message from Resend by its id; undefined when there is none. Throws 503, so that the event comes again,
 * for anything else but a message whose text alone is too large. Source: resend.com/docs/api-reference/emails/retrieve-received-email.
 */
export async function fetchReceived(
  dependencies: Dependencies,
  id: string,
): Promise<ReceivedEmail | 'too_large' | undefined> {
  const apiKey = readSetting(dependencies.env, 'RESEND_API_KEY');
  if (!apiKey) throw missingSettings(['RESEND_API_KEY']);
  const base = (readSetting(dependencies.env, 'RESEND_BASE_URL') ?? BASE_URL).replace(/\/+$/, '');
  const url = `${base}/emails/receiving/${encodeURIComponent(id)}?html_format=cid`;
  const headers = { authorization: `Bearer ${apiKey}` };
  const bounds = { timeoutMs: 15_000, maxBytes: MOST_ANSWER };
  const answer = await limitedFetch(dependencies, url, { headers }, bounds).catch(tooLargeOrUnavailable);
  if (answer === 'too_large') return answer;
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw unavailable(`the message answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  const { data } = receivedSchema.safeParse(parseJson(answer.text));
  if (!data) throw unavailable('the message is not in the documented form');
  return data;
}

/** Fetches the raw message; undefined without an address for it. `too_large`: more than 15 MB. */
export async function fetchRaw(
  dependencies: Dependencies,
  { raw }: ReceivedEmail,
): Promise<Uint8Array | 'too_large' | undefined> {
  if (!raw || !URL.canParse(raw.download_url)) return undefined;
  const url = new URL(raw.download_url);
  // The provider's answer contains this address: only public ones are requested, and without our key.
  const isPublic = await destinationOf(url, dependencies).catch(() => undefined);
  if (!isPublic) return undefined;
  const bounds = { timeoutMs: 30_000, maxBytes: MAX_BYTES };
  const answer = await limitedFetchBytes(dependencies, url.href, {}, bounds).catch(tooLargeOrUnavailable);
  if (answer === 'too_large') return answer;
  if (!answer.ok) throw unavailable(`the raw message answered ${answer.status}`);
  return answer.bytes;
}

function tooLargeOrUnavailable(error: unknown): 'too_large' {
  if (error instanceof FetchFailure && error.kind === 'too_large') return 'too_large';
  throw error instanceof FetchFailure ? unavailable(error.message) : error;
}

/** Converts the provider's own parsing of a message to the parser's form. */
export function toEmail(received: Omit<ReceivedEmail, 'id'>): Email {
  const headers = Object.entries(received.headers ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => ({ key: name.toLowerCase(), originalKey: name, value: String(one) })),
  );
  const [, name = '', address = ''] =
    /^\s*"?([^"<]{0,200}?)"?\s*<?([^\s<>]{1,320})>?\s*$/.exec(received.from ?? '') ?? [];
  return {
    headers,
    headerLines: [],
    attachments: [],
    from: { name, address },
    to: (received.to ?? []).map((to) => ({ name: '', address: to })),
    subject: received.subject ?? '',
    text: received.text ?? undefined,
    html: received.html ?? undefined,
    messageId: received.message_id ?? '',
  };
}

const unavailable = (detail: string) =>
  new FunctionError(
    503,
    'provider_unavailable',
    'Le fournisseur de courriel n’a pas donné le message.',
    detail,
  );
