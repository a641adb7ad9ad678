import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { isReportedByForm, refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { invokeFunction } from '@/admin/kit/lib/functions';
import { toVersion } from '@/admin/kit/lib/row-codecs';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables, TablesUpdate } from '@/shared/database.types';
import { orNull } from '@/shared/lib/text';
import {
  type IdentityInput,
  type IdentityValues,
  identityRow,
  type SendingInput,
  type SendingValues,
  type TaxesInput,
  type TaxesValues,
  taxesRow,
} from './settings.schema';

export type Studio = Tables<'studio'>;
export type SendingSettings = Tables<'sending_settings'>;
/** Everything that a campaign needs to know of its sender. */
export type SenderSettings = Studio & SendingSettings;

/** The tables of settings: each has one row. */
export type SettingsTable =
  | 'studio'
  | 'sending_settings'
  | 'retention_settings'
  | 'studio_profile'
  | 'embedding_settings'
  | 'evidence_settings'
  | 'estimate_settings';

export type DispatcherState = Tables<'dispatcher_state'>;

/** Outage of the mail server: since when, number of failed calls in a row, and the next attempt. */
export type Outage = { since: string; attempts: number; next_at: string | null; reason: string | null };

/**
 * State of today's sending. `quiet_until`: the quiet hours hold scheduled messages and follow-ups back until then.
 * `ready`: nothing is missing of the sender's identity. `stop`: the server's French reason why nothing may leave at
 * all; `reputation_stop`: why campaigns are held until somebody resumes in spite of it.
 */
export type SendingState = {
  sent_today: number;
  daily_cap: number;
  quiet_now: boolean;
  quiet_until: string | null;
  ready: boolean;
  stop: string | null;
  reputation_stop: string | null;
  outage: Outage | null;
  transport: 'resend' | 'smtp' | null;
};

/** Columns without which nothing is sent, with their French names. Source: Canada's anti-spam law. */
const requiredIdentity = {
  sender_name: 'nom du studio',
  legal_name: 'nom légal',
  postal_address: 'adresse postale',
  contact_email: 'courriel de contact',
} as const;

/** Lists the French names of the required columns that are still empty. */
export const missingSettings = (settings: Studio): string[] =>
  (Object.keys(requiredIdentity) as (keyof typeof requiredIdentity)[])
    .filter((column) => settings[column].trim() === '')
    .map((column) => requiredIdentity[column]);

/** Converts the stored taxes to the values of their own form. */
export const toTaxesVersion = (stored: Studio): Version<TaxesValues> => toVersion(taxesRow, stored);

/** Converts the stored identity to the form's values. */
export const toIdentityVersion = (stored: Studio): Version<IdentityValues> => toVersion(identityRow, stored);

const toSendingRow = ({ quiet_start, quiet_end, mandate_from, mandate_until, ...input }: SendingInput) => ({
  ...input,
  quiet_start: orNull(quiet_start),
  quiet_end: orNull(quiet_end),
  mandate_from: orNull(mandate_from),
  mandate_until: orNull(mandate_until),
});

/** Shortens `22:00:00` to `22:00`, which a time input takes. */
const toTime = (stored: string | null) => stored?.slice(0, 5) ?? '';

/** Converts the stored settings of sending to the form's values. */
export const toSendingVersion = (stored: SendingSettings): Version<SendingValues> => ({
  values: {
    verified_senders: stored.verified_senders,
    new_sender: '',
    daily_cap: String(stored.daily_cap),
    quiet_start: toTime(stored.quiet_start),
    quiet_end: toTime(stored.quiet_end),
    campaign_gap_days: String(stored.campaign_gap_days),
    warms_up: stored.warms_up,
    inbound_domain: stored.inbound_domain,
    mandate_number: stored.mandate_number,
    mandate_from: stored.mandate_from ?? '',
    mandate_until: stored.mandate_until ?? '',
  },
  readAt: stored.updated_at,
});

/** Returns the signature of each sender: address → text. */
export const signaturesOf = ({ sender_signatures }: Pick<SendingSettings, 'sender_signatures'>) =>
  (sender_signatures ?? {}) as Readonly<Record<string, string>>;

async function readSettings<Table extends SettingsTable>(
  table: Table,
  signal?: AbortSignal,
): Promise<Tables<Table>> {
  // The client's types know no table that is only a parameter.
  const query = supabase.from(table as 'studio').select('*');
  const { data } = await (signal ? query.abortSignal(signal) : query).single().throwOnError();
  return data as unknown as Tables<Table>;
}

/** The only row of one of the tables of settings. */
export const settingsOf = <Table extends SettingsTable>(table: Table) =>
  queryOptions({
    queryKey: [...queryKeys.settings, table],
    queryFn: ({ signal }) => readSettings(table, signal),
    meta: { errorMessage: 'Impossible de charger les réglages' },
  });

/**
 * Writes some columns over the row that was read, and returns the row.
 *
 * @param read converts the stored row to the saving form's values
 * @throws EditConflict
 */
export async function writeSettings<Table extends SettingsTable, Values>(
  table: Table,
  change: TablesUpdate<Table>,
  readAt: string,
  read: (stored: Tables<Table>) => Version<Values>,
): Promise<Version<Values>> {
  const { data } = await supabase
    .from(table as 'studio')
    .update(change as TablesUpdate<'studio'>)
    .eq('id', 1)
    .eq('updated_at', readAt)
    .select('*')
    .maybeSingle()
    .throwOnError();
  if (data) return read(data as unknown as Tables<Table>);
  throw await refusedSave(readSettings(table).then(read), 'Les réglages n’existent plus');
}

/** Polling interval while the state of sending is shown, in ms. */
const POLL_MS = 15_000;

const savedMeta = {
  silent: isReportedByForm,
  invalidates: [queryKeys.settings, queryKeys.setup],
  successMessage: 'Réglages enregistrés',
  errorMessage: 'Impossible d’enregistrer les réglages',
};

export const settings = {
  all: queryKeys.settings,

  /** The identity of the studio. */
  studio: () => settingsOf('studio'),

  /** The rules of sending. */
  sendingRules: () => settingsOf('sending_settings'),

  saveIdentity: () =>
    mutationOptions({
      mutationFn: ({ input, readAt }: { input: IdentityInput; readAt: string }) =>
        writeSettings('studio', z.encode(identityRow, input), readAt, toIdentityVersion),
      meta: savedMeta,
    }),

  /** Saves the taxes alone, whatever else of the identity was changed meanwhile. */
  saveTaxes: () =>
    mutationOptions({
      mutationFn: async (input: TaxesInput) => {
        const { updated_at } = await readSettings('studio');
        await writeSettings('studio', z.encode(taxesRow, input), updated_at, toTaxesVersion);
      },
      meta: { ...savedMeta, silent: false, successMessage: 'Taxes enregistrées' },
    }),

  saveSending: () =>
    mutationOptions({
      mutationFn: ({ input, readAt }: { input: SendingInput; readAt: string }) =>
        writeSettings('sending_settings', toSendingRow(input), readAt, toSendingVersion),
      meta: savedMeta,
    }),

  /** Saves the signature of one sender; the signatures of the others stay as stored. */
  saveSignature: () =>
    mutationOptions({
      mutationFn: async ({ address, text }: { address: string; text: string }) => {
        const { sender_signatures, updated_at } = await readSettings('sending_settings');
        const { [address]: _former, ...others } = signaturesOf({ sender_signatures });
        const change = { sender_signatures: text ? { ...others, [address]: text } : others };
        await writeSettings('sending_settings', change, updated_at, toSendingVersion);
      },
      meta: { ...savedMeta, silent: false, successMessage: 'Signature enregistrée' },
    }),

  /** Sends a message about the sender itself to the person who asks, and to no other address; returns that address. */
  sendTest: () =>
    mutationOptions({
      mutationFn: async (): Promise<string> => {
        const fallback = 'Impossible de joindre le serveur. Aucun message n’a été envoyé.';
        const request = { text: null };
        const answer = await invokeFunction('send-test-email', request, { fallback });
        return (answer as { sentTo?: string } | null)?.sentTo ?? 'votre adresse';
      },
      // The button reports a failure, until the next attempt.
      meta: { silent: true, invalidates: [queryKeys.setup] },
    }),

  /** Options to read the state of today's sending. */
  sending: () =>
    queryOptions({
      queryKey: [...settings.all, 'sending'],
      queryFn: async ({ signal }): Promise<SendingState> => {
        const { data } = await supabase.rpc('sending_state').abortSignal(signal).throwOnError();
        return data as SendingState;
      },
      refetchInterval: POLL_MS,
      meta: { logMessage: 'The state of sending could not be read' },
    }),

  /** Options to read the last run of the server's sender, or `null` when there is no trace of one. */
  dispatcher: () =>
    queryOptions({
      queryKey: [...settings.all, 'dispatcher'],
      queryFn: async ({ signal }): Promise<DispatcherState | null> => {
        const { data } = await supabase
          .from('dispatcher_state')
          .select('*')
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        return data;
      },
      refetchInterval: POLL_MS,
      meta: { errorMessage: 'Impossible de charger l’état de l’envoi' },
    }),
};
