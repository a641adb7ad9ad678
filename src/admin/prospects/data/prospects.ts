import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { offerUndoBy } from '@/admin/kit/data/undo-change';
import { invokeFunction } from '@/admin/kit/lib/functions';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import { storeFound } from './found-details';
import { readRelations, type WithRelation } from './prospect-relations';
import { type GenerationAnswer, generationAnswerSchema } from './prospects.schema';
import { notifyVerdict, searchSite, verdictOf } from './site-search';

export type Prospect = Tables<'suggested_prospects'> & WithRelation;
export type Generation = Tables<'prospect_generations'>;

/** The trip whose prospects are shown. */
export type ProspectTrip = Pick<
  Tables<'trip_plans'>,
  'id' | 'city' | 'region' | 'radius_km' | 'latitude' | 'longitude'
>;

/** A published tour at the coordinates of its town. */
export type NearbyTour = { id: string; title: string; name: string; latitude: number; longitude: number };

/** Polling interval of a running generation, in ms. */
const POLL_MS = 2_000;

/** Tells whether a run is under way: one that is silent past its lease is dead. */
export function isRunning(generation: Generation | null | undefined, now = serverClock.now()): boolean {
  return generation?.status === 'running' && Date.parse(generation.lease_expires_at) > now;
}

/** Shows the result; it is a success only when a complete reading added something. */
function notifyGenerated({ message, state, added, isPartial }: GenerationAnswer): void {
  if (state === 'running') notify.info(message, 'Déjà en cours');
  else if (isPartial) notify.warning(message, 'Résultat incomplet');
  else if (added === 0) notify.info(message, 'Rien de nouveau');
  else notify.success(message);
}

const all = queryKeys.prospects;
/** Accepting changes the contacts and the counts of trips and dashboard: the whole cache may be outdated. */
const everyQuery = [[]] as const;

/** Message when another tab or another person decided first. */
const DEALT_WITH = 'Ce prospect a déjà été accepté, rejeté ou supprimé ailleurs';

/** After a refusal the prospect's new state often explains it, so it is read again. */
const readAgain = (_error: Error, _asked: unknown, _result: unknown, { client }: { client: QueryClient }) =>
  client.invalidateQueries({ queryKey: all });

/** Describes the result of « Accepter tout », with those that were already decided. */
function acceptedText(count: number, requested: number): string {
  const added = count > 1 ? `${count} contacts ajoutés à votre liste` : 'Contact ajouté à votre liste';
  const others = requested - count;
  if (others === 0) return added;
  const left =
    others > 1 ? `${others} prospects avaient déjà été traités` : 'un prospect avait déjà été traité';
  return count === 0 ? 'Ces prospects avaient déjà été traités' : `${added}; ${left}`;
}

export const prospects = {
  all,

  /** The trip, or `null` when it no longer exists. */
  trip: (tripId: string) =>
    queryOptions({
      queryKey: [...all, tripId, 'trip'],
      queryFn: async ({ signal }): Promise<ProspectTrip | null> => {
        const { data } = await supabase
          .from('trip_plans')
          .select('id, city, region, radius_km, latitude, longitude')
          .eq('id', tripId)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        return data;
      },
      meta: { errorMessage: 'Impossible de charger les données' },
    }),

  /** Options to read the published tours around the trip, for its map. Silent: the map works without them. */
  toursAround: ({ latitude, longitude, radius_km }: ProspectTrip) =>
    queryOptions({
      queryKey: [...queryKeys.tours, 'around', latitude, longitude, radius_km],
      queryFn: async ({ signal }): Promise<NearbyTour[]> => {
        if (latitude === null || longitude === null) return [];
        const { data } = await supabase
          .rpc('studio_around', { latitude, longitude, radius_km })
          .abortSignal(signal)
          .throwOnError();
        return (data as { tours?: NearbyTour[] } | null)?.tours ?? [];
      },
    }),

  /** Options to read every prospect of the trip, newest first, with existing business. */
  list: (tripId: string) =>
    queryOptions({
      queryKey: [...all, tripId, 'list'],
      queryFn: async ({ signal }): Promise<Prospect[]> => {
        const rows = () =>
          supabase
            .from('suggested_prospects')
            .select('*')
            .eq('trip_plan_id', tripId)
            .order('created_at', { ascending: false })
            .order('id');
        const [list, relations] = await Promise.all([
          readAllRows<Tables<'suggested_prospects'>>(rows, signal),
          readRelations(tripId, signal),
        ]);
        return list.map((prospect) => ({ ...prospect, known: relations[prospect.id] }));
      },
      meta: { errorMessage: 'Impossible de charger les données' },
    }),

  /** Options to read the last generation of the trip, or `null`; polled while it runs. */
  generation: (tripId: string) =>
    queryOptions({
      queryKey: [...all, tripId, 'generation'],
      queryFn: async ({ signal }): Promise<Generation | null> => {
        const { data } = await supabase
          .from('prospect_generations')
          .select('*')
          .eq('trip_plan_id', tripId)
          .order('started_at', { ascending: false })
          .limit(1)
          .abortSignal(signal)
          .maybeSingle()
          .throwOnError();
        return data;
      },
      refetchInterval: ({ state }) => (isRunning(state.data) ? POLL_MS : false),
    }),

  /** Searches for prospects. The work goes on if the page is left; the message is the server's. */
  generate: (tripId: string) =>
    mutationOptions({
      mutationKey: [...all, tripId, 'generate'],
      /** `withAll` includes chains, and places without a known operator. */
      mutationFn: async ({ withAll }: { withAll: boolean }) => {
        const answer = await invokeFunction(
          'generate-prospects',
          withAll ? { tripPlanId: tripId, withAll } : { tripPlanId: tripId },
          { fallback: 'Impossible de générer les prospects' },
        );
        return generationAnswerSchema.parse(answer);
      },
      onSuccess: notifyGenerated,
      // The stored state explains it too, and part of the work may have been done.
      onError: readAgain,
      meta: { invalidates: [all] },
    }),

  /**
   * Searches missing contact details on the organisation's own site; returns the French reason when nothing was
   * found.
   */
  search: () =>
    mutationOptions({
      mutationFn: async (prospect: Prospect) => {
        const answer = await searchSite(prospect, 'Impossible de rechercher les coordonnées');
        const isFound = await storeFound(prospect, answer);
        return { isFound, note: answer.note, isPartial: answer.isPartial };
      },
      onSuccess: ({ isFound, isPartial }) => {
        if (isFound) return notify.success('Coordonnées trouvées et mises à jour');
        const text = 'Aucune coordonnée supplémentaire trouvée';
        if (isPartial) notify.warning(text, 'Recherche incomplète');
        else notify.info(text, 'Rien de nouveau');
      },
      meta: { invalidates: [all] },
    }),

  /** Verifies on the organisation's own site an address known from OpenStreetMap alone. */
  verify: () =>
    mutationOptions({
      mutationFn: async (prospect: Prospect) => {
        const answer = await searchSite(prospect, 'Impossible de vérifier l’adresse sur le site');
        // Stores the proof and the notice only: filling in the rest is the search's task.
        await storeFound(prospect, { ...answer, phone: null, website: null });
        return { verdict: verdictOf(answer), note: answer.note };
      },
      onSuccess: ({ verdict, note }) => notifyVerdict(verdict, note),
      meta: { invalidates: [all] },
    }),

  /** Accepts a prospect as a contact, once however often it is called. */
  accept: () =>
    mutationOptions({
      mutationFn: async (prospectId: string) => {
        const { error } = await supabase.rpc('accept_prospect', { prospect_id: prospectId });
        if (error) throw rpcError(error, "Impossible d'ajouter le contact");
      },
      onError: readAgain,
      meta: { invalidates: everyQuery, successMessage: 'Contact ajouté à votre liste' },
    }),

  /**
   * Accepts the prospects that were shown when the administrator confirmed, in one transaction; returns their number.
   */
  acceptAll: (tripId: string) =>
    mutationOptions({
      mutationFn: async (prospectIds: string[]) => {
        const { data } = await supabase
          .rpc('accept_all_prospects', { trip_id: tripId, prospect_ids: prospectIds })
          .throwOnError();
        return data;
      },
      onSuccess: (count, { length: requested }) => {
        if (count === 0) return notify.info('Aucun prospect n’attendait plus.', 'Rien de nouveau');
        notify.success(acceptedText(count, requested));
      },
      onError: readAgain,
      meta: { invalidates: everyQuery, errorMessage: "Impossible d'ajouter le contact" },
    }),

  reject: () =>
    mutationOptions({
      mutationFn: async (prospectId: string) => {
        const { data, error } = await supabase
          .from('suggested_prospects')
          .update({ status: 'rejected' })
          .eq('id', prospectId)
          .eq('status', 'pending')
          .select('id')
          .maybeSingle();
        if (error) throw rpcError(error, 'Impossible de rejeter le prospect');
        if (!data) throw new Error(DEALT_WITH);
      },
      onSuccess: (_data, prospectId, _result, { client }) =>
        offerUndoBy(client, 'Prospect rejeté', prospects.undoRejection(), prospectId),
      onError: readAgain,
      meta: { invalidates: [all] },
    }),

  undoRejection: () =>
    mutationOptions({
      mutationFn: async (prospectId: string) => {
        const { error } = await supabase.rpc('undo_rejection', { prospect_id: prospectId });
        if (error) throw rpcError(error, 'Impossible d’annuler le rejet');
      },
      onError: readAgain,
      meta: { invalidates: [all], successMessage: 'Rejet annulé' },
    }),

  remove: () =>
    mutationOptions({
      mutationFn: async (prospectId: string) => {
        const { data, error } = await supabase
          .from('suggested_prospects')
          .delete()
          .eq('id', prospectId)
          .select('id')
          .maybeSingle();
        if (error) throw rpcError(error, 'Impossible de supprimer le prospect');
        if (!data) throw new Error(DEALT_WITH);
      },
      onError: readAgain,
      meta: { invalidates: [all], successMessage: 'Prospect supprimé' },
    }),
};
