import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { EditConflict, refusedSave, type Version } from '@/admin/kit/lib/edit-conflict';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { inOrderOfName } from '@/admin/kit/lib/sorting';
import type { SegmentConditions } from '@/admin/kit/lib/subject';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { isDuplicate } from '@/shared/lib/errors';
import { isUuid } from '@/shared/lib/uuid';
import { toJson, toTexts } from './condition-texts';
import { neverFresh, type SegmentReach } from './segment-contacts';
import type { SegmentDefinition } from './segment-labels';
import type { SegmentInput, SegmentValues } from './segments.schema';

export type Segment = Omit<Tables<'contact_segments'>, 'definition'> & { definition: SegmentDefinition };

type NewSegment = Pick<Segment, 'name' | 'definition' | 'rhythm' | 'rhythm_from'> & { id?: string };

/** Thrown when another segment has this name already. */
export class SegmentNameTaken extends Error {
  override message = 'Un autre segment porte déjà ce nom';
}

const toFrenchError = (error: unknown) =>
  isDuplicate(error)
    ? new SegmentNameTaken()
    : new Error('Impossible d’enregistrer le segment', { cause: error });

/** Converts a stored segment to the form's values. */
export const toSegmentVersion = ({
  name,
  definition,
  rhythm,
  rhythm_from,
  updated_at,
}: Segment): Version<SegmentValues> => ({
  values: {
    name,
    conditions: toJson(toTexts(definition)),
    rhythm: rhythm ?? '',
    rhythm_from: rhythm_from ?? '',
  },
  readAt: updated_at,
});

async function readSegment(id: string, signal?: AbortSignal): Promise<Segment | null> {
  if (!isUuid(id)) return null;
  const query = supabase.from('contact_segments').select('*').eq('id', id);
  const { data } = await (signal ? query.abortSignal(signal) : query).maybeSingle().throwOnError();
  return data as Segment | null;
}

/** Converts a checked form to the columns of a segment. */
const toRow = ({ name, conditions, rhythm, rhythm_from }: SegmentInput) => ({
  name,
  definition: conditions,
  rhythm: rhythm || null,
  rhythm_from: rhythm ? rhythm_from : null,
});

async function insert({ id, name, definition, rhythm, rhythm_from }: NewSegment): Promise<void> {
  const row = { ...(id && { id }), name, definition, rhythm, rhythm_from };
  const { error } = await supabase.from('contact_segments').insert(row);
  if (error) throw toFrenchError(error);
}

export const segments = {
  all: queryKeys.segments,

  /** The conditions that other subjects bring. */
  brought: () => queryOptions<SegmentConditions>({ queryKey: queryKeys.segmentConditions }),

  /** Every segment, by name. */
  list: () =>
    queryOptions({
      queryKey: [...segments.all, 'list'],
      queryFn: async ({ signal }): Promise<Segment[]> =>
        inOrderOfName(
          (await readAllRows(
            () => supabase.from('contact_segments').select('*').order('id'),
            signal,
          )) as Segment[],
        ),
      meta: { errorMessage: 'Impossible de charger les segments' },
    }),

  /** Options to read one segment; null when there is none of that id. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...segments.all, 'one', id],
      queryFn: ({ signal }) => readSegment(id, signal),
      meta: { errorMessage: 'Impossible de charger le segment' },
    }),

  /** Options to count the contacts that match conditions, while they are being chosen. */
  count: (definition: SegmentDefinition | undefined) =>
    queryOptions({
      queryKey: [...segments.all, 'count', definition],
      queryFn: async ({ signal }): Promise<SegmentReach> => {
        const { data } = await supabase
          .rpc('count_segment', { definition: definition ?? {} })
          .abortSignal(signal)
          .throwOnError();
        return data as SegmentReach;
      },
      enabled: definition !== undefined,
      placeholderData: keepPreviousData,
      ...neverFresh,
      meta: { logMessage: 'The contacts of a segment could not be counted' },
    }),

  create: () =>
    mutationOptions({
      mutationFn: (segment: SegmentInput) => insert(toRow(segment)),
      meta: { invalidates: [queryKeys.segments, queryKeys.today], successMessage: 'Segment enregistré' },
    }),

  /**
   * Saves a segment over the version that was read.
   *
   * @throws SegmentNameTaken, EditConflict, EditGone
   */
  update: (id: string) =>
    mutationOptions({
      mutationFn: async ({ segment, readAt }: { segment: SegmentInput; readAt: string }) => {
        const { data, error } = await supabase
          .from('contact_segments')
          .update(toRow(segment))
          .eq('id', id)
          .eq('updated_at', readAt)
          .select('id')
          .maybeSingle();
        if (error) throw toFrenchError(error);
        const now = () => readSegment(id).then((stored) => stored && toSegmentVersion(stored));
        if (!data) throw await refusedSave(now(), 'Ce segment n’existe plus');
      },
      meta: {
        silent: (error) => error instanceof EditConflict,
        invalidates: [queryKeys.segments, queryKeys.today],
        successMessage: 'Segment modifié',
      },
    }),

  /** Deletes a segment; « Annuler » writes it again. Campaigns keep the contacts that they took from it. */
  remove: () =>
    mutationOptions({
      mutationFn: async ({ id }: Segment) => {
        await supabase.from('contact_segments').delete().eq('id', id).throwOnError();
      },
      onSuccess: (_data, segment, _result, { client }) =>
        offerUndo(client, `Segment «\u00a0${segment.name}\u00a0» supprimé`, () => insert(segment), [
          queryKeys.segments,
        ]),
      meta: { invalidates: [queryKeys.segments], errorMessage: 'Impossible de supprimer le segment' },
    }),
};
