import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { readTodayLines } from '@/admin/kit/data/subject-words';
import { offerUndoBy } from '@/admin/kit/data/undo-change';
import { formatRelativeDay } from '@/admin/kit/lib/coming-days';
import { supabase } from '@/admin/kit/lib/supabase';
import type { TodayItem, TodayLines } from '@/admin/kit/lib/today-lines';
import { alwaysStale } from './dashboard';

const all = queryKeys.today;

type Postponement = { kind: string; record_id: string; until: string | null };

async function postponeItem({ kind, record_id, until }: Postponement): Promise<void> {
  // The generated types do not know that a parameter may be null.
  await supabase.rpc('postpone_item', { kind, record_id, until: until as string }).throwOnError();
}

export const today = {
  all,

  /** Options to read every item that waits for a person, most urgent first, postponed ones included. */
  items: () =>
    queryOptions({
      queryKey: [...all, 'items'],
      queryFn: async ({ signal, client }): Promise<TodayItem[]> => {
        const [{ data }, lines] = await Promise.all([
          supabase.rpc('today_items').abortSignal(signal).throwOnError(),
          readTodayLines(client),
        ]);
        return (data as TodayItem[]).filter(({ kind }) => lines[kind] !== undefined);
      },
      ...alwaysStale,
      meta: { errorMessage: 'Impossible de charger ce qu’il y a à faire' },
    }),

  /** Options to read what the list says of each kind; loaded with the items. */
  lines: () => queryOptions<TodayLines>({ queryKey: queryKeys.todayLines }),

  /** « Reporter »: postpones an item to a day, for the whole team. */
  postpone: () =>
    mutationOptions({
      mutationFn: postponeItem,
      onSuccess: (_data, item, _result, { client }) => {
        if (!item.until) return;
        const bringBack = mutationOptions({
          mutationFn: postponeItem,
          meta: { invalidates: [all], errorMessage: 'Impossible d’annuler le changement' },
        });
        offerUndoBy(client, `Reporté\u00a0: ${formatRelativeDay(item.until)}`, bringBack, {
          ...item,
          until: null,
        });
      },
      meta: { invalidates: [all], errorMessage: 'Impossible de reporter' },
    }),
};
