import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError } from '../_shared/errors.ts';
import { parseJson } from '../_shared/json.ts';
import { FetchFailure, limitedFetch } from '../_shared/limited-fetch.ts';
import { readSetting } from '../_shared/settings.ts';

/** A resolver that answers JSON over HTTPS, like those of Google and Cloudflare. */
const DEFAULT_RESOLVER = 'https://cloudflare-dns.com/dns-query';
const TXT = 16;

const answerSchema = z.object({
  Status: z.number(),
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).optional(),
});

/**
 * Reads the TXT records of a name over HTTPS at DNS_RESOLVER_URL; none when the name has none or does not exist.
 * Throws 502 where the resolver does not answer.
 */
export async function txtRecords(
  dependencies: Dependencies,
  name: string,
  signal: AbortSignal,
): Promise<string[]> {
  const resolver = readSetting(dependencies.env, 'DNS_RESOLVER_URL') ?? DEFAULT_RESOLVER;
  const url = `${resolver}?name=${encodeURIComponent(name)}&type=TXT`;
  const headers = { accept: 'application/dns-json' };
  const limits = { timeoutMs: 5_000, maxBytes: 64 * 1024, signal };
  const answer = await limitedFetch(dependencies, url, { headers }, limits).catch((error: unknown) => {
    throw error instanceof FetchFailure ? unreachable(error.message) : error;
  });
  const { data } = answerSchema.safeParse(parseJson(answer.text));
  // Status 0 means found, 3 no such name. Any other says nothing of the name.
  if (!answer.ok || !data || (data.Status !== 0 && data.Status !== 3)) {
    throw unreachable(`the resolver answered ${answer.status} ${data?.Status ?? ''}`);
  }
  return (data.Answer ?? []).filter(({ type }) => type === TXT).map(({ data: quoted }) => unquote(quoted));
}

/** Joins a long record, which comes as several texts in quotation marks. */
const unquote = (data: string) =>
  data.startsWith('"')
    ? [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text.replace(/\\(.)/g, '$1')).join('')
    : data;

const unreachable = (detail: string) =>
  new FunctionError(
    502,
    'resolver_unreachable',
    'Le service de noms de domaine ne répond pas. Réessayez dans un instant.',
    detail,
  );
