import { type TodayKind, todayKinds } from '@contract/today-kinds';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { offerUndoBy } from '@/admin/kit/data/undo-change';
import { formatRelativeDay } from '@/admin/kit/lib/coming-days';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Database } from '@/shared/database.types';
import { fresh } from './dashboard';

type Row = Database['public']['Functions']['today_items']['Returns'][number];

/** An item that waits for a person. The generated types do not know which columns may be null. */
export type TodayItem = Pick<Row, 'record_id' | 'title'> & {
  kind: TodayKind;
  /** 0 late, 1 today or soon, 2 when there is time. */
  urgency: 0 | 1 | 2;
  detail: string | null;
  due_at: string | null;
  amount: number | null;
  target: 'contact' | 'quote_request' | 'trip_plan' | null;
  target_id: string | null;
  phone: string | null;
  /** Day until which it is postponed. */
  postponed_until: string | null;
};

const all = queryKeys.today;

type Postponement = { kind: TodayKind; record_id: string; until: string | null };

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
      queryFn: async ({ signal }): Promise<TodayItem[]> => {
        const { data } = await supabase.rpc('today_items').abortSignal(signal).throwOnError();
        return (data as TodayItem[]).filter(({ kind }) => todayKinds.includes(kind));
      },
      ...fresh,
      meta: { errorMessage: 'Impossible de charger ce qu’il y a à faire' },
    }),

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
