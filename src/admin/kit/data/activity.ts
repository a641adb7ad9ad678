import { queryOptions } from '@tanstack/react-query';
import type { Database } from '@/shared/database.types';
import { supabase } from '../lib/supabase';
import { type Change, describeChange } from './activity-texts';
import { queryKeys } from './query-keys';

/** A table whose changes are recorded. */
export type ActivityKind = keyof Database['public']['Tables'];

async function read(only: { only_kind?: string; only_record?: string }, signal: AbortSignal) {
  const { data } = await supabase.rpc('recent_activity', only).abortSignal(signal).throwOnError();
  return (data as Change[]).map((change) => ({
    id: change.id,
    at: change.created_at,
    who: change.actor_email ?? 'un compte supprimé',
    text: describeChange(change),
  }));
}

/** Options to read the record of changes: the fifty newest, in words. */
export const activity = {
  recent: () =>
    queryOptions({
      queryKey: [...queryKeys.activity, 'recent'],
      queryFn: ({ signal }) => read({}, signal),
      staleTime: 0,
      meta: { logMessage: 'The record of changes could not be read' },
    }),

  ofRecord: (kind: ActivityKind, id: string) =>
    queryOptions({
      queryKey: [...queryKeys.activity, kind, id],
      queryFn: ({ signal }) => read({ only_kind: kind, only_record: id }, signal),
      staleTime: 0,
      meta: { logMessage: 'The record of changes could not be read' },
    }),
};
