import type { QueryClient } from '@tanstack/react-query';
import type { Subject } from '../lib/subject';
import type { AllTables } from '../lib/table-words';
import { queryKeys } from './query-keys';

/** Loads the words of every table that people see something of. */
export async function loadTables(subjects: readonly Subject[]): Promise<AllTables> {
  const loaded = await Promise.all(subjects.map(({ tables }) => tables?.()));
  const described = loaded.flatMap((one) => Object.entries(one?.tables ?? {}));
  return Object.fromEntries(described.filter(([, table]) => table !== null)) as AllTables;
}

/** Tells a client how to load the words of the subjects: what knows no subject reads them by their key. */
export function provideWords(client: QueryClient, subjects: readonly Subject[]): void {
  client.setQueryDefaults(queryKeys.tables, {
    queryFn: () => loadTables(subjects),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Reads the words of the tables, loaded once. */
export const readTables = (client: QueryClient): Promise<AllTables> =>
  client.fetchQuery<AllTables>({ queryKey: queryKeys.tables });
