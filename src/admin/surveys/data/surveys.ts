import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import { moveToTrash } from '@/admin/trash/data/move-to-trash';
import type { Tables, TablesInsert } from '@/shared/database.types';
import type { TrackPoint } from '@/shared/survey/track';
import { trackName } from './file-name';
import type { StoredStreets } from './read-streets';
import { type SurveyValues, surveyRow } from './surveys.schema';
import type { SurveyTrack } from './tracks';

/** A survey as its page and the list show it. */
export type Survey = Omit<Tables<'surveys'>, 'ordered_streets'>;

/** Progress of a survey. */
type SurveyCounts = { pictures: number; kept: number; previews: number; reviewed: number };

/** A survey of the list. */
export type ListedSurvey = Survey & SurveyCounts;

const COLUMNS =
  'id, user_id, name, trip_plan_id, city, region, client_name, captured_on, delivered_on, compared_with, clock_offset_ms, clock_basis, clock_parts, ordered_source, published_at, slug, created_at, updated_at';

const NO_PICTURES: SurveyCounts = { pictures: 0, kept: 0, previews: 0, reviewed: 0 };

const asRow = (survey: SurveyValues) => z.encode(surveyRow, survey);

export const surveys = {
  all: queryKeys.surveys,

  /** Options to read every survey with its counts, the latest drive first. */
  list: () =>
    queryOptions({
      queryKey: [...surveys.all, 'list'],
      queryFn: async ({ signal }): Promise<ListedSurvey[]> => {
        const [rows, counts] = await Promise.all([
          readAllRows<Survey>(
            () =>
              supabase
                .from('surveys')
                .select(COLUMNS)
                .order('captured_on', { ascending: false, nullsFirst: true })
                .order('id'),
            signal,
          ),
          readAllRows(() => supabase.rpc('survey_counts').order('survey_id'), signal),
        ]);
        const byId = new Map(counts.map(({ survey_id, ...known }) => [survey_id, known]));
        return rows.map((survey) => ({ ...survey, ...(byId.get(survey.id) ?? NO_PICTURES) }));
      },
      meta: { errorMessage: 'Impossible de charger les relevés' },
    }),

  /** Options to read one survey, or `null` when it does not exist. */
  one: (id: string) =>
    queryOptions({
      queryKey: [...surveys.all, 'one', id],
      queryFn: async ({ signal }): Promise<Survey | null> => {
        const { data } = await supabase
          .from('surveys')
          .select(COLUMNS)
          .eq('id', id)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        return data;
      },
      meta: { errorMessage: 'Impossible de charger le relevé' },
    }),

  /** Options to read the tracks of a survey, the oldest first. */
  tracks: (id: string) =>
    queryOptions({
      queryKey: [...surveys.all, 'tracks', id],
      queryFn: async ({ signal }): Promise<SurveyTrack[]> => {
        const { data } = await supabase
          .from('survey_tracks')
          .select('id, name, points')
          .eq('survey_id', id)
          .order('created_at')
          .order('id')
          .abortSignal(signal)
          .throwOnError();
        return data.map((track) => ({
          ...track,
          points: (track.points as [number, number, number, number][]).map(([time, lat, lon, segment]) => ({
            ...{ time, lat, lon, segment },
          })),
        }));
      },
      staleTime: Number.POSITIVE_INFINITY,
      meta: { errorMessage: 'Impossible de charger les traces GPS du relevé' },
    }),

  /** Options to read the streets that were ordered. */
  order: (id: string) =>
    queryOptions({
      queryKey: [...surveys.all, 'order', id],
      queryFn: async ({ signal }): Promise<{ streets: StoredStreets; source: string | null }> => {
        const { data } = await supabase
          .from('surveys')
          .select('ordered_streets, ordered_source')
          .eq('id', id)
          .abortSignal(signal)
          .single()
          .throwOnError();
        return { streets: data.ordered_streets as StoredStreets, source: data.ordered_source };
      },
      meta: { errorMessage: 'Impossible de charger les rues commandées' },
    }),

  /** Creates a survey; returns its id. */
  create: () =>
    mutationOptions({
      mutationFn: async (survey: SurveyValues): Promise<string> => {
        const { data } = await supabase
          .from('surveys')
          .insert({ ...asRow(survey), user_id: await currentUserId() })
          .select('id')
          .single()
          .throwOnError();
        return data.id;
      },
      networkMode: 'always',
      meta: {
        invalidates: [surveys.all],
        successMessage: 'Relevé créé',
        errorMessage: 'Impossible de créer le relevé',
      },
    }),

  update: (id: string) =>
    mutationOptions({
      mutationFn: async (survey: SurveyValues) => {
        const { data } = await supabase
          .from('surveys')
          .update(asRow(survey))
          .eq('id', id)
          .select('id')
          .maybeSingle()
          .throwOnError();
        if (!data) throw new Error('Ce relevé n’existe plus');
      },
      networkMode: 'always',
      meta: {
        invalidates: [surveys.all],
        successMessage: 'Relevé mis à jour',
        errorMessage: 'Impossible de sauvegarder le relevé',
      },
    }),

  /** Notes that the client received the folder of proof that day. */
  noteDelivery: (id: string) =>
    mutationOptions({
      mutationFn: async (delivered_on: string) => {
        await supabase.from('surveys').update({ delivered_on }).eq('id', id).throwOnError();
      },
      networkMode: 'always',
      meta: {
        invalidates: [surveys.all],
        successMessage: 'Remise notée',
        errorMessage: 'Impossible de noter la remise',
      },
    }),

  /** Keeps the streets that were ordered, and where they come from. */
  setOrder: (id: string) =>
    mutationOptions({
      mutationFn: async ({ streets, source }: { streets: StoredStreets; source: string | null }) => {
        await supabase
          .from('surveys')
          .update({ ordered_streets: streets, ordered_source: source })
          .eq('id', id)
          .throwOnError();
      },
      networkMode: 'always',
      meta: {
        invalidates: [surveys.all],
        successMessage: 'Rues commandées enregistrées',
        errorMessage: 'Impossible d’enregistrer les rues commandées',
      },
    }),

  /** Adds a track; one of the same name is replaced. */
  addTrack: (id: string) =>
    mutationOptions({
      mutationFn: async ({ name, points }: { name: string; points: readonly TrackPoint[] }) => {
        const row: TablesInsert<'survey_tracks'> = {
          survey_id: id,
          name: trackName(name),
          points: points.map(({ time, lat, lon, segment }) => [time, lat, lon, segment]),
        };
        const { data: former } = await supabase
          .from('survey_tracks')
          .select('id')
          .eq('survey_id', id)
          .eq('name', row.name)
          .throwOnError();
        await supabase.from('survey_tracks').insert(row).throwOnError();
        const ids = former.map((track) => track.id);
        if (ids.length > 0) await supabase.from('survey_tracks').delete().in('id', ids).throwOnError();
      },
      networkMode: 'always',
      meta: {
        invalidates: [[...surveys.all, 'tracks', id]],
        errorMessage: 'Impossible d’enregistrer la trace GPS',
      },
    }),

  /** Takes tracks out of a survey; their files stay on the disk. */
  removeTracks: (id: string) =>
    mutationOptions({
      mutationFn: async (ids: readonly string[]) => {
        await supabase.from('survey_tracks').delete().in('id', ids).throwOnError();
      },
      networkMode: 'always',
      meta: {
        invalidates: [[...surveys.all, 'tracks', id]],
        errorMessage: 'Impossible de retirer la trace GPS',
      },
    }),

  /** Moves surveys to the trash, with their pictures, pairs and findings. */
  remove: () =>
    moveToTrash<Pick<Survey, 'id'>>({
      kind: 'surveys',
      successText: () => 'Relevé supprimé',
      errorMessage: 'Impossible de supprimer le relevé',
      invalidates: [surveys.all],
    }),
};
