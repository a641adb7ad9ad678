import type { QuoteDocument, QuoteLine, QuoteTotals, TaxStatus } from '@quote/quote-document.ts';
import type { DiscountKind } from '@quote/quote-totals.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { createOnce } from '@/admin/kit/lib/create-once';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { EditConflict, refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { toVersion } from '@/admin/kit/lib/row-codecs';
import { supabase } from '@/admin/kit/lib/supabase';
import { moveToTrash } from '@/admin/trash/data/move-to-trash';
import type { Enums, Tables } from '@/shared/database.types';
import { type IssuedQuoteInput, type IssuedQuoteValues, issuedQuoteRow } from './issued-quotes.schema';
import type { issuedQuoteStatuses } from './quote-labels';

type TypedColumns = {
  status: keyof typeof issuedQuoteStatuses;
  lines: QuoteLine[];
  totals: QuoteTotals;
  snapshot: QuoteDocument | null;
  discount_kind: DiscountKind;
  tax_status: TaxStatus;
};

/** A quote; columns that the generated types call JSON or text have the form that the database checks. */
export type IssuedQuote = Omit<Tables<'quotes'>, keyof TypedColumns> & TypedColumns;

const shownInList =
  'id, number, revision, status, organization_name, subject, total_cents, valid_until, sent_at, created_at';

/** A quote as the list shows it, without its texts. */
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

/** The record that a quote is made from. */
export type QuoteSource = { source: 'contact' | 'quote_request' | 'trip_plan'; source_id: string };

const sourceColumns = {
  contact: 'contact_id',
  quote_request: 'request_id',
  trip_plan: 'trip_plan_id',
} as const satisfies Record<QuoteSource['source'], keyof Tables<'quotes'>>;

const all = queryKeys.issuedQuotes;
const affectedKeys = [all, queryKeys.today, queryKeys.search];

/** Converts a draft to the form's values. */
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

  /** Options to read the quotes made for a record, newest first. */
  of: ({ source, source_id }: QuoteSource) =>
    queryOptions({
      queryKey: [...all, 'of', source, source_id],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('quotes')
          .select(shownInList)
          .eq(sourceColumns[source], source_id)
          .order('created_at', { ascending: false })
          .abortSignal(signal)
          .throwOnError();
        return data as ListedQuote[];
      },
      meta: { errorMessage: 'Impossible de charger les devis' },
    }),

  /** Options to read the number and the amount of quotes by state. */
  totals: () =>
    queryOptions({
      queryKey: [...all, 'totals'],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('quote_totals_by_status').abortSignal(signal).throwOnError();
        return data;
      },
      meta: { errorMessage: 'Impossible de charger les totaux des devis' },
    }),

  /** Reads one quote, or `null` when it no longer exists. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'by-id', id],
      queryFn: ({ signal }) => readQuote(id, signal),
      meta: { errorMessage: 'Impossible de charger le devis' },
    }),

  /** Options to read the events of a quote, oldest first. */
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

  /** Creates a draft with the client's data from its source; returns its id. */
  create: () =>
    mutationOptions({
      mutationFn: (from: Partial<QuoteSource> & { template?: string }) => {
        const what = `quote ${from.source_id ?? ''} ${from.template ?? ''}`;
        return createOnce(what, async (new_id) => {
          const { data, error } = await supabase.rpc('create_quote', { ...from, new_id });
          if (error) throw rpcError(error, 'Impossible de créer le devis');
          return data;
        });
      },
      meta: { invalidates: affectedKeys },
    }),

  /**
   * Saves a draft over the version that was read; returns the new version.
   *
   * @throws EditConflict, EditGone
   */
  save: (id: string) =>
    mutationOptions({
      mutationFn: async ({ input, readAt }: { input: IssuedQuoteInput; readAt: string }) => {
        await currentUserId();
        const { data } = await supabase
          .from('quotes')
          .update(z.encode(issuedQuoteRow, input))
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

  /** Creates the draft of a revision of a sent quote; returns its id. */
  revise: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        const { data, error } = await supabase.rpc('revise_quote', { quote: id });
        if (error) throw rpcError(error, 'Impossible de réviser le devis');
        return data;
      },
      meta: { invalidates: affectedKeys },
    }),

  /** Copies a quote without its number; returns the copy's id. */
  duplicate: () =>
    mutationOptions({
      mutationFn: (id: string) =>
        createOnce(`copy of quote ${id}`, async (new_id) => {
          const { data, error } = await supabase.rpc('duplicate_quote', { quote: id, new_id });
          if (error) throw rpcError(error, 'Impossible de dupliquer le devis');
          return data;
        }),
      meta: { invalidates: affectedKeys, successMessage: 'Devis dupliqué' },
    }),

  /** Records an answer that came by another channel, or a cancellation, with the reason. */
  answer: () =>
    mutationOptions({
      mutationFn: async ({
        id,
        ...answer
      }: {
        id: string;
        answer: Enums<'quote_status'>;
        reason: string;
      }) => {
        const { error } = await supabase.rpc('record_quote_answer', { quote: id, ...answer });
        if (error) throw rpcError(error, 'Impossible de noter la réponse');
      },
      meta: { invalidates: affectedKeys, successMessage: 'Réponse notée' },
    }),

  remove: () =>
    moveToTrash<Pick<IssuedQuote, 'id'>>({
      kind: 'quotes',
      successText: () => 'Brouillon supprimé',
      errorMessage: 'Impossible de supprimer le brouillon',
      invalidates: affectedKeys,
    }),
};
