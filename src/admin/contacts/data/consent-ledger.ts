import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { quebecDay } from '@/admin/kit/lib/dates';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import { notifyVerdict, searchSite, verdictOf } from '@/admin/prospects/data/site-search';
import type { Tables } from '@/shared/database.types';
import { orNull } from '@/shared/lib/text';
import type { LiftInput, ProofInput } from './consent-proof.schema';
import { consents } from './consents';
import type { Contact } from './contact-list';
import { timeline } from './timeline';

/** A line of the ledger; `suppression_lifts` where it proved that a suppression could be lifted. */
export type ConsentEvent = Tables<'consent_events'> & {
  suppression_lifts: { reason: string }[];
  /** True when the signed-in person recorded it. */
  isMine: boolean;
};

/** Queries that depend on the ledger. */
const derivedKeys = [consents.all, timeline.all];

/** Only the day is known: today counts from now, another day from its beginning in Québec. */
const momentOf = (day: string) => (day === quebecDay() ? 'now' : `${day} 00:00:00 America/Toronto`);

export const consentLedger = {
  /** Options to read every consent and withdrawal of an address, newest first. */
  of: (email: string) =>
    queryOptions({
      queryKey: [...consents.all, 'ledger', email.toLowerCase()],
      queryFn: async ({ signal }) => {
        // « % », « _ » and « \ » are operators of ilike, « * » of the data API: the exact comparison follows.
        const pattern = email.replace(/[\\%_]/g, '\\$&');
        const rows = await readAllRows(
          () =>
            supabase
              .from('consent_events')
              .select('*, suppression_lifts(reason)')
              .ilike('email', pattern)
              .order('occurred_at', { ascending: false })
              .order('id'),
          signal,
        );
        const me = await currentUserId();
        return rows
          .filter((row) => row.email.toLowerCase() === email.toLowerCase())
          .map((row): ConsentEvent => ({ ...row, isMine: row.recorded_by === me }));
      },
      meta: { errorMessage: 'Impossible de charger le registre des consentements' },
    }),

  /** Options to read why a contact may not be written to now, in the sender's words; null when it may. */
  refusal: (contactId: string) =>
    queryOptions({
      queryKey: [...consents.all, 'refusal', contactId],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('may_email', { contact: contactId })
          .abortSignal(signal)
          .throwOnError();
        return data as string | null;
      },
      meta: { errorMessage: 'Impossible de vérifier le consentement' },
    }),

  /** Adds a proof to the ledger. */
  record: ({ id, email }: Pick<Contact, 'id' | 'email'>) =>
    mutationOptions({
      mutationFn: async ({ basis, occurred_on, source_url, evidence, wording }: ProofInput) => {
        await supabase
          .from('consent_events')
          .insert({
            contact_id: id,
            email: email ?? '',
            basis,
            occurred_at: momentOf(occurred_on),
            evidence,
            source_url: orNull(source_url),
            wording: orNull(wording),
            recorded_by: await currentUserId(),
          })
          .throwOnError();
      },
      meta: { silent: true, successMessage: 'Preuve ajoutée au registre', invalidates: derivedKeys },
    }),

  /**
   * Searches the organisation's own site for the contact's address, and adds the finding to the ledger: the address
   * is published, or solicitation is refused. A missing address leaves no line.
   */
  verify: (contact: Contact) =>
    mutationOptions({
      mutationFn: async () => {
        const { verified, notice, note } = await searchSite(
          contact,
          'Impossible de vérifier l’adresse sur le site',
        );
        const page = notice ?? verified;
        if (page) {
          await supabase
            .from('consent_events')
            .insert({
              contact_id: contact.id,
              email: contact.email ?? '',
              basis: notice ? 'no_solicitation' : 'published',
              occurred_at: page.foundAt,
              source_url: page.url,
              evidence: notice
                ? 'La page de l’organisation porte une mention qui refuse la sollicitation.'
                : 'Adresse lue sur cette page, sans mention qui refuse la sollicitation.',
              recorded_by: await currentUserId(),
            })
            .throwOnError();
        }
        return { verdict: verdictOf({ verified, notice }), note };
      },
      onSuccess: ({ verdict, note }) => notifyVerdict(verdict, note),
      meta: { invalidates: derivedKeys },
    }),

  /** Adds the contact's address to the suppression list. */
  suppress: () =>
    mutationOptions({
      mutationFn: async (contactId: string) => {
        await supabase.rpc('suppress_contact', { contact: contactId }).throwOnError();
      },
      meta: {
        successMessage: 'Adresse retirée des envois',
        errorMessage: 'Impossible de retirer cette adresse des envois',
        invalidates: derivedKeys,
      },
    }),

  /** Removes it from the suppression list, on the proof of a new express consent. */
  lift: (contactId: string) =>
    mutationOptions({
      mutationFn: async ({ reason, ...consent }: LiftInput) => {
        await supabase.rpc('lift_suppression', { contact: contactId, reason, consent }).throwOnError();
      },
      meta: { silent: true, successMessage: 'Retrait levé', invalidates: derivedKeys },
    }),
};
