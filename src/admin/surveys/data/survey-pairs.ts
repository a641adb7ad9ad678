import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { inBatches } from '@/admin/kit/lib/in-batches';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { fullClient, supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { openPack } from '@/shared/sphere/tile-pack';
import { pairViewpoints, type Viewpoint } from '@/shared/survey/pairs';
import type { SurveyFinding } from './finding.schema';

/** A picture of a pair, which has a place. */
type PairPicture = Pick<
  Tables<'survey_pictures'>,
  'id' | 'survey_id' | 'file_name' | 'taken_at' | 'preview' | 'tiles' | 'sequence' | 'number'
> & { lat: number; lon: number; heading: number };

/** Two pictures of one place at two dates; `turn` degrees are added to the heading of the later picture. */
export type SurveyPair = Pick<Tables<'survey_pairs'>, 'id' | 'turn' | 'turn_source' | 'state' | 'note'> & {
  before: PairPicture;
  after: PairPicture;
  findings: SurveyFinding[];
};

/** A survey and the earlier one that it is compared with. */
export type ComparedSurvey = Pick<
  Tables<'surveys'>,
  'id' | 'name' | 'city' | 'captured_on' | 'compared_with' | 'published_at' | 'slug'
>;

const root = ['survey-pairs'] as const;
const keys = {
  all: root,
  of: (surveyId: string) => [...root, 'of', surveyId] as const,
};

const PICTURE_COLUMNS = 'id,survey_id,file_name,lat,lon,heading,taken_at,preview,tiles,sequence,number';
const SURVEY_COLUMNS = 'id,name,city,captured_on,compared_with,published_at,slug';
const FINDING_COLUMNS = 'id,yaw,pitch,width,height,kind,note';

/** Rows of an insertion at a time. */
const BATCH = 500;

/** Reads the pictures of a survey that have a place and are kept, as viewpoints. */
async function viewpointsOf(surveyId: string): Promise<Viewpoint[]> {
  const rows = await readAllRows(() =>
    supabase
      .from('survey_pictures')
      .select('id,lat,lon,heading')
      .eq('survey_id', surveyId)
      .is('left_out', null)
      .not('lat', 'is', null)
      .not('heading', 'is', null)
      .order('id'),
  );
  return rows.flatMap(({ id, lat, lon, heading }) =>
    lat === null || lon === null || heading === null ? [] : { id, position: { lat, lon }, heading },
  );
}

async function readPairs(surveyId: string, signal?: AbortSignal): Promise<SurveyPair[]> {
  const rows = await readAllRows(
    () =>
      supabase
        .from('survey_pairs')
        .select(
          `id,turn,turn_source,state,note,before:survey_pictures!survey_pairs_before_picture_fkey!inner(${PICTURE_COLUMNS}),after:survey_pictures!survey_pairs_after_picture_fkey!inner(${PICTURE_COLUMNS}),findings:survey_findings(${FINDING_COLUMNS})`,
        )
        .eq('after.survey_id', surveyId)
        .order('id'),
    signal,
  );
  return (rows as unknown as SurveyPair[]).sort(
    ({ after: one }, { after: other }) =>
      (one.sequence ?? 0) - (other.sequence ?? 0) || (one.number ?? 0) - (other.number ?? 0),
  );
}

/** Changes one pair in the list in the cache, at once. */
function changePair(
  client: QueryClient,
  surveyId: string,
  id: string,
  change: (pair: SurveyPair) => SurveyPair,
): void {
  client.setQueryData<SurveyPair[]>(keys.of(surveyId), (pairs) =>
    pairs?.map((pair) => (pair.id === id ? change(pair) : pair)),
  );
}

/** Fields of a pair that a person may change. */
type PairChange = Partial<Pick<SurveyPair, 'turn' | 'turn_source' | 'state' | 'note'>>;

export const surveyPairs = {
  keys,

  /** Options to read the surveys that another may be compared with, the newest first. */
  others: (id: string) =>
    queryOptions({
      queryKey: [...keys.all, 'others', id],
      queryFn: async ({ signal }): Promise<ComparedSurvey[]> => {
        const { data } = await supabase
          .from('surveys')
          .select(SURVEY_COLUMNS)
          .neq('id', id)
          .order('captured_on', { ascending: false, nullsFirst: false })
          .limit(200)
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
      meta: { errorMessage: 'Impossible de charger les relevés antérieurs' },
    }),

  /** Options to read the pairs of a survey, in the order of its drive. */
  ofSurvey: (surveyId: string) =>
    queryOptions({
      queryKey: keys.of(surveyId),
      queryFn: ({ signal }) => readPairs(surveyId, signal),
      meta: { errorMessage: 'Impossible de charger les paires' },
    }),

  /** Options to read the pictures of a survey that stand in a pair, as the earlier one or the later one. */
  picturesOf: (surveyId: string) =>
    queryOptions({
      queryKey: [...keys.all, 'pictures', surveyId],
      queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
        const sides = await Promise.all([
          readAllRows(
            () =>
              supabase
                .from('survey_pairs')
                .select('id, picture:survey_pictures!survey_pairs_before_picture_fkey!inner(id)')
                .eq('picture.survey_id', surveyId)
                .order('id'),
            signal,
          ),
          readAllRows(
            () =>
              supabase
                .from('survey_pairs')
                .select('id, picture:survey_pictures!survey_pairs_after_picture_fkey!inner(id)')
                .eq('picture.survey_id', surveyId)
                .order('id'),
            signal,
          ),
        ]);
        return new Set(sides.flat().map(({ picture }) => picture.id));
      },
      meta: { errorMessage: 'Impossible de charger les paires' },
    }),

  /** Chooses the earlier survey that a survey is compared with. */
  compareWith: (surveyId: string) =>
    mutationOptions({
      mutationFn: async (earlier: string | null) => {
        await supabase.from('surveys').update({ compared_with: earlier }).eq('id', surveyId).throwOnError();
      },
      meta: {
        invalidates: [keys.all, ['surveys']],
        errorMessage: 'Le relevé antérieur n’a pas été enregistré',
      },
    }),

  /**
   * Finds the pairs of a survey with the earlier one. Existing pairs are kept; a pair that is too far apart now is
   * removed, unless a person reviewed it.
   *
   * @returns how many were added, how many left, and how many there are
   */
  find: (surveyId: string) =>
    mutationOptions({
      mutationFn: async ({ earlier, most }: { earlier: string; most: number }) => {
        const [before, after, known] = await Promise.all([
          viewpointsOf(earlier),
          viewpointsOf(surveyId),
          readPairs(surveyId),
        ]);
        const found = pairViewpoints(before, after, most);
        const keyOf = (one: string, other: string) => `${one} ${other}`;
        const wanted = new Set(found.map((pair) => keyOf(pair.before, pair.after)));
        const there = new Set(known.map((pair) => keyOf(pair.before.id, pair.after.id)));
        const added = found.filter((pair) => !there.has(keyOf(pair.before, pair.after)));
        const isUntouched = (pair: SurveyPair) =>
          pair.state === 'à voir' &&
          pair.findings.length === 0 &&
          pair.note === '' &&
          pair.turn_source !== 'main';
        const left = known.filter(
          (pair) => isUntouched(pair) && !wanted.has(keyOf(pair.before.id, pair.after.id)),
        );
        const rows = added.map((pair) => ({ before_picture: pair.before, after_picture: pair.after }));
        const once = { onConflict: 'before_picture,after_picture', ignoreDuplicates: true };
        await inBatches(
          rows,
          (some) => supabase.from('survey_pairs').upsert(some, once).throwOnError(),
          BATCH,
        );
        await inBatches(
          left.map(({ id }) => id),
          (some) => supabase.from('survey_pairs').delete().in('id', some).throwOnError(),
        );
        return {
          added: added.length,
          left: left.length,
          total: known.length + added.length - left.length,
          viewpoints: { before: before.length, after: after.length },
        };
      },
      meta: { invalidates: [keys.of(surveyId)], errorMessage: 'Les paires n’ont pas été cherchées' },
    }),

  /** Changes a pair: its turn, whether it was looked at, its note. Shown at once, reverted on failure. */
  change: (surveyId: string) =>
    mutationOptions({
      mutationFn: async ({ id, ...change }: PairChange & { id: string }) => {
        await supabase.from('survey_pairs').update(change).eq('id', id).throwOnError();
      },
      onMutate: ({ id, ...change }, { client }) =>
        changePair(client, surveyId, id, (pair) => ({ ...pair, ...change })),
      onError: (_error, _change, _result, { client }) =>
        client.invalidateQueries({ queryKey: keys.of(surveyId) }),
      meta: { errorMessage: 'La paire n’a pas été enregistrée' },
    }),
};

/** Time for which an address of a pack is signed, in seconds, and after which another one is asked for. */
const SIGNED_SECONDS = { for: 7200, renewed: 5400 };

/** Reads where the tiles of an original are: a private file, which only members may read. */
export const tilePack = (path: string) =>
  queryOptions({
    queryKey: ['survey-tiles', path],
    queryFn: async ({ signal }) => {
      const { storage } = await fullClient();
      const { data, error } = await storage.from('survey-tiles').createSignedUrl(path, SIGNED_SECONDS.for);
      if (error) throw error;
      return openPack(data.signedUrl, signal);
    },
    // Without tiles the preview is shown at once.
    retry: false,
    staleTime: SIGNED_SECONDS.renewed * 1000,
    gcTime: SIGNED_SECONDS.renewed * 1000,
  });

/** Reads a preview: a private file, which only members may read. */
export const previewFile = (path: string) =>
  queryOptions({
    queryKey: ['survey-preview', path],
    queryFn: async (): Promise<Blob> => {
      const { storage } = await fullClient();
      const { data, error } = await storage.from('survey-previews').download(path);
      if (error) throw error;
      return data;
    },
    // A preview is written once under its name; a few are kept, to go back and forth along the street.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 120_000,
  });
