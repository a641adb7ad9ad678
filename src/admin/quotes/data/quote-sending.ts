import type { AcceptsBy } from '@quote/quote-document.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { invokePdf } from '@/admin/kit/lib/functions';
import { fullClient, supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { downloadBlob } from '@/shared/lib/download-blob';
import { notify } from '@/shared/lib/notify';
import { documentEmails } from './document-emails';
import type { PaperAcceptanceInput, QuoteEmailInput, QuoteGround } from './quote-acceptance.schema';

const ACCEPTANCE_COLUMNS =
  'id, quote_id, method, name, job_title, authority, resolution_number, resolution_date, purchase_order, resolution_path, code_sent_to, code_sent_at, pdf_sha256, network_address, accepted_at, recorded_by, recorded_reason, reversed_at, reversed_by, reversed_reason';

/** An acceptance without the hash of its code, which only the server reads. */
export type QuoteAcceptance = Omit<Tables<'quote_acceptances'>, 'code_hash'>;

const all = queryKeys.issuedQuotes;
type ScannedAcceptance = { id: string; scan: File | undefined };

const affectedKeys = [all, queryKeys.today, queryKeys.search];
const FILES_BUCKET = 'quote-files';

type FrozenQuote = { id: string; readAt: string } & Partial<QuoteGround>;
type EmailedQuote = Pick<FrozenQuote, 'id' | 'readAt'> & QuoteEmailInput & { message: string };

/** Without a ground the parameters are left out: the database knows where one is needed. */
const groundParameters = ({ ground, reference }: Partial<Pick<QuoteEmailInput, 'ground' | 'reference'>>) =>
  ground ? { ground, ground_reference: reference ?? '' } : {};

/** Options for the exchanges about a sent quote: its e-mails, its link, its PDF, its acceptance. */
export const quoteSending = {
  /** Options to read a quote's e-mails, oldest first; polled while one waits. */
  emails: (id: string) =>
    documentEmails(
      [...all, 'emails', id],
      'issued_quote_id',
      id,
      'Impossible de charger les courriels du devis',
    ),

  /** Options to read the valid acceptance, or null. */
  acceptance: (id: string) =>
    queryOptions({
      queryKey: [...all, 'acceptance', id],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('quote_acceptances')
          .select(ACCEPTANCE_COLUMNS)
          .eq('quote_id', id)
          .is('reversed_at', null)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        return data satisfies QuoteAcceptance | null;
      },
      meta: { errorMessage: 'Impossible de charger l’acceptation' },
    }),

  /** Options to read whether sending needs a legal ground, for a public office that asked for nothing. */
  lacksGround: (id: string) =>
    queryOptions({
      queryKey: [...all, 'lacks-ground', id],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('quote_lacks_ground', { quote: id })
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
    }),

  /** Options to read how a sent quote is accepted, or how a draft would be by default. */
  acceptsBy: (id: string) =>
    queryOptions({
      queryKey: [...all, 'accepts-by', id],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('quote_accepts_by', { quote: id })
          .abortSignal(signal)
          .throwOnError();
        return data as AcceptsBy;
      },
    }),

  /** Numbers and freezes a draft. */
  freeze: () =>
    mutationOptions({
      mutationFn: async ({ id, readAt, ...ground }: FrozenQuote) => {
        const { data, error } = await supabase.rpc('send_quote', {
          quote: id,
          read_at: readAt,
          ...groundParameters(ground),
        });
        if (error) throw rpcError(error, 'Impossible de préparer l’envoi du devis');
        return data;
      },
      meta: {
        invalidates: affectedKeys,
        successMessage: 'Devis numéroté\u00a0: copiez son lien pour l’envoyer',
      },
    }),

  /** Freezes a draft, or uses a sent quote, and puts its e-mail in the outbox; once for one `message`. */
  email: () =>
    mutationOptions({
      mutationFn: async ({ message, id, readAt, subject, body, ...ground }: EmailedQuote) => {
        const { error } = await supabase.rpc('email_quote', {
          message,
          quote: id,
          read_at: readAt,
          message_subject: subject,
          message_body: body,
          ...groundParameters(ground),
        });
        if (error) throw rpcError(error, 'Le devis n’a pas été envoyé. Votre texte est encore ici.');
      },
      meta: { invalidates: affectedKeys, successMessage: 'Le devis part par courriel' },
    }),

  /** « Renvoyer »: sends a failed e-mail again. */
  retry: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        const { data, error } = await supabase.rpc('retry_notification', { notification_id: id });
        if (error) throw rpcError(error, 'Impossible de renvoyer ce courriel');
        return data;
      },
      onSuccess: (isQueued) => {
        if (isQueued) notify.success('Courriel remis en attente');
        else notify.info('Quelqu’un l’a déjà renvoyé.', 'Rien de nouveau');
      },
      meta: { invalidates: [all, queryKeys.invoices, queryKeys.today] },
    }),

  /** « Copier le lien »: copies the address of the public page. */
  copyLink: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        const { data, error } = await supabase.rpc('quote_link', { quote: id });
        if (error || !data) throw new Error('Ce devis n’a plus de lien.', { cause: error });
        await navigator.clipboard.writeText(`${window.location.origin}/devis/${data}`);
      },
      meta: { successMessage: 'Lien copié', errorMessage: 'Le lien n’a pas pu être copié' },
    }),

  /** Downloads the PDF, or the certificate of acceptance. */
  download: () =>
    mutationOptions({
      mutationFn: async (asked: { quoteId: string; document: 'quote' | 'acceptance' }) => {
        const fallback = 'Le PDF n’a pas pu être fait. Réessayez.';
        const { name, bytes } = await invokePdf('quote-pdf', asked, { fallback });
        downloadBlob(name, new Blob([bytes], { type: 'application/pdf' }));
      },
    }),

  /** Downloads the resolution, or the purchase order, that came with an acceptance. */
  downloadJoined: () =>
    mutationOptions({
      mutationFn: async ({ path, name }: { path: string; name: string }) => {
        const { storage } = await fullClient();
        const { data, error } = await storage.from(FILES_BUCKET).download(path);
        if (error) throw error;
        downloadBlob(name, data);
      },
      meta: { errorMessage: 'Impossible d’ouvrir la pièce jointe' },
    }),

  /** Records an acceptance on paper, with its scan where there is one. */
  acceptOnPaper: () =>
    mutationOptions({
      mutationFn: async ({ id, scan, reason, ...answer }: PaperAcceptanceInput & ScannedAcceptance) => {
        const resolutionPath = scan && `${id}/${crypto.randomUUID()}.pdf`;
        if (scan && resolutionPath) {
          const { storage } = await fullClient();
          const { error } = await storage
            .from(FILES_BUCKET)
            .upload(resolutionPath, scan, { contentType: 'application/pdf' });
          if (error)
            throw new Error('Le PDF n’a pas pu être envoyé. Ce que vous avez écrit est encore ici.', {
              cause: error,
            });
        }
        const { error } = await supabase.rpc('record_paper_acceptance', {
          quote: id,
          reason,
          answer: { ...answer, ...(resolutionPath && { resolutionPath }) },
        });
        if (error) throw rpcError(error, 'Impossible de noter l’acceptation');
      },
      meta: {
        invalidates: [all, queryKeys.today, queryKeys.search, queryKeys.contacts, queryKeys.tripPlans],
        successMessage: 'Acceptation notée',
      },
    }),

  /** Creates the trip of an accepted quote; returns its id. */
  createTrip: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        const { data, error } = await supabase.rpc('create_trip_from_quote', { quote: id });
        if (error) throw rpcError(error, 'Impossible de créer le déplacement');
        return data;
      },
      meta: { invalidates: [all, queryKeys.tripPlans, queryKeys.today] },
    }),

  /** Adds a note of the team to the thread. */
  note: () =>
    mutationOptions({
      mutationFn: async ({ id, body }: { id: string; body: string }) => {
        const recorded_by = await currentUserId();
        await supabase.from('quote_events').insert({ quote_id: id, body, recorded_by }).throwOnError();
      },
      meta: { invalidates: [[...all, 'events']], errorMessage: 'La note n’a pas été gardée' },
    }),
};
