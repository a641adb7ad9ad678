import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import { type TenderNotice, type TenderWeek, weekSummary } from './seao';

export type TenderSignal = Tables<'tender_signals'>;
export type ReadTenderWeek = Tables<'tender_weeks'>;

/** Days before its end during which a contract is a signal. */
const SOON_DAYS = 183;

const dayAfter = (today: string, days: number) => {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/**
 * Tells whether a signal is current: an open call, or a contract that ends within six months, like
 * private.current_tenders.
 */
export function isCurrent({ closes_at, ends_on }: TenderSignal, now: Date, today: string): boolean {
  if (closes_at) return Date.parse(closes_at) > now.getTime();
  return ends_on !== null && ends_on >= today && ends_on <= dayAfter(today, SOON_DAYS);
}

/** Orders two signals by their deadline. */
export const byDeadline = (left: TenderSignal, right: TenderSignal) =>
  dueOf(left).localeCompare(dueOf(right)) || left.ocid.localeCompare(right.ocid);
const dueOf = ({ closes_at, ends_on }: TenderSignal) => closes_at?.slice(0, 10) ?? ends_on ?? '';

type ReadFile = { week: TenderWeek; releases: number; notices: readonly TenderNotice[] };

const all = ['tenders'] as const;

export const tenders = {
  all,

  /** Options to read every stored signal, dismissed ones too. */
  list: () =>
    queryOptions({
      queryKey: [...all, 'list'],
      queryFn: ({ signal }) =>
        readAllRows<TenderSignal>(() => supabase.from('tender_signals').select('*').order('id'), signal),
      meta: { errorMessage: 'Impossible de charger les appels d’offres' },
    }),

  /** Options to read the imported weekly files, the newest first. */
  weeks: () =>
    queryOptions({
      queryKey: [...all, 'weeks'],
      queryFn: ({ signal }) =>
        readAllRows<ReadTenderWeek>(
          () => supabase.from('tender_weeks').select('*').order('first_day', { ascending: false }),
          signal,
        ),
      meta: { errorMessage: 'Impossible de charger les semaines lues' },
    }),

  /** Options to read the phrases that calls are searched for. */
  phrases: () =>
    queryOptions({
      queryKey: [...all, 'phrases'],
      queryFn: async ({ signal }): Promise<string[]> => {
        const { data } = await supabase
          .from('tender_settings')
          .select('phrases')
          .eq('id', 1)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        return data?.phrases ?? [];
      },
      meta: { errorMessage: 'Impossible de charger les expressions recherchées' },
    }),

  setPhrases: () =>
    mutationOptions({
      mutationFn: async (phrases: string[]) => {
        await supabase
          .from('tender_settings')
          .update({ phrases })
          .eq('id', 1)
          .select('id')
          .single()
          .throwOnError();
      },
      meta: {
        invalidates: [all],
        successMessage: 'Expressions enregistrées. Elles vaudront pour les prochains fichiers.',
        errorMessage: 'Impossible d’enregistrer les expressions',
      },
    }),

  /** Imports one weekly file, and reports its changes. */
  importWeek: () =>
    mutationOptions({
      mutationFn: async ({ week, releases, notices }: ReadFile) => {
        const { data, error } = await supabase
          .rpc('import_tender_week', { ...week, releases, notices: [...notices] })
          .single();
        if (error) throw rpcError(error, 'Impossible d’enregistrer les appels d’offres');
        return data;
      },
      onSuccess: (changes, { releases }) => notify.success(weekSummary(releases, changes), 'Semaine lue'),
      networkMode: 'always',
      meta: { invalidates: [all, queryKeys.today] },
    }),

  /** « Pas pertinent »: dismisses a signal and the others with its phrase and its buyer, now and in later files. */
  dismiss: () =>
    mutationOptions({
      mutationFn: async ({ id }: Pick<TenderSignal, 'id'>) => {
        const {
          data: { phrase, buyer },
        } = await supabase
          .from('tender_signals')
          .select('phrase, buyer')
          .eq('id', id)
          .single()
          .throwOnError();
        const { data } = await supabase
          .from('tender_signals')
          .update({ dismissed_at: serverNow().toISOString() })
          .eq('phrase', phrase)
          .eq('buyer', buyer)
          .is('dismissed_at', null)
          .select('id')
          .throwOnError();
        return { phrase, buyer, ids: data.map((signal) => signal.id) };
      },
      onSuccess: ({ ids, phrase, buyer }, _signal, _result, { client }) =>
        offerBack(client, ids, phrase, buyer),
      meta: { invalidates: [all, queryKeys.today], errorMessage: 'Impossible d’écarter cet avis' },
    }),

  /** Restores the signals with a phrase and a buyer: neither is dismissed any more. */
  bringBack: () =>
    mutationOptions({
      mutationFn: async ({ phrase, buyer }: TenderSignal) => {
        await supabase
          .from('tender_signals')
          .update({ dismissed_at: null })
          .eq('phrase', phrase)
          .eq('buyer', buyer)
          .throwOnError();
      },
      meta: {
        invalidates: [all, queryKeys.today],
        successMessage: 'Avis remis dans la liste',
        errorMessage: 'Impossible de remettre cet avis',
      },
    }),
};

function offerBack(client: QueryClient, ids: readonly string[], phrase: string, buyer: string): void {
  const undo = async () => {
    await supabase
      .from('tender_signals')
      .update({ dismissed_at: null })
      .in('id', [...ids])
      .throwOnError();
  };
  offerUndo(client, `Écarté\u00a0: «\u00a0${phrase}\u00a0» chez ${buyer}`, undo, [all, queryKeys.today]);
}
