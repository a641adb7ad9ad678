import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { supabase } from '@/admin/lib/supabase';
import { notify } from '@/shared/lib/notify';
import { offerUndo } from './undo-change';

type StatusChange = {
  kind: 'contacts' | 'quote_requests' | 'virtual_tours';
  given: string;
  before: { id: string; status: string }[];
};

/**
 * Says that rows were given a status, with « Annuler », which gives each the one it had and the dates that go with it.
 *
 * @param rows as they were before
 */
export function offerStatusUndo(
  client: QueryClient,
  text: string,
  { kind, given }: Pick<StatusChange, 'kind' | 'given'>,
  rows: readonly { id: string; status: string }[],
  invalidates: readonly QueryKey[],
): void {
  const before = rows.filter(({ status }) => status !== given).map(({ id, status }) => ({ id, status }));
  if (before.length === 0) {
    notify.success(text);
    return;
  }
  const change: StatusChange = { kind, given, before };
  offerUndo(
    client,
    text,
    async () => {
      await supabase.rpc('undo_status', change).throwOnError();
    },
    invalidates,
  );
}
