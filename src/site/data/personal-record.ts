import type { serviceTypes } from '@contract/quote-request';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Enums } from '@/shared/database.types';
import { errorStatus } from '@/shared/lib/errors';
import { callFunction } from '@/shared/lib/rest';
import type { Correction, LinkRequest } from './personal-record.schema';

const FUNCTION = 'personal-record';

/** A list that may be long: its number of items, and the newest hundred. */
export type NewestItems<Item> = { count: number; newest: Item[] };

/** The purpose of an e-mail to the person: a campaign, its follow-up, or an e-mail about something of theirs. */
type MessageKind =
  | 'campaign'
  | 'followup'
  | Exclude<
      Enums<'notification_kind'>,
      | 'admin_notice'
      | 'campaign_alert'
      | 'quote_question'
      | 'quote_refused'
      | 'quote_accepted'
      | 'invitation'
      | 'daily_digest'
    >;

/** The consent that the page offers; the three texts are sent back as they were read. */
export type OfferedConsent = { version: string; label: string; details: string };

/** The facts known of the address that received the link; made by the database function personal_record. */
export type PersonalRecord = {
  email: string;
  expiresAt: string;
  contact:
    | (Omit<Correction, 'functionTitle' | 'phone'> & {
        functionTitle: string | null;
        phone: string | null;
        city: string;
        region: string;
        addedAt: string;
        sources: { kind: 'import' | 'request' | 'page'; detail: string | null; at: string }[];
      })
    | null;
  /**
   * Says whether commercial messages may be sent, and why; null when nothing allows or forbids it. `ticked` is the box
   * of a request of that moment (`at`), on which nothing is sent until somebody of the studio takes it into the
   * register.
   */
  commercial: {
    state: 'allowed' | 'expired' | 'withdrawn' | 'unsubscribed' | 'unverified' | 'refused' | 'ticked';
    basis: Enums<'consent_basis'> | null;
    at: string | null;
    expiresAt: string | null;
    suppression: Enums<'suppression_reason'> | null;
  } | null;
  /** Null while the studio has not given the identity that the law asks for. */
  offer: OfferedConsent | null;
  /** The register of consents, and the withdrawals that it does not tell. */
  consents: NewestItems<{
    basis: Enums<'consent_basis'> | Enums<'suppression_reason'>;
    at: string;
    source: string | null;
    wording: string | null;
    version: string | null;
  }>;
  /** `about`: the number of a quote or an invoice; `basis`: the consent on which a message of a campaign rested. */
  messages: NewestItems<{
    at: string;
    kind: MessageKind;
    subject: string;
    about: string | null;
    basis: Enums<'consent_basis'> | null;
    isUncertain: boolean;
  }>;
  received: NewestItems<{ at: string; subject: string }>;
  requests: NewestItems<{
    at: string;
    name: string;
    organization: string;
    phone: string | null;
    service: keyof typeof serviceTypes;
    message: string | null;
    status: Enums<'request_status'>;
    /** The version of the consent that was ticked with it. */
    consentVersion: string | null;
  }>;
  quotes: NewestItems<{
    at: string;
    number: string;
    subject: string;
    status: Enums<'quote_status'>;
    totalCents: number;
  }>;
  invoices: NewestItems<{
    on: string;
    dueOn: string;
    kind: Enums<'invoice_kind'>;
    number: string;
    subject: string;
    state: Enums<'invoice_state'>;
    totalCents: number;
  }>;
  /** Earlier corrections and requests of erasure, newest first. */
  asked: {
    kind: Enums<'personal_request_kind'>;
    at: string;
    dueOn: string | null;
    closedAt: string | null;
    answer: string | null;
  }[];
};

/** The reasons why a link opens nothing. */
export type ClosedLink = 'unknown' | 'expired';

/** « Recevoir le lien vers ma fiche »: the answer never tells whether the address is known. */
export const requestPersonalLink = () =>
  mutationOptions({
    mutationFn: ({ email }: LinkRequest) => callFunction(FUNCTION, { action: 'link', email }),
    meta: { silent: true },
  });

/** Options to read and change what is known of a person. Every change goes by POST: mail scanners open every link. */
export function personalRecord(token: string) {
  const queryKey = ['personal-record', token];
  const call = async (action: string, values: object = {}) =>
    (await callFunction(FUNCTION, { ...values, action, token })) as PersonalRecord;
  const changes = {
    onSuccess: (
      record: PersonalRecord,
      _values: unknown,
      _result: unknown,
      { client }: { client: QueryClient },
    ) => {
      client.setQueryData(queryKey, record);
    },
    onError: (error: unknown, _values: unknown, _result: unknown, { client }: { client: QueryClient }) => {
      // Expired meanwhile, or changed elsewhere: it is read again.
      if ([404, 409, 410].includes(errorStatus(error) ?? 0)) void client.invalidateQueries({ queryKey });
    },
    meta: { silent: true },
  };
  return {
    read: () =>
      queryOptions({
        queryKey,
        queryFn: async (): Promise<PersonalRecord | ClosedLink> => {
          // Anything else cannot be one of our links.
          if (!/^[0-9a-f]{32}$/.test(token)) return 'unknown';
          try {
            return await call('read');
          } catch (error) {
            if (errorStatus(error) === 404) return 'unknown';
            if (errorStatus(error) === 410) return 'expired';
            throw error;
          }
        },
      }),

    correct: () =>
      mutationOptions({ mutationFn: (answer: Correction) => call('correct', { answer }), ...changes }),

    withdraw: () => mutationOptions({ mutationFn: () => call('withdraw'), ...changes }),

    consent: () =>
      mutationOptions({ mutationFn: (offer: OfferedConsent) => call('consent', offer), ...changes }),

    askErasure: () => mutationOptions({ mutationFn: () => call('erase'), ...changes }),
  };
}
