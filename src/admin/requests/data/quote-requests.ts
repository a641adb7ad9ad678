import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { offerStatusUndo } from '@/admin/kit/data/undo-status';
import { EditConflict, refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { inBatches } from '@/admin/kit/lib/in-batches';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import { moveToTrash } from '@/admin/trash/data/move-to-trash';
import type { QuoteStatus } from '@/shared/data/quote-requests';
import { consentWording } from '@/shared/data/quote-requests';
import type { Tables } from '@/shared/database.types';
import { counted } from '@/shared/lib/numbers';
import type { ConversionInput } from './quote-request-conversion.schema';
import { type OutcomeInput, type OutcomeValues, outcomeRow, toOutcomeVersion } from './request-outcomes';
import { countNew, requestListKey, unreadRequests } from './unread-requests';

export type QuoteRequest = Tables<'quote_requests'>;

const changeStatus = (ids: readonly string[], status: QuoteStatus) =>
  inBatches(ids, (some) => supabase.from('quote_requests').update({ status }).in('id', some).throwOnError());

/** Shows a change in the list before the database has answered. Returns the former list. */
async function showStatus(client: QueryClient, ids: readonly string[], status: QuoteStatus) {
  const { queryKey } = quoteRequests.list();
  await client.cancelQueries({ queryKey: quoteRequests.all });
  const before = client.getQueryData(queryKey);
  const chosen = new Set(ids);
  const updated = before?.map((row) => (chosen.has(row.id) ? { ...row, status } : row));
  if (updated) {
    client.setQueryData(queryKey, updated);
    client.setQueryData(unreadRequests().queryKey, countNew(updated));
  }
  return before;
}

async function readOutcome(id: string): Promise<Version<OutcomeValues> | null> {
  const { data } = await supabase
    .from('quote_requests')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data && toOutcomeVersion(data);
}

/** A change of a request shows in its thread too. */
const changedKeys = [queryKeys.quoteRequests, queryKeys.quoteRequestEmails];

export const quoteRequests = {
  all: queryKeys.quoteRequests,

  /** Every request, newest first. */
  list: () =>
    queryOptions({
      queryKey: requestListKey,
      queryFn: async ({ signal, client }) => {
        const rows = await readAllRows<QuoteRequest>(
          () =>
            supabase.from('quote_requests').select('*').order('created_at', { ascending: false }).order('id'),
          signal,
        );
        // The badge always shows the same number as the list.
        client.setQueryData(unreadRequests().queryKey, countNew(rows));
        return rows;
      },
      meta: { errorMessage: 'Impossible de charger les demandes' },
    }),

  /** Sets the status of requests; shown at once, reverted on failure. */
  setStatus: () =>
    mutationOptions({
      mutationFn: ({ ids, status }: { ids: readonly string[]; status: QuoteStatus }) =>
        changeStatus(ids, status),
      onMutate: ({ ids, status }, { client }) => showStatus(client, ids, status),
      onSuccess: (_data, { ids, status }, before, { client }) => {
        const chosen = new Set(ids);
        const rows = before?.filter(({ id }) => chosen.has(id)) ?? [];
        const change = { kind: 'quote_requests', given: status } as const;
        offerStatusUndo(client, 'Statut mis à jour', change, rows, changedKeys);
      },
      onError: (_error, _change, before, { client }) => {
        if (before) client.setQueryData(quoteRequests.list().queryKey, before);
        // A failure may leave some of the requests changed.
        void client.invalidateQueries({ queryKey: quoteRequests.all });
      },
      meta: {
        invalidates: changedKeys,
        errorMessage: 'Impossible de changer le statut',
      },
    }),

  /**
   * Saves the expected or actual outcome of a request, over the version that was read.
   *
   * @throws EditConflict
   */
  saveOutcome: (id: string) =>
    mutationOptions({
      mutationFn: async ({ change, readAt }: { change: OutcomeInput; readAt: string }) => {
        const { data } = await supabase
          .from('quote_requests')
          .update(z.encode(outcomeRow, change))
          .eq('id', id)
          .eq('updated_at', readAt)
          .select('*')
          .maybeSingle()
          .throwOnError();
        if (!data) throw await refusedSave(readOutcome(id), 'Cette demande n’existe plus');
        return toOutcomeVersion(data);
      },
      meta: {
        silent: (error) => error instanceof EditConflict,
        invalidates: changedKeys,
        successMessage: 'Demande mise à jour',
        errorMessage: 'Impossible de mettre la demande à jour',
      },
    }),

  /** Makes a contact of the requester, or finds the one with the address. Returns the contact's id. */
  convert: () =>
    mutationOptions({
      mutationFn: async ({ quote, city, region }: { quote: QuoteRequest } & ConversionInput) => {
        const wording = consentWording(quote.marketing_consent_version);
        const { data } = await supabase
          .rpc('convert_quote_to_contact', {
            quote_id: quote.id,
            contact_city: city,
            contact_region: region,
            ...(wording ? { consent_wording: wording } : {}),
          })
          .throwOnError();
        return data;
      },
      meta: {
        // The contact and the ground for writing to it show elsewhere.
        invalidates: [quoteRequests.all, queryKeys.contacts, queryKeys.consents],
        successMessage: 'Contact ajouté à votre liste',
        errorMessage: "Impossible d'ajouter le contact",
      },
    }),

  /** Anonymises the requester; types, service and month stay. */
  anonymise: () =>
    mutationOptions({
      mutationFn: async (ids: readonly string[]) => {
        await supabase.rpc('anonymise_quote_requests', { ids: [...ids] }).throwOnError();
      },
      meta: {
        invalidates: changedKeys,
        successMessage: 'Renseignements personnels effacés',
        errorMessage: "Impossible d'anonymiser la demande",
      },
    }),

  remove: () =>
    moveToTrash<Pick<QuoteRequest, 'id'>>({
      kind: 'quote_requests',
      successText: ({ length }) =>
        length === 1 ? 'Demande supprimée' : counted(length, 'demande supprimée', 'demandes supprimées'),
      errorMessage: 'Impossible de supprimer la demande',
      invalidates: [quoteRequests.all],
    }),
};
