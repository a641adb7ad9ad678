import type { Dependencies } from './dependencies.ts';
import { readLimited, SizeLimitExceeded } from './read-limited.ts';

/** Reason for a missing answer. An HTTP error status is an answer, not a failure. */
export type FetchFailureKind = 'timeout' | 'aborted' | 'unreachable' | 'too_large';

/** A failed call. It carries no part of the request: a header may be a secret. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  readonly kind: FetchFailureKind;

  constructor(kind: FetchFailureKind) {
    super(`fetch failed: ${kind}`);
    this.kind = kind;
  }
}

export interface FetchLimits {
  /** Timeout of the whole exchange, body included. */
  timeoutMs: number;
  /** Largest answer, once decompressed. */
  maxBytes: number;
  /** Cancels the call when the caller goes away or runs out of its own time. */
  signal?: AbortSignal;
}

export interface LimitedAnswer {
  status: number;
  ok: boolean;
  headers: Headers;
  text: string;
}

/** A limited answer as bytes. */
export type LimitedBytes = Omit<LimitedAnswer, 'text'> & { bytes: Uint8Array };

/**
 * Fetches with a timeout and a size limit, and follows no redirect unless `init` says so (a redirect would carry the
 * headers, keys included, to an unchosen address). Rejects with FetchFailure only.
 */
export async function limitedFetch(
  dependencies: Pick<Dependencies, 'fetch' | 'clock'>,
  url: string,
  init: Omit<RequestInit, 'signal'>,
  limits: FetchLimits,
): Promise<LimitedAnswer> {
  const { bytes, ...answer } = await limitedFetchBytes(dependencies, url, init, limits);
  return { ...answer, text: new TextDecoder().decode(bytes) };
}

/** Fetches like `limitedFetch`, for content other than text. */
export async function limitedFetchBytes(
  { fetch, clock }: Pick<Dependencies, 'fetch' | 'clock'>,
  url: string,
  init: Omit<RequestInit, 'signal'>,
  limits: FetchLimits,
): Promise<LimitedBytes> {
  const timeout = clock.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([timeout, limits.signal]) : timeout;
  try {
    const response = await fetch(url, { redirect: 'manual', ...init, signal });
    // Nothing is loaded of what announces itself as too large.
    if (Number(response.headers.get('content-length')) > limits.maxBytes) {
      response.body?.cancel().catch(() => undefined);
      throw new SizeLimitExceeded();
    }
    const bytes = await readLimited(response.body, limits.maxBytes);
    const { status, ok, headers } = response;
    return { status, ok, headers, bytes };
  } catch (error) {
    throw new FetchFailure(failureKind(error, signal));
  }
}

function failureKind(error: unknown, signal: AbortSignal): FetchFailureKind {
  if (error instanceof SizeLimitExceeded) return 'too_large';
  if (!signal.aborted) return 'unreachable';
  return signal.reason instanceof Error && signal.reason.name === 'TimeoutError' ? 'timeout' : 'aborted';
}
