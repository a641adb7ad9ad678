import type { QueryClient } from '@tanstack/react-query';
import { session } from './data/session/session';

/**
 * A route that, on the first page load, waits for the responses sent for by prefetch.ts, so that its screen renders once,
 * with its first rows: the spinner, the empty table and the rows would each block a phone for a tenth of a second. It
 * waits for nothing later, nor for a user who is no member of the team.
 *
 * @param read reads the screen's first data into the cache
 */
export function prefetchedRoute(client: QueryClient, read: (client: QueryClient) => Promise<unknown>) {
  const loader = async () => {
    if (!globalThis.prefetchedResponses?.size) return null;
    try {
      const current = await client.ensureQueryData(session.current());
      const role = current && (await client.ensureQueryData(session.role(current.user.id)));
      if (role) await read(client);
    } catch (error) {
      // The screen sends the request again and shows its error.
      console.warn('Premières lignes non reçues', error);
    }
    return null;
  };
  // Search, filters and sort are in the address: they change nothing of what is read.
  return { loader, shouldRevalidate: () => false };
}
