/** The responses to requests sent by prefetch.ts, by address. */
export type PrefetchedResponses = Map<string, { token: string; response: Promise<Response | undefined> }>;

declare global {
  var prefetchedResponses: PrefetchedResponses | undefined;
}

/**
 * The response to a request that prefetch.ts has already sent with the same token; each is used once.
 *
 * @returns `undefined` when it was not sent, or failed: it is to be sent now
 */
export async function takePrefetchedResponse(
  url: string,
  token: string,
  { method = 'GET' }: RequestInit = {},
): Promise<Response | undefined> {
  const prefetched = globalThis.prefetchedResponses?.get(url);
  if (!prefetched || method !== 'GET') return undefined;
  globalThis.prefetchedResponses?.delete(url);
  return prefetched.token === token ? prefetched.response : undefined;
}
