import type { QuoteLine } from '@quote/quote-document.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { EditConflict, refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { toVersion } from '@/admin/kit/lib/row-codecs';
import { supabase } from '@/admin/kit/lib/supabase';
import { moveToTrash } from '@/admin/trash/data/move-to-trash';
import type { Tables } from '@/shared/database.types';
import { readHundredths } from '@/shared/lib/money';
import { type BilledTotals, type Invoice, invoiceDependants, invoices } from './invoices';
import {
  type BilledKind,
  type BillingValues,
  type InvoiceInput,
  type InvoiceValues,
  invoiceRow,
} from './invoices.schema';

/** A draft; columns that the generated types call JSON or any kind have the form that the database checks. */
export type InvoiceDraft = Omit<Tables<'invoices'>, 'kind' | 'lines'> & {
  kind: BilledKind;
  lines: QuoteLine[];
};

const { all } = invoices;

/** Converts a draft to the form's values. */
export const toInvoiceVersion = (draft: InvoiceDraft): Version<InvoiceValues> => toVersion(invoiceRow, draft);

async function readDraft(id: string, signal?: AbortSignal): Promise<InvoiceDraft | null> {
  const query = supabase.from('invoices').select('*').eq('id', id);
  const { data } = await (signal ? query.abortSignal(signal) : query).maybeSingle().throwOnError();
  return data as InvoiceDraft | null;
}

export const invoiceDrafts = {
  /** Options to read what an invoice of this share of a quote would come to, or of all that is left of it. */
  billingTotals: (quote: string, share?: number) =>
    queryOptions({
      queryKey: [...all, 'billing-totals', quote, share ?? null],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('billing_totals', { quote, ...(share !== undefined && { share }) })
          .abortSignal(signal)
          .throwOnError();
        return data as BilledTotals | null;
      },
      meta: { errorMessage: 'Impossible de calculer le montant à facturer' },
    }),

  /** Options to read what a draft says. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'draft', id],
      queryFn: ({ signal }) => readDraft(id, signal),
      meta: { errorMessage: 'Impossible de charger le brouillon' },
    }),

  /** « Facturer »: creates a draft for an accepted quote; returns its id. */
  create: () =>
    mutationOptions({
      mutationFn: async ({ quote, kind, by, share }: BillingValues & { quote: string }) => {
        const hundredths = kind !== 'balance' && by === 'share' ? readHundredths(share) : undefined;
        const { data, error } = await supabase.rpc('create_invoice', {
          quote,
          kind,
          ...(hundredths && { share: hundredths }),
        });
        if (error) throw rpcError(error, 'Impossible de créer la facture');
        return data;
      },
      meta: { invalidates: invoiceDependants },
    }),

  /**
   * Saves a draft over the version that was read; returns the new version.
   *
   * @throws EditConflict, EditGone
   */
  save: (id: string) =>
    mutationOptions({
      mutationFn: async ({ input, readAt }: { input: InvoiceInput; readAt: string }) => {
        await currentUserId();
        const { data } = await supabase
          .from('invoices')
          .update(z.encode(invoiceRow, input))
          .eq('id', id)
          .eq('updated_at', readAt)
          .select('*')
          .maybeSingle()
          .throwOnError();
        if (data) return toInvoiceVersion(data as unknown as InvoiceDraft);
        const now = readDraft(id).then((stored) =>
          stored && stored.issued_at === null ? toInvoiceVersion(stored) : null,
        );
        throw await refusedSave(now, 'Cette facture n’est plus un brouillon');
      },
      meta: {
        silent: (error) => error instanceof EditConflict,
        invalidates: [
          [...all, 'by-id', id],
          [...all, 'preview', id],
          [...all, 'list'],
          [...all, 'of-quote'],
        ],
        errorMessage: 'Impossible d’enregistrer la facture',
      },
    }),

  /** « Émettre »: numbers and freezes a draft. `confirmed`: what is beyond the quote, as the person read it. */
  issue: () =>
    mutationOptions({
      mutationFn: async (asked: { invoice: string; read_at: string; confirmed: number }) => {
        const { data, error } = await supabase.rpc('issue_invoice', asked);
        if (error) throw rpcError(error, 'Impossible d’émettre la facture');
        return data;
      },
      meta: { invalidates: invoiceDependants, successMessage: 'Facture émise' },
    }),

  /** Moves a draft to the trash. */
  remove: () =>
    moveToTrash<Pick<Invoice, 'id'>>({
      kind: 'invoices',
      successText: () => 'Brouillon supprimé',
      errorMessage: 'Impossible de supprimer le brouillon',
      // The open draft is left out: its page leads to the list.
      invalidates: [
        [...all, 'list'],
        [...all, 'of-quote'],
        ...invoiceDependants.filter((key) => key !== all),
      ],
    }),
};
