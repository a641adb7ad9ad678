import type { QuoteDocument, QuoteLine, QuoteTotals, TaxStatus } from '@quote/quote-document.ts';
import type { DiscountKind } from '@quote/quote-totals.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/data/query-keys';
import { rpcError } from '@/admin/data/rpc-error';
import { moveToTrash } from '@/admin/data/trash/move-to-trash';
import { currentUserId } from '@/admin/lib/current-user';
import { EditConflict, refusedSave, type Version } from '@/admin/lib/edit-conflict';
import { readAllRows } from '@/admin/lib/read-rows';
import { toVersion } from '@/admin/lib/row-codecs';
import { supabase } from '@/admin/lib/supabase';
import type { Enums, Tables } from '@/shared/database.types';
import { type IssuedQuoteInput, type IssuedQuoteValues, issuedQuoteRow } from './issued-quotes.schema';
import type { issuedQuoteStatuses } from './quote-labels';

type Typed = {
  status: keyof typeof issuedQuoteStatuses;
  lines: QuoteLine[];
  totals: QuoteTotals;
  snapshot: QuoteDocument | null;
  discount_kind: DiscountKind;
  tax_status: TaxStatus;
};

/** A quote; what the generated types call JSON or text has the form that the database checks. */
export type IssuedQuote = Omit<Tables<'quotes'>, keyof Typed> & Typed;

const shownInList =
  'id, number, revision, status, organization_name, subject, total_cents, valid_until, sent_at, created_at';

/** A quote as the list shows it, without what it says. */
export type ListedQuote = Pick<
  IssuedQuote,
  | 'id'
  | 'number'
  | 'revision'
  | 'status'
  | 'organization_name'
  | 'subject'
  | 'total_cents'
  | 'valid_until'
  | 'sent_at'
  | 'created_at'
>;

/** What a quote is made from. */
export type QuoteSource = { source: 'contact' | 'quote_request' | 'trip_plan'; source_id: string };

const all = queryKeys.issuedQuotes;
const touched = [all, queryKeys.today, queryKeys.search];

/** A draft as the form holds it. */
export const toQuoteVersion = (quote: IssuedQuote): Version<IssuedQuoteValues> =>
  toVersion(issuedQuoteRow, quote);

async function readQuote(id: string, signal?: AbortSignal): Promise<IssuedQuote | null> {
  const query = supabase.from('quotes').select('*').eq('id', id);
  const { data } = await (signal ? query.abortSignal(signal) : query).maybeSingle().throwOnError();
  return data as IssuedQuote | null;
}

export const issuedQuotes = {
  all,

  /** Every quote, newest first. */
  list: () =>
    queryOptions({
      queryKey: [...all, 'list'],
      queryFn: ({ signal }) =>
        readAllRows(
          () =>
            supabase.from('quotes').select(shownInList).order('created_at', { ascending: false }).order('id'),
          signal,
        ) as Promise<ListedQuote[]>,
      meta: { errorMessage: 'Impossible de charger les devis' },
    }),

  /** How many there are in each state, and for how much. */
  totals: () =>
    queryOptions({
      queryKey: [...all, 'totals'],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('quote_totals_by_status').abortSignal(signal).throwOnError();
        return data;
      },
      meta: { errorMessage: 'Impossible de charger les totaux des devis' },
    }),

  /** One quote, or `null` when it no longer exists. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'by-id', id],
      queryFn: ({ signal }) => readQuote(id, signal),
      meta: { errorMessage: 'Impossible de charger le devis' },
    }),

  /** What happened to a quote, oldest first. */
  events: (id: string) =>
    queryOptions({
      queryKey: [...all, 'events', id],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('quote_events')
          .select('id, kind, body, created_at')
          .eq('quote_id', id)
          .order('created_at')
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
      meta: { errorMessage: 'Impossible de charger l’historique du devis' },
    }),

  /** A draft with what its source knows; answers its id. */
  create: () =>
    mutationOptions({
      mutationFn: async (from: Partial<QuoteSource> & { template?: string }) => {
        const { data, error } = await supabase.rpc('create_quote', from);
        if (error) throw rpcError(error, 'Impossible de créer le devis');
        return data;
      },
      meta: { invalidates: touched },
    }),

  /**
   * Keeps a draft over the version that was read; answers the version written.
   *
   * @throws EditConflict, EditGone
   */
  save: (id: string) =>
    mutationOptions({
      mutationFn: async ({ quote, readAt }: { quote: IssuedQuoteInput; readAt: string }) => {
        await currentUserId();
        const { data } = await supabase
          .from('quotes')
          .update(z.encode(issuedQuoteRow, quote))
          .eq('id', id)
          .eq('updated_at', readAt)
          .select('*')
          .maybeSingle()
          .throwOnError();
        if (data) return toQuoteVersion(data as unknown as IssuedQuote);
        const now = readQuote(id).then((stored) =>
          stored?.status === 'brouillon' ? toQuoteVersion(stored) : null,
        );
        throw await refusedSave(now, 'Ce devis n’est plus un brouillon');
      },
      meta: {
        silent: (error) => error instanceof EditConflict,
        invalidates: [
          [...all, 'by-id', id],
          [...all, 'list'],
          [...all, 'totals'],
          [...all, 'lacks-ground', id],
          [...all, 'accepts-by', id],
        ],
        errorMessage: 'Impossible d’enregistrer le devis',
      },
    }),

  /** The draft that changes a sent quote; answers its id. */
  revise: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        const { data, error } = await supabase.rpc('revise_quote', { quote: id });
        if (error) throw rpcError(error, 'Impossible de réviser le devis');
        return data;
      },
      meta: { invalidates: touched },
    }),

  /** The same quote again, without its number; answers its id. */
  duplicate: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        const { data, error } = await supabase.rpc('duplicate_quote', { quote: id });
        if (error) throw rpcError(error, 'Impossible de dupliquer le devis');
        return data;
      },
      meta: { invalidates: touched, successMessage: 'Devis dupliqué' },
    }),

  /** What the client answered by another way, or that the quote is cancelled; with the reason. */
  answer: () =>
    mutationOptions({
      mutationFn: async ({ id, ...said }: { id: string; answer: Enums<'quote_status'>; reason: string }) => {
        const { error } = await supabase.rpc('record_quote_answer', { quote: id, ...said });
        if (error) throw rpcError(error, 'Impossible de noter la réponse');
      },
      meta: { invalidates: touched, successMessage: 'Réponse notée' },
    }),

  remove: () =>
    moveToTrash<Pick<IssuedQuote, 'id'>>({
      kind: 'quotes',
      said: () => 'Brouillon supprimé',
      errorMessage: 'Impossible de supprimer le brouillon',
      invalidates: touched,
    }),
};
