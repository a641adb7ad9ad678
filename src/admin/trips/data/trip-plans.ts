import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { byFormerValue, offerUndo } from '@/admin/kit/data/undo-change';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { isReportedByForm, refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { inBatches } from '@/admin/kit/lib/in-batches';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { toVersion } from '@/admin/kit/lib/row-codecs';
import { supabase } from '@/admin/kit/lib/supabase';
import { moveToTrash } from '@/admin/trash/data/move-to-trash';
import type { Database, Tables } from '@/shared/database.types';
import {
  pointText,
  readPoint,
  type TripPlanInput,
  type TripPlanValues,
  tripPlanRow,
} from './trip-plans.schema';

type TripPlan = Tables<'trip_plans'>;

/** The generated types know no null argument, which is the default of each. */
type Arguments = Database['public']['Functions']['save_trip_plan']['Args'];

/** Results of a trip so far. `contacts` counts the accepted prospects. */
export type TripCounts = { prospects: number; pending: number; contacts: number };

/** A trip as the list shows it. */
export type ListedTrip = TripPlan & TripCounts;

/** A trip as the form edits it. */
export type EditedTrip = { id: string } & Version<TripPlanValues>;

type SaveRequest = {
  trip: TripPlanInput;
  /** The stored trip, as it was read; absent for a new one. */
  edited?: { id: string; readAt: string } | undefined;
};

type StatusChange = { ids: string[]; status: TripPlan['status'] };

/**
 * Sets a status.
 *
 * @param given limits it to the trips that still have this status: a newer change is left alone
 */
const updateStatus = (ids: readonly string[], status: TripPlan['status'], given?: TripPlan['status']) =>
  inBatches(ids, (some) => {
    const update = supabase.from('trip_plans').update({ status }).in('id', some);
    return (given === undefined ? update : update.eq('status', given)).throwOnError();
  });

const NO_COUNTS: TripCounts = { prospects: 0, pending: 0, contacts: 0 };

async function readCounts(signal: AbortSignal): Promise<Map<string, TripCounts>> {
  const rows = await readAllRows(() => supabase.rpc('trip_plan_counts').order('trip_plan_id'), signal);
  return new Map(rows.map(({ trip_plan_id, ...counts }) => [trip_plan_id, counts]));
}

export const tripPlans = {
  all: queryKeys.tripPlans,

  /** Options to read every trip with its results, the latest start first. */
  list: () =>
    queryOptions({
      queryKey: [...tripPlans.all, 'list'],
      queryFn: async ({ signal }): Promise<ListedTrip[]> => {
        const [trips, counts] = await Promise.all([
          readAllRows<TripPlan>(
            () =>
              supabase.from('trip_plans').select('*').order('start_date', { ascending: false }).order('id'),
            signal,
          ),
          readCounts(signal),
        ]);
        return trips.map((trip) => ({ ...trip, ...(counts.get(trip.id) ?? NO_COUNTS) }));
      },
      meta: { errorMessage: 'Impossible de charger les déplacements' },
    }),

  /**
   * Options to read one trip for the form, or `null` when it does not exist. Read again each time the form opens, and
   * never while it is open: a refetch must not change what is being typed, and a save must send back the version it
   * began with.
   */
  edited: (id: string) =>
    queryOptions({
      queryKey: [...tripPlans.all, 'edited', id],
      queryFn: ({ signal }) => readTrip(id, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      meta: { errorMessage: 'Impossible de charger le déplacement' },
    }),

  /** Options to read the target types of a trip: every tag, in the administrator's order. */
  targetTypes: () =>
    queryOptions({
      queryKey: [...tripPlans.all, 'target-types'],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .from('tags')
          .select('id, name, color')
          .order('display_order')
          .order('id')
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
      // The failure is only logged (specification, section 8).
      meta: { logMessage: 'The target types of trips could not be read' },
    }),

  /**
   * Creates a trip, or saves one, with its target types in one transaction.
   *
   * @param isNew chooses the message
   * @throws EditConflict, EditGone
   */
  save: (isNew: boolean) =>
    mutationOptions({
      mutationFn: async ({ trip, edited }: SaveRequest): Promise<string> => {
        await currentUserId();
        const point = readPoint(trip.point);
        const { data: id, error } = await supabase.rpc('save_trip_plan', {
          ...(z.encode(tripPlanRow, trip) as Arguments),
          ...(point && { ...point, municipality_code: undefined }),
          trip_plan_id: edited?.id,
          read_at: edited?.readAt,
        });
        if (edited && (error?.code === 'PT404' || error?.code === 'PT409')) {
          throw await refusedSave(readTrip(edited.id), 'Ce déplacement n’existe plus');
        }
        if (error) throw error;
        return id;
      },
      // Without a connection the mutation fails at once, instead of waiting for one silently.
      networkMode: 'always',
      meta: {
        silent: isReportedByForm,
        invalidates: [tripPlans.all],
        successMessage: isNew ? 'Déplacement créé' : 'Déplacement mis à jour',
        errorMessage: 'Impossible de sauvegarder le déplacement',
      },
    }),

  /** Sets the status of one or many trips, shown at once. */
  setStatus: () =>
    mutationOptions({
      mutationFn: ({ ids, status }: StatusChange) => updateStatus(ids, status),
      onMutate: async ({ ids, status }, { client }) => {
        const { queryKey } = tripPlans.list();
        await client.cancelQueries({ queryKey });
        const chosen = new Set(ids);
        const before = client.getQueryData(queryKey) ?? [];
        client.setQueryData(
          queryKey,
          before.map((trip) => (chosen.has(trip.id) ? { ...trip, status } : trip)),
        );
        return before.filter(({ id }) => chosen.has(id));
      },
      onError: (_error, _change, before, { client }) => {
        const byId = new Map(before?.map((trip) => [trip.id, trip]));
        client.setQueryData(tripPlans.list().queryKey, (list) =>
          list?.map((trip) => byId.get(trip.id) ?? trip),
        );
      },
      onSuccess: (_data, { status }, before, { client }) => {
        const groups = byFormerValue(before, (trip) => trip.status, status);
        const undo = () => Promise.all(groups.map(([former, ids]) => updateStatus(ids, former, status)));
        offerUndo(client, 'Statut mis à jour', undo, [tripPlans.all]);
      },
      networkMode: 'always',
      meta: {
        invalidates: [tripPlans.all],
        errorMessage: 'Impossible de changer le statut des déplacements',
      },
    }),

  /** Deletes a trip with its prospects. Contacts stay. */
  remove: () =>
    moveToTrash<Pick<ListedTrip, 'id'>>({
      kind: 'trip_plans',
      successText: () => 'Déplacement supprimé',
      errorMessage: 'Impossible de supprimer le déplacement',
      invalidates: [tripPlans.all],
    }),
};

async function readTrip(id: string, signal?: AbortSignal): Promise<EditedTrip | null> {
  const query = supabase.from('trip_plans').select('*, trip_plan_tags(tag_id)').eq('id', id);
  const { data } = await (signal ? query.abortSignal(signal) : query).maybeSingle().throwOnError();
  if (!data) return null;
  const { readAt, values } = toVersion(tripPlanRow, {
    ...data,
    tag_ids: data.trip_plan_tags.map(({ tag_id }) => tag_id),
  });
  const { municipality_code, latitude, longitude } = data;
  const isPoint = !municipality_code && latitude !== null && longitude !== null;
  return { id, readAt, values: { ...values, point: isPoint ? pointText(latitude, longitude) : '' } };
}
