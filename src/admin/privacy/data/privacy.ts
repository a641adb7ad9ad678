import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { isReportedByForm, type Version } from '@/admin/kit/lib/edit-conflict';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import { writeSettings } from '@/admin/settings/data/settings';
import type { Tables } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import type { RetentionInput, RetentionValues } from './retention.schema';

/** Number of records that the rules would destroy today. */
export type RetentionPreview = { rejected_prospects: number; quote_requests: number };

/** Operation on personal data: stored value → French label. */
export const registerKinds = {
  export: 'Copie remise',
  full_export: 'Exportation complète',
  erasure: 'Effacement',
  retention: 'Règle de conservation',
} as const;

/** A line of the register; it names nobody. */
export type RegisterLine = Omit<Tables<'privacy_register'>, 'detail'> & {
  detail: Readonly<Record<string, number>>;
  /** True when the signed-in person did it. */
  isMine: boolean;
};

/** Converts the stored rules to the form's values. */
export const toRetentionVersion = (stored: Tables<'retention_settings'>): Version<RetentionValues> => ({
  values: {
    rejected_prospects_months: String(stored.rejected_prospects_months ?? ''),
    quote_requests_months: String(stored.quote_requests_months ?? ''),
  },
  readAt: stored.updated_at,
});

const all = queryKeys.privacyRegister;

/**
 * Result of a list: number of added and known addresses, refused ones, and unreadable refusals that still stop all
 * sending.
 */
export type ReappliedCounts = { added: number; known: number; invalid: string[]; unreadable: number };

/** Shows the result as a toast; without changes, or while all sending stays stopped, it is no success. */
function announceReapplied({ added, known, unreadable }: ReappliedCounts): void {
  const done = counted(added, 'adresse retirée des envois', 'adresses retirées des envois');
  if (unreadable > 0) {
    const left = counted(
      unreadable,
      'désabonnement ne peut pas être lu',
      'désabonnements ne peuvent pas être lus',
    );
    notify.info(`${done}. Les envois restent arrêtés\u00a0: ${left}.`);
  } else if (added === 0) {
    const already = counted(
      known,
      'adresse était déjà retirée des envois',
      'adresses étaient déjà retirées des envois',
    );
    notify.info(`Rien à changer\u00a0: ${already}`);
  } else {
    const before = known > 0 ? `, ${counted(known, 'l’était déjà', 'l’étaient déjà')}` : '';
    notify.success(`${done}${before}`);
  }
}

export const privacy = {
  all,

  /** Options to read copies, erasures and runs of the rules, newest first. Runs without effect are left out. */
  register: () =>
    queryOptions({
      queryKey: [...all, 'list'],
      queryFn: async ({ signal }) => {
        const rows = await readAllRows(
          () =>
            supabase
              .from('privacy_register')
              .select('*')
              .order('created_at', { ascending: false })
              .order('id'),
          signal,
        );
        const me = await currentUserId();
        return rows
          .map((row): RegisterLine => {
            const detail = row.detail as RegisterLine['detail'];
            return { ...row, detail, isMine: row.recorded_by === me };
          })
          .filter(
            ({ kind, detail }) => kind !== 'retention' || Object.values(detail).some((count) => count > 0),
          );
      },
      meta: { errorMessage: 'Impossible de charger le registre' },
    }),

  /** Options to read what these rules, saved or not, would destroy at their next run. */
  preview: ({ rejected_prospects_months, quote_requests_months }: RetentionInput) =>
    queryOptions({
      queryKey: [...all, 'preview', rejected_prospects_months, quote_requests_months],
      queryFn: async ({ signal }): Promise<RetentionPreview> => {
        // Null means « kept »; the generated types accept no null argument.
        const months = { prospects_months: rejected_prospects_months, quotes_months: quote_requests_months };
        const { data } = await supabase
          .rpc('retention_preview', months as { prospects_months: number; quotes_months: number })
          .abortSignal(signal)
          .throwOnError();
        return data as RetentionPreview;
      },
    }),

  /** Suppresses these addresses for all sendings; `isComplete` declares that they replace the unreadable ones. */
  reapplySuppressions: () =>
    mutationOptions({
      mutationFn: async (list: { addresses: string[]; isComplete: boolean }): Promise<ReappliedCounts> => {
        const { data, error } = await supabase.rpc('reapply_suppressions', {
          addresses: list.addresses,
          is_complete: list.isComplete,
        });
        if (error) throw rpcError(error, 'Impossible de réappliquer ces désabonnements');
        return data as ReappliedCounts;
      },
      onSuccess: announceReapplied,
      meta: { invalidates: [queryKeys.settings, queryKeys.consents, queryKeys.campaigns] },
    }),

  /** Saves the rules; the server applies them once a day. */
  saveRetention: () =>
    mutationOptions({
      mutationFn: ({ rules, readAt }: { rules: RetentionInput; readAt: string }) =>
        writeSettings('retention_settings', rules, readAt, toRetentionVersion),
      meta: {
        silent: isReportedByForm,
        invalidates: [queryKeys.settings, all],
        successMessage: 'Règles de conservation enregistrées',
        errorMessage: 'Impossible d’enregistrer les règles de conservation',
      },
    }),
};
