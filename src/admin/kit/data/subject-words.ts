import type { QueryClient } from '@tanstack/react-query';
import type { SegmentConditions, Subject } from '../lib/subject';
import type { AllTables } from '../lib/table-words';
import type { TodayLines } from '../lib/today-lines';
import { queryKeys } from './query-keys';

/** Loads the words of every table that people see something of. */
export async function loadTables(subjects: readonly Subject[]): Promise<AllTables> {
  const loaded = await Promise.all(subjects.map(({ tables }) => tables?.()));
  const described = loaded.flatMap((one) => Object.entries(one?.tables ?? {}));
  return Object.fromEntries(described.filter(([, table]) => table !== null)) as AllTables;
}

/** Loads what « Aujourd'hui » says of each kind of item. */
async function loadTodayLines(subjects: readonly Subject[]): Promise<TodayLines> {
  const loaded = await Promise.all(subjects.map(({ todayLines }) => todayLines?.()));
  return Object.assign({}, ...loaded.map((one) => one?.todayLines));
}

/** Loads the conditions that the subjects bring to segments. */
async function loadSegmentConditions(subjects: readonly Subject[]): Promise<SegmentConditions> {
  const loaded = await Promise.all(subjects.map(({ segmentConditions }) => segmentConditions?.()));
  return Object.assign({}, ...loaded.map((one) => one?.segmentConditions));
}

const neverStale = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** Tells a client how to load the words of the subjects: what knows no subject reads them by their key. */
export function provideWords(client: QueryClient, subjects: readonly Subject[]): void {
  client.setQueryDefaults(queryKeys.tables, { queryFn: () => loadTables(subjects), ...neverStale });
  client.setQueryDefaults(queryKeys.todayLines, { queryFn: () => loadTodayLines(subjects), ...neverStale });
  client.setQueryDefaults(queryKeys.segmentConditions, {
    queryFn: () => loadSegmentConditions(subjects),
    ...neverStale,
  });
}

/** Reads the words of the tables, loaded once. */
export const readTables = (client: QueryClient): Promise<AllTables> =>
  client.fetchQuery<AllTables>({ queryKey: queryKeys.tables });

/** Reads what « Aujourd'hui » says of each kind of item, loaded once. */
export const readTodayLines = (client: QueryClient): Promise<TodayLines> =>
  client.fetchQuery<TodayLines>({ queryKey: queryKeys.todayLines });
