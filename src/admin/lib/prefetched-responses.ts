/** What the page asked for before its scripts were there (early-office.ts), by address. */
export type EarlyAnswers = Map<string, { token: string; answer: Promise<Response | undefined> }>;

declare global {
  var earlyAnswers: EarlyAnswers | undefined;
}

/**
 * The answer to a request that the page has already sent for the same person; each serves once.
 *
 * @returns nothing when it was not sent, or got no answer: it is to be sent now
 */
export async function takeEarlyAnswer(
  url: string,
  token: string,
  { method = 'GET' }: RequestInit = {},
): Promise<Response | undefined> {
  const early = globalThis.earlyAnswers?.get(url);
  if (!early || method !== 'GET') return undefined;
  globalThis.earlyAnswers?.delete(url);
  return early.token === token ? early.answer : undefined;
}
