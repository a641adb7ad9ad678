import type { InvoiceDocument } from '@quote/invoice-document.ts';
import type { QuoteLine, QuoteTotals } from '@quote/quote-document.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { offerUndoBy } from '@/admin/kit/data/undo-change';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { EditConflict, refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { invokePdf } from '@/admin/kit/lib/functions';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { toVersion } from '@/admin/kit/lib/row-codecs';
import { supabase } from '@/admin/kit/lib/supabase';
import { moveToTrash } from '@/admin/trash/data/move-to-trash';
import type { Database, Tables } from '@/shared/database.types';
import { downloadBlob } from '@/shared/lib/download-blob';
import { readHundredths } from '@/shared/lib/money';
import { documentEmails } from './document-emails';
import {
  type BilledKind,
  type BillingValues,
  type CreditInput,
  type InvoiceInput,
  type InvoiceLetter,
  type InvoiceValues,
  invoiceRow,
  type PaymentInput,
} from './invoices.schema';

type Row = Database['public']['Functions']['invoice_standings']['Returns'][number];

/** The state and the amounts of an invoice. The generated types do not know which columns may be null. */
export type Invoice = Omit<
  Row,
  'number' | 'credits_id' | 'credits_number' | 'issued_on' | 'due_on' | 'issued_at'
> & {
  /** Null for a draft. */
  number: string | null;
  credits_id: string | null;
  /** The number of the invoice that a credit note corrects. */
  credits_number: string | null;
  issued_on: string | null;
  due_on: string | null;
  issued_at: string | null;
};

/** A draft; columns that the generated types call JSON or any kind have the form that the database checks. */
export type InvoiceDraft = Omit<Tables<'invoices'>, 'kind' | 'lines'> & {
  kind: BilledKind;
  lines: QuoteLine[];
};

/** An invoice as it prints, now for a draft. */
type InvoicePreview = {
  document: InvoiceDocument;
  /** Part of the invoice beyond the accepted quote, in cents before taxes. */
  addedCents: number;
  /** French reason why the draft cannot be issued. */
  refusal: string | null;
};

/** The amounts that an invoice which is not made yet would come to. */
export type BilledTotals = Omit<QuoteTotals, 'subtotalCents' | 'discountCents'>;

export type Payment = Tables<'invoice_payments'>;

const all = queryKeys.invoices;
const affectedKeys = [all, queryKeys.issuedQuotes, queryKeys.today, queryKeys.search];

/** Converts a draft to the form's values. */
export const toInvoiceVersion = (draft: InvoiceDraft): Version<InvoiceValues> => toVersion(invoiceRow, draft);

async function readDraft(id: string, signal?: AbortSignal): Promise<InvoiceDraft | null> {
  const query = supabase.from('invoices').select('*').eq('id', id);
  const { data } = await (signal ? query.abortSignal(signal) : query).maybeSingle().throwOnError();
  return data as InvoiceDraft | null;
}

const undoPayment = async (payment: string) => {
  const { data, error } = await supabase.rpc('undo_payment', { payment });
  if (error) throw rpcError(error, 'Impossible d’annuler ce paiement');
  return data;
};

const undoing = () =>
  mutationOptions({
    mutationFn: undoPayment,
    meta: { invalidates: affectedKeys, successMessage: 'Paiement annulé' },
  });

export const invoices = {
  all,

  /** Every invoice, newest first. */
  list: () =>
    queryOptions({
      queryKey: [...all, 'list'],
      queryFn: ({ signal }) =>
        readAllRows(() => supabase.rpc('invoice_standings'), signal) as unknown as Promise<Invoice[]>,
      meta: { errorMessage: 'Impossible de charger les factures' },
    }),

  /** Options to read the invoices of a quote, newest first. */
  ofQuote: (quote: string) =>
    queryOptions({
      queryKey: [...all, 'of-quote', quote],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('invoice_standings', { of_quote: quote })
          .abortSignal(signal)
          .throwOnError();
        return data as Invoice[];
      },
      meta: { errorMessage: 'Impossible de charger les factures du devis' },
    }),

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

  /** Options to read what a credit note of this amount would come to, or of all that is left of the invoice. */
  creditTotals: (invoice: string, amount?: number) =>
    queryOptions({
      queryKey: [...all, 'credit-totals', invoice, amount ?? null],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('credit_totals', { invoice, ...(amount !== undefined && { amount }) })
          .abortSignal(signal)
          .throwOnError();
        return data as BilledTotals | null;
      },
      meta: { errorMessage: 'Impossible de calculer le montant du crédit' },
    }),

  /** Options to read where one invoice stands, or `null` when it no longer exists. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'by-id', id],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('invoice_standings', { only_invoice: id })
          .abortSignal(signal)
          .throwOnError();
        return (data[0] ?? null) as Invoice | null;
      },
      meta: { errorMessage: 'Impossible de charger la facture' },
    }),

  /** Options to read what a draft says. */
  draft: (id: string) =>
    queryOptions({
      queryKey: [...all, 'draft', id],
      queryFn: ({ signal }) => readDraft(id, signal),
      meta: { errorMessage: 'Impossible de charger le brouillon' },
    }),

  /** Options to read an invoice as it prints. */
  preview: (id: string) =>
    queryOptions({
      queryKey: [...all, 'preview', id],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('invoice_preview', { invoice: id })
          .abortSignal(signal)
          .throwOnError();
        return data as unknown as InvoicePreview | null;
      },
      meta: { errorMessage: 'Impossible de charger la facture' },
    }),

  /** Options to read the payments of an invoice in the order of their days, those that were undone included. */
  payments: (id: string) =>
    queryOptions({
      queryKey: [...all, 'payments', id],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('invoice_payments')
          .select('*')
          .eq('invoice_id', id)
          .order('received_on')
          .order('created_at')
          .abortSignal(signal)
          .throwOnError();
        return data satisfies Payment[];
      },
      meta: { errorMessage: 'Impossible de charger les paiements' },
    }),

  /** Options to read the e-mails of an invoice, oldest first; polled while one waits. */
  emails: (id: string) =>
    documentEmails(
      [...all, 'emails', id],
      'invoice_id',
      id,
      'Impossible de charger les courriels de la facture',
    ),

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
      meta: { invalidates: affectedKeys },
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
      meta: { invalidates: affectedKeys, successMessage: 'Facture émise' },
    }),

  /** Issues a draft, or takes an issued invoice, and puts its e-mail in the outbox; once for one `message`. */
  email: () =>
    mutationOptions({
      mutationFn: async ({
        subject,
        body,
        ...asked
      }: InvoiceLetter & { message: string; invoice: string; read_at: string; confirmed: number }) => {
        const { error } = await supabase.rpc('email_invoice', {
          ...asked,
          message_subject: subject,
          message_body: body,
        });
        if (error) throw rpcError(error, 'La facture n’a pas été envoyée. Votre texte est encore ici.');
      },
      meta: { invalidates: affectedKeys, successMessage: 'La facture part par courriel' },
    }),

  /** « Relancer »: puts the e-mail of a reminder in the outbox; once for one `message`. */
  remind: () =>
    mutationOptions({
      mutationFn: async ({
        subject,
        body,
        ...asked
      }: InvoiceLetter & { message: string; invoice: string }) => {
        const { error } = await supabase.rpc('remind_invoice', {
          ...asked,
          message_subject: subject,
          message_body: body,
        });
        if (error) throw rpcError(error, 'Le rappel n’a pas été envoyé. Votre texte est encore ici.');
      },
      meta: { invalidates: affectedKeys, successMessage: 'Le rappel part par courriel' },
    }),

  /** Makes a credit note, once for one `credit`. */
  credit: () =>
    mutationOptions({
      mutationFn: async ({ part, amount, ...asked }: CreditInput & { credit: string; invoice: string }) => {
        const cents = part === 'part' ? readHundredths(amount) : undefined;
        const { data, error } = await supabase.rpc('credit_invoice', {
          ...asked,
          ...(cents && { amount: cents }),
        });
        if (error) throw rpcError(error, 'Impossible de faire la note de crédit');
        return data;
      },
      meta: { invalidates: affectedKeys, successMessage: 'Note de crédit émise' },
    }),

  /** Notes a payment, once for one `payment`, with « Annuler » for ten seconds. */
  pay: () =>
    mutationOptions({
      mutationFn: async ({ amount, ...asked }: PaymentInput & { payment: string; invoice: string }) => {
        const { error } = await supabase.rpc('record_payment', {
          ...asked,
          amount: readHundredths(amount) ?? 0,
        });
        if (error) throw rpcError(error, 'Impossible de noter le paiement');
        return asked.payment;
      },
      onSuccess: (payment, _asked, _result, { client }) =>
        offerUndoBy(client, 'Paiement noté', undoing(), payment),
      meta: { invalidates: affectedKeys },
    }),

  /** Undoes a payment noted by mistake, which stays in the history. */
  undoPayment: undoing,

  /** Downloads the PDF of an invoice. */
  download: () =>
    mutationOptions({
      mutationFn: async (invoiceId: string) => {
        const fallback = 'Le PDF n’a pas pu être fait. Réessayez.';
        const { name, bytes } = await invokePdf('quote-pdf', { invoiceId }, { fallback });
        downloadBlob(name, new Blob([bytes], { type: 'application/pdf' }));
      },
    }),

  remove: () =>
    moveToTrash<Pick<Invoice, 'id'>>({
      kind: 'invoices',
      successText: () => 'Brouillon supprimé',
      errorMessage: 'Impossible de supprimer le brouillon',
      // The open draft is left out: its page leads to the list.
      invalidates: [[...all, 'list'], [...all, 'of-quote'], ...affectedKeys.filter((key) => key !== all)],
    }),
};
