import { placeKey } from '@contract/search-key';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { PlaceRecords } from '@/admin/data/municipalities/place-records';
import { queryKeys } from '@/admin/data/query-keys';
import { rpcError } from '@/admin/data/rpc-error';
import { restoreFromTrash } from '@/admin/data/trash/move-to-trash';
import { offerUndo } from '@/admin/data/undo-change';
import { refusedSave, type Version } from '@/admin/lib/edit-conflict';
import { type ProgressiveList, readFirstThenRest } from '@/admin/lib/read-rows';
import { toVersion } from '@/admin/lib/row-codecs';
import { supabase } from '@/admin/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { type OrganisationInput, type OrganisationValues, organisationRow } from './organisations.schema';

export type Organisation = Omit<Tables<'organisations'>, 'domain' | 'name_key' | 'town_key'>;

/** A line of the list. */
export type ListedOrganisation = Pick<
  Organisation,
  'id' | 'kind' | 'name' | 'city' | 'region' | 'email' | 'phone' | 'register_code'
> & { name_key: string | null; town_key: string | null };

/** How many persons each organisation has, by its id; absent: none. */
export type PeopleCounts = Readonly<Record<string, number>>;

/** Two records of one organisation; `fields`: what the other knows better than the one that stays. */
type OrganisationMerge = { kept: string; merged: string; fields: string[] };

/** What a field of the contact form proposes. */
export type OrganisationChoice = Pick<Organisation, 'id' | 'name' | 'city' | 'region'>;

/** An organisation with everything that the studio has done with it. */
export type OrganisationPage = { organisation: Organisation } & PlaceRecords;

/** A stored organisation as its form holds it, with the moment it was read at. */
export const toOrganisationVersion = (organisation: Organisation): Version<OrganisationValues> =>
  toVersion(organisationRow, organisation);

async function readPage(organisation: string, signal?: AbortSignal): Promise<OrganisationPage | null> {
  const query = supabase.rpc('organisation_page', { organisation });
  const { data } = await (signal ? query.abortSignal(signal) : query).throwOnError();
  return data as OrganisationPage | null;
}

/** So many suggestions fit the list. */
const SUGGESTED = 8;

export const organisations = {
  all: queryKeys.organisations,

  /** All of them, by name: the first rows at once, then the rest. */
  list: () =>
    queryOptions({
      queryKey: [...organisations.all, 'list'],
      queryFn: (context): Promise<ProgressiveList<ListedOrganisation>> =>
        readFirstThenRest(context, {
          query: (count) =>
            supabase
              .from('organisations')
              .select(
                'id, kind, name, city, region, email, phone, register_code, name_key, town_key',
                count && { count },
              )
              .order('name_key')
              .order('id'),
          toRow: (organisation) => organisation,
          keyOf: ({ id }) => id,
        }),
      meta: { errorMessage: 'Impossible de charger les organisations' },
    }),

  /** How many persons each has, by its id; who is not in it has none. Made by the function organisation_people. */
  people: () =>
    queryOptions({
      queryKey: [...organisations.all, 'people'],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('organisation_people').abortSignal(signal).throwOnError();
        return data as PeopleCounts;
      },
      meta: { errorMessage: 'Impossible de compter les personnes des organisations' },
    }),

  /** Those whose name holds a text, whatever its accents. */
  search: (text: string) => {
    const key = placeKey(text);
    return queryOptions({
      queryKey: [...organisations.all, 'search', key],
      queryFn: async ({ signal }): Promise<OrganisationChoice[]> => {
        const { data } = await supabase
          .from('organisations')
          .select('id, name, city, region')
          // Letters, digits and spaces: nothing that means something to ilike.
          .ilike('name_key', `%${key}%`)
          .order('name_key')
          .order('id')
          .limit(SUGGESTED)
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
      enabled: key.length >= 2,
      placeholderData: keepPreviousData,
      retry: false,
    });
  },

  /** One with its persons and its records; null when there is none of that number. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...organisations.all, 'one', id],
      queryFn: ({ signal }) => readPage(id, signal),
      // What is done about a contact, a trip or a quote shows here too: read anew at each visit.
      staleTime: 0,
      meta: { errorMessage: 'Impossible de charger l’organisation' },
    }),

  /**
   * Saves one over the version that was read.
   *
   * @throws EditConflict, EditGone
   */
  update: (id: string) =>
    mutationOptions({
      mutationFn: async ({ input, readAt }: { input: OrganisationInput; readAt: string }) => {
        const { data } = await supabase
          .from('organisations')
          .update(z.encode(organisationRow, input))
          .eq('id', id)
          .eq('updated_at', readAt)
          .select()
          .maybeSingle()
          .throwOnError();
        if (data) return toOrganisationVersion(data);
        throw await refusedSave(
          readPage(id).then((now) => now && toOrganisationVersion(now.organisation)),
          'Cette organisation a été supprimée entre-temps\u00a0: votre saisie est gardée.',
        );
      },
      meta: {
        silent: true,
        invalidates: [queryKeys.organisations, queryKeys.municipalities],
        successMessage: 'Organisation mise à jour',
      },
    }),

  /**
   * Makes one organisation of two that are one, in one transaction; the other goes to the trash, and « Annuler » or the trash
   * takes them apart again.
   */
  merge: () =>
    mutationOptions({
      mutationFn: async ({ kept, merged, fields }: OrganisationMerge) => {
        const { error } = await supabase.rpc('merge_organisations', { kept, merged, fields });
        if (error) throw rpcError(error, 'Impossible de réunir ces deux organisations');
      },
      onSuccess: async (_data, { merged }, _result, { client }) => {
        client.removeQueries({ queryKey: organisations.byId(merged).queryKey });
        const touched = [
          queryKeys.organisations,
          queryKeys.contacts,
          queryKeys.municipalities,
          queryKeys.trash,
        ];
        await Promise.all(touched.map((queryKey) => client.invalidateQueries({ queryKey })));
        offerUndo(client, 'Organisations réunies', () => restoreFromTrash([merged]), touched);
      },
    }),

  /** Deletes one that has nobody. */
  remove: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        await supabase.from('organisations').delete().eq('id', id).throwOnError();
      },
      meta: {
        invalidates: [queryKeys.organisations],
        successMessage: 'Organisation supprimée',
        errorMessage: 'Impossible de supprimer l’organisation',
      },
    }),
};
