import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { quebecDay } from '@/admin/kit/lib/dates';
import { EditConflict, refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { toVersion } from '@/admin/kit/lib/row-codecs';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { type IncidentInput, type IncidentValues, incidentRow } from './incidents.schema';

export type Incident = Tables<'privacy_incidents'>;

/** The values that an edit replaced, and whether the reader made it. */
export type IncidentChange = Omit<Tables<'privacy_incident_changes'>, 'before'> & {
  before: Readonly<Record<string, unknown>>;
  isMine: boolean;
};

/** Converts a stored incident to the form's values. */
export const toIncidentVersion = (stored: Incident): Version<IncidentValues> =>
  toVersion(incidentRow, stored);

async function readIncident(id: string): Promise<Incident | null> {
  const { data } = await supabase
    .from('privacy_incidents')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** Tells whether the five years of an incident are over: the database refuses to delete it before. */
export const mayDelete = ({ kept_until }: Incident): boolean => kept_until < quebecDay();

/** Lists the notices that a serious incident still lacks (P-39.1, art. 3.5). */
export function missingNotices({
  is_serious,
  commission_notified_on,
  people_notified_on,
  people_notice_reason,
}: Incident): string[] {
  if (!is_serious) return [];
  return [
    ...(commission_notified_on ? [] : ['Aviser la Commission']),
    ...(people_notified_on || people_notice_reason ? [] : ['Aviser les personnes']),
  ];
}

const all = queryKeys.privacyIncidents;

export const incidents = {
  all,

  /** Options to read the register, the last known first. */
  list: () =>
    queryOptions({
      queryKey: [...all, 'list'],
      queryFn: ({ signal }) =>
        readAllRows(
          () =>
            supabase
              .from('privacy_incidents')
              .select('*')
              .order('known_on', { ascending: false })
              .order('id'),
          signal,
        ),
      meta: { errorMessage: 'Impossible de charger le registre des incidents' },
    }),

  /** One incident; null when there is none of that number. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'one', id],
      queryFn: async ({ signal }): Promise<Incident | null> => {
        const { data } = await supabase
          .from('privacy_incidents')
          .select('*')
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        return data;
      },
      meta: { errorMessage: 'Impossible de charger l’incident' },
    }),

  /** Options to read the values that each edit of an incident replaced, newest first. */
  changes: (id: string) =>
    queryOptions({
      queryKey: [...all, 'changes', id],
      queryFn: async ({ signal }): Promise<IncidentChange[]> => {
        const rows = await readAllRows(
          () =>
            supabase
              .from('privacy_incident_changes')
              .select('*')
              .eq('incident_id', id)
              .order('created_at', { ascending: false })
              .order('id'),
          signal,
        );
        const me = await currentUserId();
        return rows.map((row) => ({
          ...row,
          before: row.before as IncidentChange['before'],
          isMine: row.recorded_by === me,
        }));
      },
      meta: { errorMessage: 'Impossible de charger les corrections' },
    }),

  record: () =>
    mutationOptions({
      mutationFn: async (input: IncidentInput): Promise<Incident> => {
        const row = { ...z.encode(incidentRow, input), recorded_by: await currentUserId() };
        const { data } = await supabase
          .from('privacy_incidents')
          .insert(row)
          .select()
          .single()
          .throwOnError();
        return data;
      },
      meta: {
        invalidates: [all],
        successMessage: 'Incident inscrit au registre',
        errorMessage: 'Impossible d’inscrire l’incident au registre',
      },
    }),

  /**
   * Corrects an incident over the version that was read; the database keeps the former values, with author and date.
   *
   * @throws EditConflict
   */
  correct: (id: string) =>
    mutationOptions({
      mutationFn: async ({ input, readAt }: { input: IncidentInput; readAt: string }) => {
        const { data } = await supabase
          .from('privacy_incidents')
          .update(z.encode(incidentRow, input))
          .eq('id', id)
          .eq('updated_at', readAt)
          .select()
          .maybeSingle()
          .throwOnError();
        if (data) return toIncidentVersion(data);
        const now = readIncident(id).then((stored) => stored && toIncidentVersion(stored));
        throw await refusedSave(now, 'Cet incident n’existe plus');
      },
      meta: {
        silent: (error) => error instanceof EditConflict,
        invalidates: [all],
        successMessage: 'Incident corrigé; l’ancien texte reste au registre',
        errorMessage: 'Impossible de corriger l’incident',
      },
    }),

  /** Deletes an incident whose five years are over, with its corrections. */
  remove: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        await supabase.from('privacy_incidents').delete().eq('id', id).select('id').single().throwOnError();
      },
      meta: {
        invalidates: [all],
        successMessage: 'Incident supprimé du registre',
        errorMessage: 'Impossible de supprimer l’incident du registre',
      },
    }),
};
