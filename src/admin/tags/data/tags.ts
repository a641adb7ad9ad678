import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { formerOf, offerUndo } from '@/admin/kit/data/undo-change';
import { EditConflict, refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { toVersion } from '@/admin/kit/lib/row-codecs';
import { supabase } from '@/admin/kit/lib/supabase';
import { tours } from '@/admin/tours/data/tours';
import { publicTags, type Tag } from '@/shared/data/tags';
import { errorStatus } from '@/shared/lib/errors';
import { type TagFormValues, tagRow } from './tags.schema';

/** The eight services that the site presents, as categories ready to be added. */
export const serviceTags = [
  ['Infrastructures municipales', 'infrastructures-municipales', '#2563eb', 'building-2'],
  ['Patrimoine et culture', 'patrimoine-et-culture', '#b45309', 'landmark'],
  ['Espaces naturels', 'espaces-naturels', '#15803d', 'trees'],
  ['Projets de développement', 'projets-de-developpement', '#7c3aed', 'hard-hat'],
  ['Zones commerciales', 'zones-commerciales', '#be185d', 'store'],
  ['Captation Street View', 'captation-street-view', '#0e7490', 'route'],
  ['Relevé avant déneigement', 'releve-avant-deneigement', '#475569', 'snowflake'],
  ['Événements', 'evenements', '#c2410c', 'calendar-days'],
].map(([name = '', slug = '', color = '', icon = ''], display_order) => ({
  name,
  slug,
  color,
  icon,
  display_order,
}));

/** A tag with the number of its tours and trips. */
export type UsedTag = Tag & { tours: number; trips: number };

/** Thrown when another tag has this slug already. */
export class SlugTakenError extends Error {
  override message = 'Ce slug est déjà utilisé par un autre tag';
}

const GONE_TEXT = 'Ce tag n’existe plus\u00a0: quelqu’un l’a supprimé entre-temps.';

/** Converts a stored tag to the form's values. */
export const toTagVersion = (tag: Tag): Version<TagFormValues> => toVersion(tagRow, tag);

async function readVersion(id: string): Promise<Version<TagFormValues> | null> {
  const { data } = await supabase.from('tags').select('*').eq('id', id).maybeSingle().throwOnError();
  return data && toTagVersion(data);
}

/** Converts the error of a failed write, whose own text is English and about columns. */
function toFrenchError(error: { code: string }): Error {
  // A unique violation; the slug is the only column of tags that may not repeat.
  if (error.code === '23505') return new SlugTakenError();
  return new Error('Impossible d’enregistrer le tag', { cause: error });
}

type TagChange = Partial<Pick<TagFormValues, 'name' | 'color'>>;

async function writeChange(id: string, change: TagChange): Promise<void> {
  const { data, error } = await supabase.from('tags').update(change).eq('id', id).select('id').maybeSingle();
  if (error) throw toFrenchError(error);
  if (!data) throw new Error(GONE_TEXT);
}

export const tags = {
  all: publicTags.all,

  /** Options to read every tag in the administrator's order, with its use, a thousand tags a call. */
  list: () =>
    queryOptions({
      queryKey: [...tags.all, 'with-use'],
      queryFn: async ({ signal }): Promise<UsedTag[]> => {
        const rows = await readAllRows(
          () =>
            supabase
              .from('tags')
              .select('*, virtual_tour_tags(count), trip_plan_tags(count)')
              .order('display_order')
              .order('id'),
          signal,
        );
        return rows.map(({ virtual_tour_tags, trip_plan_tags, ...tag }) => ({
          ...tag,
          tours: virtual_tour_tags[0]?.count ?? 0,
          trips: trip_plan_tags[0]?.count ?? 0,
        }));
      },
      meta: { errorMessage: 'Impossible de charger les tags' },
    }),

  /** Adds a tag after the others and returns its id. @throws SlugTakenError */
  create: () =>
    mutationOptions({
      mutationFn: async (tag: TagFormValues): Promise<string> => {
        const last = await supabase
          .from('tags')
          .select('display_order', { count: 'exact' })
          .order('display_order', { ascending: false })
          .limit(1);
        if (last.error) throw toFrenchError(last.error);
        // At the end (specification, section 7): after the present count, past a gap that a deletion left.
        const display_order = Math.max(last.count ?? 0, (last.data[0]?.display_order ?? -1) + 1);
        const { data, error } = await supabase
          .from('tags')
          .insert({ ...z.encode(tagRow, tag), display_order })
          .select('id')
          .single();
        if (error) throw toFrenchError(error);
        return data.id;
      },
      meta: { invalidates: [tags.all], successMessage: 'Tag créé' },
    }),

  /** Adds the eight services; existing tags stay as they are. */
  createServices: () =>
    mutationOptions({
      mutationFn: async () => {
        await supabase
          .from('tags')
          .upsert(serviceTags, { onConflict: 'slug', ignoreDuplicates: true })
          .throwOnError();
      },
      meta: {
        invalidates: [tags.all, queryKeys.setup],
        successMessage: 'Catégories ajoutées',
        errorMessage: 'Impossible d’ajouter les catégories',
      },
    }),

  /**
   * Saves a tag over the version that was read.
   *
   * @throws SlugTakenError, EditConflict
   */
  update: (id: string) =>
    mutationOptions({
      mutationFn: async ({ tag, readAt }: { tag: TagFormValues; readAt: string }) => {
        const { data, error } = await supabase
          .from('tags')
          .update(z.encode(tagRow, tag))
          .eq('id', id)
          .eq('updated_at', readAt)
          .select('id')
          .maybeSingle();
        if (error) throw toFrenchError(error);
        if (!data) throw await refusedSave(readVersion(id), GONE_TEXT);
      },
      meta: {
        silent: (error) => error instanceof EditConflict,
        invalidates: [tags.all],
        successMessage: 'Tag modifié',
      },
    }),

  /** Changes one value of a tag, in the list; « Annuler » restores it. */
  change: () =>
    mutationOptions({
      mutationFn: ({ tag, change }: { tag: Tag; change: TagChange }) => writeChange(tag.id, change),
      onSuccess: (_data, { tag, change }, _result, { client }) => {
        const undo = () => writeChange(tag.id, formerOf(tag, change));
        offerUndo(client, 'Tag modifié', undo, [tags.all]);
      },
      meta: { invalidates: [tags.all] },
    }),

  /** Deletes a tag with its links to tours and trips. */
  remove: () =>
    mutationOptions({
      mutationFn: async (id: string) => {
        await supabase.from('tags').delete().eq('id', id).throwOnError();
      },
      meta: {
        invalidates: [tags.all, tours.all],
        successMessage: 'Tag supprimé',
        errorMessage: 'Impossible de supprimer le tag',
      },
    }),

  /** Moves the links of a tag to another one, in segments and saved views too, and deletes the first. */
  merge: () =>
    mutationOptions({
      mutationFn: async (pair: { merged: string; kept: string }) => {
        const { error } = await supabase.rpc('merge_tags', pair);
        if (!error) return;
        const isGone = errorStatus(error) === 409;
        throw new Error(isGone ? error.message : 'Impossible de fusionner les tags', { cause: error });
      },
      meta: {
        invalidates: [tags.all, tours.all, queryKeys.tripPlans, queryKeys.segments, queryKeys.savedViews],
        successMessage: 'Tags fusionnés',
      },
    }),

  /** Saves the order of all tags, given by their ids. */
  reorder: () =>
    mutationOptions({
      mutationFn: async (ids: string[]) => {
        const { error } = await supabase.rpc('reorder_tags', { ids });
        if (!error) return;
        const hasChanged = errorStatus(error) === 409;
        throw new Error(hasChanged ? error.message : 'Impossible d’enregistrer l’ordre des tags', {
          cause: error,
        });
      },
      // Somebody may have added or deleted one. Not awaited, because there may be no network.
      onError: (_error, _ids, _result, { client }) => {
        void client.invalidateQueries({ queryKey: tags.all });
      },
      meta: { invalidates: [tags.all] },
    }),
};
