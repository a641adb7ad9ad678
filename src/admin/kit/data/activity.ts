import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import type { Database } from '@/shared/database.types';
import { supabase } from '../lib/supabase';
import { type Change, describeChange } from './activity-texts';
import { queryKeys } from './query-keys';
import { readTables } from './subject-words';

/** A table whose changes are recorded. */
export type ActivityKind = keyof Database['public']['Tables'];

async function readActivity(
  only: { only_kind?: string; only_record?: string },
  { signal, client }: Pick<QueryFunctionContext, 'signal' | 'client'>,
) {
  const [{ data }, tables] = await Promise.all([
    supabase.rpc('recent_activity', only).abortSignal(signal).throwOnError(),
    readTables(client),
  ]);
  return (data as Change[]).map((change) => ({
    id: change.id,
    at: change.created_at,
    who: change.actor_email ?? 'un compte supprimé',
    text: describeChange(change, tables),
  }));
}

/** Options to read the record of changes: the fifty newest, in words. */
export const activity = {
  recent: () =>
    queryOptions({
      queryKey: [...queryKeys.activity, 'recent'],
      queryFn: (context) => readActivity({}, context),
      staleTime: 0,
      meta: { logMessage: 'The record of changes could not be read' },
    }),

  ofRecord: (kind: ActivityKind, id: string) =>
    queryOptions({
      queryKey: [...queryKeys.activity, kind, id],
      queryFn: (context) => readActivity({ only_kind: kind, only_record: id }, context),
      staleTime: 0,
      meta: { logMessage: 'The record of changes could not be read' },
    }),
};
