import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** One query that a prerendered page was made from: its key, what it answered, and when (ms since 1970). */
type Answered = readonly [key: QueryKey, data: unknown, at: number];

/** Everything that was read into a client, as text. A failed reading is left out. */
export function writePageData(client: QueryClient): string {
  const answered = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }): Answered => [queryKey, state.data, state.dataUpdatedAt]);
  return JSON.stringify(answered);
}

/**
 * Puts it back, in the browser: shown at once, and refreshed when it has aged. The library's own `hydrate` also knows
 * promises and mutations, for half a kilobyte that every visitor would load.
 */
export function readPageData(client: QueryClient, text: string): void {
  for (const [key, data, updatedAt] of JSON.parse(text) as Answered[]) {
    client.setQueryData(key, data, { updatedAt });
  }
}
