import { placeKey } from '@contract/search-key';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { type ProgressiveList, readFirstThenRest } from '@/admin/kit/lib/read-rows';
import { toVersion } from '@/admin/kit/lib/row-codecs';
import { supabase } from '@/admin/kit/lib/supabase';
import type { PlaceRecords } from '@/admin/municipalities/data/place-records';
import type { Tables } from '@/shared/database.types';
import { type OrganisationInput, type OrganisationValues, organisationRow } from './organisations.schema';

export type Organisation = Omit<Tables<'organisations'>, 'domain' | 'name_key' | 'town_key'>;

/** A line of the list. */
export type ListedOrganisation = Pick<
  Organisation,
  'id' | 'kind' | 'name' | 'city' | 'region' | 'email' | 'phone' | 'register_code'
> & { name_key: string | null; town_key: string | null };

/** Number of persons by organisation id; absent when none. */
export type PeopleCounts = Readonly<Record<string, number>>;

/** Two records of the same organisation; `fields` are the columns that the kept one takes from the other. */
type OrganisationMerge = { kept: string; merged: string; fields: string[] };

/** A suggestion of the contact form's field. */
export type OrganisationChoice = Pick<Organisation, 'id' | 'name' | 'city' | 'region'>;

/** An organisation with all of the studio's work with it. */
export type OrganisationPage = { organisation: Organisation } & PlaceRecords;

/** A stored organisation as its form holds it, with the moment it was read at. */
export const toOrganisationVersion = (organisation: Organisation): Version<OrganisationValues> =>
  toVersion(organisationRow, organisation);

async function readPage(organisation: string, signal?: AbortSignal): Promise<OrganisationPage | null> {
  const query = supabase.rpc('organisation_page', { organisation });
  const { data } = await (signal ? query.abortSignal(signal) : query).throwOnError();
  return data as OrganisationPage | null;
}

/** Number of suggestions that fit the list. */
const MOST_SUGGESTED = 8;

export const organisations = {
  all: queryKeys.organisations,

  /** Options to read all organisations by name: the first rows at once, then the rest. */
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

  /**
   * Options to read the number of persons by organisation id; one without any is absent. Made by the function
   * organisation_people.
   */
  people: () =>
    queryOptions({
      queryKey: [...organisations.all, 'people'],
      queryFn: async ({ signal }) => {
        const { data } = await supabase.rpc('organisation_people').abortSignal(signal).throwOnError();
        return data as PeopleCounts;
      },
      meta: { errorMessage: 'Impossible de compter les personnes des organisations' },
    }),

  /** Options to read the organisations whose name contains a text, whatever its accents. */
  search: (text: string) => {
    const key = placeKey(text);
    return queryOptions({
      queryKey: [...organisations.all, 'search', key],
      queryFn: async ({ signal }): Promise<OrganisationChoice[]> => {
        const { data } = await supabase
          .from('organisations')
          .select('id, name, city, region')
          // Letters, digits and spaces only, because other characters are operators of ilike.
          .ilike('name_key', `%${key}%`)
          .order('name_key')
          .order('id')
          .limit(MOST_SUGGESTED)
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
      enabled: key.length >= 2,
      placeholderData: keepPreviousData,
      retry: false,
    });
  },

  /** Options to read an organisation with its persons and its records; null when there is none of that id. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...organisations.all, 'one', id],
      queryFn: ({ signal }) => readPage(id, signal),
      // Read again at each visit: changes of a contact, a trip or a quote show here too.
      staleTime: 0,
      meta: { errorMessage: 'Impossible de charger l’organisation' },
    }),

  /**
   * Saves an organisation over the version that was read.
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

  /** Merges two records of the same organisation in one transaction; a copy of the other goes to the trash. */
  merge: () =>
    mutationOptions({
      mutationFn: async ({ kept, merged, fields }: OrganisationMerge) => {
        const { error } = await supabase.rpc('merge_organisations', { kept, merged, fields });
        if (error) throw rpcError(error, 'Impossible de réunir ces deux organisations');
      },
      onSuccess: (_data, { merged }, _result, { client }) =>
        client.removeQueries({ queryKey: organisations.byId(merged).queryKey }),
      meta: {
        invalidates: [queryKeys.organisations, queryKeys.contacts, queryKeys.municipalities, queryKeys.trash],
        successMessage: 'Organisations réunies',
      },
    }),

  /** Deletes an organisation without persons. */
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
