import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** The data of one query of a prerendered page, with its time in ms since 1970. */
type PageQuery = readonly [key: QueryKey, data: unknown, at: number];

/** Serializes the successful queries of a client. */
export function writePageData(client: QueryClient): string {
  const queries = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
    .map(({ queryKey, state }): PageQuery => [queryKey, state.data, state.dataUpdatedAt]);
  return JSON.stringify(queries);
}

/**
 * Restores the serialized queries, which are refreshed once stale. The library's own `hydrate` also handles promises and
 * mutations, for half a kilobyte of script.
 */
export function readPageData(client: QueryClient, text: string): void {
  for (const [key, data, updatedAt] of JSON.parse(text) as PageQuery[]) {
    client.setQueryData(key, data, { updatedAt });
  }
}
