import type { QueryClient } from '@tanstack/react-query';
import { session } from './data/session/session';

/**
 * A route whose screen, when it is the one that the back office opens on, waits for what the page asked for before its
 * scripts were there (early-office.ts). It is then drawn once, with its first rows: the spinner, the empty frame and the
 * rows would each stop a phone for a tenth of a second. At any later moment, and for anyone who is no administrator,
 * there is nothing to wait for.
 *
 * @param read brings what the screen shows first into the cache
 */
export function openingWith(client: QueryClient, read: (client: QueryClient) => Promise<unknown>) {
  const loader = async () => {
    if (!globalThis.earlyAnswers?.size) return null;
    try {
      const current = await client.ensureQueryData(session.current());
      const isAdmin = current && (await client.ensureQueryData(session.isAdmin(current.user.id)));
      if (isAdmin) await read(client);
    } catch (error) {
      // The screen asks again, and says what went wrong.
      console.warn('Premières lignes non reçues', error);
    }
    return null;
  };
  // Search, filters and sort are in the address: they change nothing of what is read.
  return { loader, shouldRevalidate: () => false };
}
