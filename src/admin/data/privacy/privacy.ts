import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { currentUserId } from '@/admin/lib/current-user';
import { readAllRows } from '@/admin/lib/read-rows';
import { supabase } from '@/admin/lib/supabase';
import type { Tables } from '@/shared/database.types';
import type { RetentionInput, RetentionValues } from './retention.schema';

/** What the rules would destroy today. */
export type RetentionPreview = { rejected_prospects: number; quote_requests: number };

/** What was done to personal data: stored value → French label. */
export const registerKinds = {
  export: 'Copie remise',
  full_export: 'Exportation complète',
  erasure: 'Effacement',
  retention: 'Règle de conservation',
} as const;

/** A line of the register; it names nobody. */
export type RegisterLine = Omit<Tables<'privacy_register'>, 'detail'> & {
  detail: Readonly<Record<string, number>>;
  /** Whether whoever reads did it. */
  isMine: boolean;
};

/** The stored rules as the form holds them. */
export const toRetentionValues = (stored: Tables<'settings'>): RetentionValues => ({
  rejected_prospects_months: String(stored.rejected_prospects_months ?? ''),
  quote_requests_months: String(stored.quote_requests_months ?? ''),
});

const all = queryKeys.privacyRegister;

export const privacy = {
  all,

  /** Copies, erasures and runs of the rules, newest first. Runs that found nothing to do are left out. */
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

  /** What these rules, saved or not, would destroy at their next run. */
  preview: ({ rejected_prospects_months, quote_requests_months }: RetentionInput) =>
    queryOptions({
      queryKey: [...all, 'preview', rejected_prospects_months, quote_requests_months],
      queryFn: async ({ signal }): Promise<RetentionPreview> => {
        // Null is « kept »; the generated types know no null argument.
        const months = { prospects_months: rejected_prospects_months, quotes_months: quote_requests_months };
        const { data } = await supabase
          .rpc('retention_preview', months as { prospects_months: number; quotes_months: number })
          .abortSignal(signal)
          .throwOnError();
        return data as RetentionPreview;
      },
    }),

  /** Saves the rules; the server applies them once a day. */
  saveRetention: () =>
    mutationOptions({
      mutationFn: async (rules: RetentionInput) => {
        await supabase.from('settings').update(rules).eq('id', 1).select('id').single().throwOnError();
      },
      meta: {
        invalidates: [queryKeys.settings, all],
        successMessage: 'Règles de conservation enregistrées',
        errorMessage: 'Impossible d’enregistrer les règles de conservation',
      },
    }),
};
