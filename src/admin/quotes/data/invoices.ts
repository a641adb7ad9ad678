import type { InvoiceDocument } from '@quote/invoice-document.ts';
import type { QuoteTotals } from '@quote/quote-document.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { invokePdf } from '@/admin/kit/lib/functions';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Database } from '@/shared/database.types';
import { downloadBlob } from '@/shared/lib/download-blob';
import { readHundredths } from '@/shared/lib/money';
import { documentEmails } from './document-emails';
import type { CreditInput, InvoiceLetter } from './invoices.schema';

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

const all = queryKeys.invoices;

/** Keys of the queries that a change of an invoice makes stale. */
export const invoiceDependants = [all, queryKeys.issuedQuotes, queryKeys.today, queryKeys.search];

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

  /** Options to read the e-mails of an invoice, oldest first; polled while one waits. */
  emails: (id: string) =>
    documentEmails(
      [...all, 'emails', id],
      'invoice_id',
      id,
      'Impossible de charger les courriels de la facture',
    ),

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
      meta: { invalidates: invoiceDependants, successMessage: 'La facture part par courriel' },
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
      meta: { invalidates: invoiceDependants, successMessage: 'Le rappel part par courriel' },
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
      meta: { invalidates: invoiceDependants, successMessage: 'Note de crédit émise' },
    }),

  /** Downloads the PDF of an invoice. */
  download: () =>
    mutationOptions({
      mutationFn: async (invoiceId: string) => {
        const fallback = 'Le PDF n’a pas pu être fait. Réessayez.';
        const { name, bytes } = await invokePdf('quote-pdf', { invoiceId }, { fallback });
        downloadBlob(name, new Blob([bytes], { type: 'application/pdf' }));
      },
    }),
};
