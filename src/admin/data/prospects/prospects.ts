import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { rpcError } from '@/admin/data/rpc-error';
import { offerUndoBy } from '@/admin/data/undo-change';
import { invokeFunction } from '@/admin/lib/functions';
import { readAllRows } from '@/admin/lib/read-rows';
import { supabase } from '@/admin/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { notify } from '@/shared/lib/notify';
import { keepFound } from './found-details';
import { readRelations, type WithRelation } from './prospect-relations';
import { type GenerationAnswer, generationAnswerSchema } from './prospects.schema';
import { sayVerdict, searchSite, verdictOf } from './site-search';

export type Prospect = Tables<'suggested_prospects'> & WithRelation;
export type Generation = Tables<'prospect_generations'>;

/** The trip whose prospects are shown. */
export type ProspectTrip = Pick<
  Tables<'trip_plans'>,
  'id' | 'city' | 'region' | 'radius_km' | 'latitude' | 'longitude'
>;

/** A published tour, where its town is. */
export type NearbyTour = { id: string; title: string; name: string; latitude: number; longitude: number };

/** How often a generation under way is looked at, in ms. */
const POLL = 2_000;

/** Whether a run is under way: one that has said nothing past its lease is dead. */
export function isRunning(generation: Generation | null | undefined, now = Date.now()): boolean {
  return generation?.status === 'running' && Date.parse(generation.lease_expires_at) > now;
}

/** Only what added something, from all it had to read, is a success. */
function sayGenerated({ message, state, added, isPartial }: GenerationAnswer): void {
  if (state === 'running') notify.info(message, 'Déjà en cours');
  else if (isPartial) notify.warning(message, 'Résultat incomplet');
  else if (added === 0) notify.info(message, 'Rien de nouveau');
  else notify.success(message);
}

const all = queryKeys.prospects;
/** Accepting fills the contacts and the counts of trips and dashboard: all that is cached may be out of date. */
const everything = [[]] as const;

/** Another tab, or another person, was quicker. */
const DEALT_WITH = 'Ce prospect a déjà été accepté, rejeté ou supprimé ailleurs';

/** After a refusal the screen shows what became of the prospect, which is often why. */
const readAgain = (_error: Error, _asked: unknown, _result: unknown, { client }: { client: QueryClient }) =>
  client.invalidateQueries({ queryKey: all });

/** What « Accepter tout » did, and what was left because it no longer waited. */
function acceptedText(count: number, asked: number): string {
  const added = count > 1 ? `${count} contacts ajoutés à votre liste` : 'Contact ajouté à votre liste';
  const others = asked - count;
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

  /** The published tours around the trip, for its map; silent: the map is drawn without them. */
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

  /** Every prospect of the trip, newest first, with what the studio has with it. */
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

  /** The last generation of the trip, or `null`; asked again while it is under way. */
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
      refetchInterval: ({ state }) => (isRunning(state.data) ? POLL : false),
    }),

  /** Has prospects looked for. The work goes on if the page is left; the message is the server's. */
  generate: (tripId: string) =>
    mutationOptions({
      mutationKey: [...all, tripId, 'generate'],
      /** `withAll`: also chains, and places that nobody is known to run. */
      mutationFn: async ({ withAll }: { withAll: boolean }) => {
        const answer = await invokeFunction(
          'generate-prospects',
          withAll ? { tripPlanId: tripId, withAll } : { tripPlanId: tripId },
          { fallback: 'Impossible de générer les prospects' },
        );
        return generationAnswerSchema.parse(answer);
      },
      onSuccess: sayGenerated,
      // The state says why, too, and part of the work may have been done.
      onError: readAgain,
      meta: { invalidates: [all] },
    }),

  /** Looks for missing contact details on the organisation's own site; answers why nothing was found, in French. */
  search: () =>
    mutationOptions({
      mutationFn: async (prospect: Prospect) => {
        const answer = await searchSite(prospect, 'Impossible de rechercher les coordonnées');
        const isFound = await keepFound(prospect, answer);
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

  /** Looks on the organisation's own site for an address that stands in OpenStreetMap alone. */
  verify: () =>
    mutationOptions({
      mutationFn: async (prospect: Prospect) => {
        const answer = await searchSite(prospect, 'Impossible de vérifier l’adresse sur le site');
        // The proof and the notice only: a search is what fills in the rest.
        await keepFound(prospect, { ...answer, phone: null, website: null });
        return { verdict: verdictOf(answer), note: answer.note };
      },
      onSuccess: ({ verdict, note }) => sayVerdict(verdict, note),
      meta: { invalidates: [all] },
    }),

  /** One prospect becomes one contact, however often it is asked. */
  accept: () =>
    mutationOptions({
      mutationFn: async (prospectId: string) => {
        const { error } = await supabase.rpc('accept_prospect', { prospect_id: prospectId });
        if (error) throw rpcError(error, "Impossible d'ajouter le contact");
      },
      onError: readAgain,
      meta: { invalidates: everything, successMessage: 'Contact ajouté à votre liste' },
    }),

  /** Those that were shown when the administrator confirmed, in one transaction; says how many it was. */
  acceptAll: (tripId: string) =>
    mutationOptions({
      mutationFn: async (prospectIds: string[]) => {
        const { data } = await supabase
          .rpc('accept_all_prospects', { trip_id: tripId, prospect_ids: prospectIds })
          .throwOnError();
        return data;
      },
      onSuccess: (count, { length: asked }) => {
        if (count === 0) return notify.info('Aucun prospect n’attendait plus.', 'Rien de nouveau');
        notify.success(acceptedText(count, asked));
      },
      onError: readAgain,
      meta: { invalidates: everything, errorMessage: "Impossible d'ajouter le contact" },
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
