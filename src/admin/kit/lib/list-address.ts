/** The last query string of each list, by its path. */
const queries = new Map<string, string>();

/** Remembers the search, filters and order of a list, as a query string without its `?`. */
export function rememberListAddress(path: string, query: string): void {
  queries.set(path, query);
}

/** Returns the last address of a list, for links back from one of its rows; the menu leads to the whole list. */
export function listAddress(path: string): string {
  const query = queries.get(path);
  return query ? `${path}?${query}` : path;
}

/** Returns the addresses of a list's saved views, by their query strings. */
export const viewsOf =
  (list: { href: () => string }) =>
  (query: string): string =>
    `${list.href()}?${query}`;

/** Returns the address of a list with some of its parameters set. */
export const filteredList = (list: { href: () => string }, parameters: Record<string, string>): string =>
  `${list.href()}?${new URLSearchParams(parameters)}`;
