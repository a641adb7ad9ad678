import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { isSaidByForm, refusedSave, type Version } from '@/admin/lib/edit-conflict';
import { supabase } from '@/admin/lib/supabase';
import type { Tables, TablesUpdate } from '@/shared/database.types';
import { orNull } from '@/shared/lib/text';
import type { SettingsInput, SettingsValues } from './settings.schema';

export type Settings = Tables<'settings'>;
export type DispatcherState = Tables<'dispatcher_state'>;

/**
 * What leaves today, of the limit. `quiet_now`: the quiet hours hold scheduled messages and follow-ups back. `ready`:
 * nothing is missing of the sender's identity. `stop`: why nothing may leave at all, in the server's French words.
 */
export type SendingState = {
  sent_today: number;
  daily_cap: number;
  quiet_now: boolean;
  ready: boolean;
  stop: string | null;
};

/** Without these, nothing is sent: column → how the settings name it. Source: Canada's anti-spam law. */
const required = {
  sender_name: 'nom de l’expéditeur',
  legal_name: 'nom légal',
  postal_address: 'adresse postale',
  contact_email: 'courriel de contact',
} as const;

/** What is still empty of that without which nothing is sent, in the words of the screen. */
export const missingSettings = (settings: Settings): string[] =>
  (Object.keys(required) as (keyof typeof required)[])
    .filter((column) => settings[column].trim() === '')
    .map((column) => required[column]);

const toRow = ({ quiet_start, quiet_end, ...input }: SettingsInput) => ({
  ...input,
  quiet_start: orNull(quiet_start),
  quiet_end: orNull(quiet_end),
});

/** `22:00:00` as `22:00`, which a time input takes. */
const toTime = (stored: string | null) => stored?.slice(0, 5) ?? '';

/** The stored settings as the form holds them. */
export const toSettingsVersion = ({
  id: _id,
  updated_at,
  rejected_prospects_months: _rejected,
  quote_requests_months: _requests,
  quote_form_needs_proof: _proof,
  daily_cap,
  quiet_start,
  quiet_end,
  ...texts
}: Settings): Version<SettingsValues> => ({
  values: {
    ...texts,
    new_sender: '',
    daily_cap: String(daily_cap),
    quiet_start: toTime(quiet_start),
    quiet_end: toTime(quiet_end),
  },
  readAt: updated_at,
});

async function readSettings(signal?: AbortSignal): Promise<Settings> {
  const query = supabase.from('settings').select('*');
  const { data } = await (signal ? query.abortSignal(signal) : query).single().throwOnError();
  return data;
}

/**
 * Writes some of the settings over the row that was read, and returns the row.
 *
 * @param toVersion the stored row as the form that saves holds it
 * @throws EditConflict
 */
export async function writeSettings<Values>(
  change: TablesUpdate<'settings'>,
  readAt: string,
  toVersion: (stored: Settings) => Version<Values>,
): Promise<Version<Values>> {
  const { data } = await supabase
    .from('settings')
    .update(change)
    .eq('id', 1)
    .eq('updated_at', readAt)
    .select('*')
    .maybeSingle()
    .throwOnError();
  if (data) return toVersion(data);
  throw await refusedSave(readSettings().then(toVersion), 'Les paramètres n’existent plus');
}

/** How often the sending is looked at while its state shows, in ms. */
const POLL = 15_000;

export const settings = {
  all: queryKeys.settings,

  /** The only row there is. */
  one: () =>
    queryOptions({
      queryKey: [...settings.all, 'one'],
      queryFn: ({ signal }) => readSettings(signal),
      meta: { errorMessage: 'Impossible de charger les paramètres' },
    }),

  save: () =>
    mutationOptions({
      mutationFn: ({ input, readAt }: { input: SettingsInput; readAt: string }) =>
        writeSettings(toRow(input), readAt, toSettingsVersion),
      meta: {
        silent: isSaidByForm,
        invalidates: [settings.all],
        successMessage: 'Paramètres enregistrés',
        errorMessage: 'Impossible d’enregistrer les paramètres',
      },
    }),

  /** How today's sending stands. */
  sending: () =>
    queryOptions({
      queryKey: [...settings.all, 'sending'],
      queryFn: async ({ signal }): Promise<SendingState> => {
        const { data } = await supabase.rpc('sending_state').abortSignal(signal).throwOnError();
        return data as SendingState;
      },
      refetchInterval: POLL,
      meta: { logMessage: 'The state of sending could not be read' },
    }),

  /** The last run of the server's sender, or `null` when there is no trace of one. */
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
      refetchInterval: POLL,
      meta: { errorMessage: 'Impossible de charger l’état de l’envoi' },
    }),
};
