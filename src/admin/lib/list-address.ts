/** The filters that each list was left with, by its path. */
const queries = new Map<string, string>();

/** Remembers the search, filters and order of a list, as a query string without its `?`. */
export function rememberListAddress(path: string, query: string): void {
  queries.set(path, query);
}

/** The address of a list as it was left, for those who come back from one of its rows; the menu leads to all of it. */
export function listAddress(path: string): string {
  const query = queries.get(path);
  return query ? `${path}?${query}` : path;
}
