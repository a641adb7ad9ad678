import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { offerUndo } from '@/admin/kit/data/undo-change';
import { byHalves } from '@/admin/kit/lib/by-halves';
import { inBatches } from '@/admin/kit/lib/in-batches';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Enums, Json, Tables, TablesInsert } from '@/shared/database.types';
import type { Blur, Proposal } from '@/shared/panorama-tour/panorama-tour';
import { type ClockPart, partOffset } from './clock-parts';
import { pathFault } from './file-name';
import type { PictureFacts } from './picture-facts';
import type { DrivePicture, PlacedRow } from './place-drive';
import { instantOf, type SettledTime, USUAL_ZONE, type WallTime } from './settle-series';
import { surveys } from './surveys';

/** A picture of a survey, as its page reads it. */
export type SurveyPicture = Omit<
  Tables<'survey_pictures'>,
  'sha256' | 'created_at' | 'survey_id' | 'file_modified' | 'blurs' | 'proposals'
> & { blurs: Blur[]; proposals: Proposal[] };

const COLUMNS =
  'id, file_name, file_bytes, width, height, camera_wall, camera_time_tag, camera_time, camera_zone, camera_zone_tag, camera_lat, camera_lon, camera_heading, camera_heading_reference, taken_at, lat, lon, heading, time_source, place_source, heading_source, sequence, number, left_out, preview, tiles, published_file, blurs, proposals, searched_by';

/** Rows of a request: as many as a hosted project writes in a fraction of the time that it gives to a statement. */
const ROWS_A_CALL = 500;

/** A file of the folder with what it says, and the zone in which its clock was read. */
export type FoundPicture = {
  path: string;
  bytes: number;
  modified: number;
  facts: PictureFacts;
  settled?: SettledTime;
};

const keyOf = (surveyId: string) => [...surveys.all, 'pictures', surveyId];

export const surveyPictures = {
  /** Options to read every picture of a survey, in the order of the drive. */
  ofSurvey: (surveyId: string) =>
    queryOptions({
      queryKey: keyOf(surveyId),
      queryFn: async ({ signal }) => {
        const rows = await readAllRows(
          () =>
            supabase
              .from('survey_pictures')
              .select(COLUMNS)
              .eq('survey_id', surveyId)
              .order('number', { nullsFirst: false })
              .order('camera_time')
              .order('file_name')
              .order('id'),
          signal,
        );
        // The database checks both lists.
        return rows as unknown as SurveyPicture[];
      },
      meta: { errorMessage: 'Impossible de charger les photos du relevé' },
    }),

  /** Writes where each picture was, all or none. */
  place: (surveyId: string) =>
    mutationOptions({
      mutationFn: async (placed: {
        rows: readonly PlacedRow[];
        offset: number;
        basis: Enums<'survey_clock_basis'>;
        parts: readonly ClockPart[];
      }) => {
        await supabase
          .rpc('place_survey_pictures', {
            survey_id: surveyId,
            clock_offset_ms: Math.round(placed.offset),
            clock_basis: placed.basis,
            clock_parts: [...placed.parts],
            pictures: placed.rows as unknown as Json,
          })
          .throwOnError();
      },
      networkMode: 'always',
      meta: {
        invalidates: [surveys.all],
        successMessage: 'Positions enregistrées',
        errorMessage: 'Impossible d’enregistrer les positions',
      },
    }),

  /** Leaves a picture out by hand: it is neither compared nor published. */
  leaveOut: () =>
    mutationOptions({
      mutationFn: (id: string) => updatePicture(id, { left_out: 'main' }),
      onSuccess: (_data, id, _result, { client }) =>
        offerUndo(client, 'Photo écartée', () => updatePicture(id, { left_out: null }), [surveys.all]),
      networkMode: 'always',
      meta: { invalidates: [surveys.all], errorMessage: 'Impossible d’écarter la photo' },
    }),

  /** Takes back the pictures that were left out by hand. */
  takeBack: (surveyId: string) =>
    mutationOptions({
      mutationFn: async () => {
        await supabase
          .from('survey_pictures')
          .update({ left_out: null })
          .eq('survey_id', surveyId)
          .eq('left_out', 'main')
          .throwOnError();
      },
      networkMode: 'always',
      meta: {
        invalidates: [surveys.all],
        successMessage: 'Photos reprises',
        errorMessage: 'Impossible de reprendre les photos',
      },
    }),
};

/** Reads the files of a survey that the database has already, by path, with the times of their clocks. */
export async function knownFiles(surveyId: string): Promise<Map<string, WallTime | undefined>> {
  const rows = await readAllRows(() =>
    supabase
      .from('survey_pictures')
      .select('file_name, camera_wall, camera_zone, camera_zone_tag')
      .eq('survey_id', surveyId)
      .order('file_name'),
  );
  return new Map(rows.map((row) => [row.file_name, wallTimeOf(row)]));
}

/** Converts the stored time of a clock; `undefined` when the camera wrote none. */
export function wallTimeOf({
  camera_wall: wall,
  camera_zone: zone,
  camera_zone_tag: tag,
}: Pick<Tables<'survey_pictures'>, 'camera_wall' | 'camera_zone' | 'camera_zone_tag'>): WallTime | undefined {
  if (wall === null || zone === null) return undefined;
  return { wall: Date.parse(`${wall}Z`), ...(tag ? { zone } : { settled: zone }) };
}

/** Columns of the time of a picture: what its clock showed, and the instant that this is. */
function timeColumns({ time }: PictureFacts, settled: SettledTime | undefined) {
  if (!time) {
    return {
      ...{ camera_wall: null, camera_time_tag: null, camera_time: null },
      ...{ camera_zone: null, camera_zone_tag: null },
    };
  }
  const zone = settled?.zone ?? time.zone?.offset ?? USUAL_ZONE;
  return {
    camera_wall: new Date(time.wall).toISOString().slice(0, -1),
    camera_time_tag: time.tag,
    camera_time: new Date(instantOf(time.wall, zone)).toISOString(),
    camera_zone: zone,
    camera_zone_tag: (settled?.isOwn === false ? undefined : time.zone?.tag) ?? null,
  };
}

/** A picture that was refused, and why. */
export type RefusedPicture = { path: string; reason: string };

/** Adds pictures to a survey, except those that it already has. Returns the refused ones; the others are stored. */
export async function addPictures(
  surveyId: string,
  found: readonly FoundPicture[],
): Promise<RefusedPicture[]> {
  const refused: RefusedPicture[] = [];
  const rows: TablesInsert<'survey_pictures'>[] = [];
  for (const picture of found) {
    const reason = pathFault(picture.path);
    if (reason) refused.push({ path: picture.path, reason });
    else rows.push(rowOf(surveyId, picture));
  }
  await inBatches(rows, async (some) => refused.push(...(await insertRows(some))), ROWS_A_CALL);
  return refused;
}

const rowOf = (
  surveyId: string,
  { path, bytes, modified, facts, settled }: FoundPicture,
): TablesInsert<'survey_pictures'> => ({
  survey_id: surveyId,
  ...timeColumns(facts, settled),
  file_name: path,
  file_bytes: bytes,
  file_modified: new Date(modified).toISOString(),
  width: facts.width ?? null,
  height: facts.height ?? null,
  camera_lat: facts.position?.lat ?? null,
  camera_lon: facts.position?.lon ?? null,
  camera_heading: facts.heading === undefined ? null : facts.heading % 360,
  camera_heading_reference: facts.headingReference ?? null,
});

/** Writes rows in one call; when the database refuses a value, the others are written all the same. */
async function insertRows(rows: readonly TablesInsert<'survey_pictures'>[]): Promise<RefusedPicture[]> {
  const insert = async (some: readonly TablesInsert<'survey_pictures'>[]) => {
    const { error } = await supabase
      .from('survey_pictures')
      .upsert([...some], { onConflict: 'survey_id,file_name', ignoreDuplicates: true });
    if (error) throw error;
  };
  const { refused } = await byHalves(rows, insert, isRefusedValue);
  return refused.map(({ index, error }) => {
    const path = rows[index]?.file_name ?? '';
    console.warn('Photo refusée', path, error);
    return { path, reason: 'la base de données a refusé ce que dit ce fichier.' };
  });
}

/** Tells whether the database refused a value of a row: a data exception, or a check. */
function isRefusedValue(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return code.startsWith('22') || code === '23514' || code === '23502';
}

/** Changes what is known of one picture. @throws when it is gone */
export async function updatePicture(
  id: string,
  change: Partial<Pick<Tables<'survey_pictures'>, 'left_out' | 'preview' | 'tiles' | 'searched_by'>> & {
    blurs?: readonly Blur[];
    proposals?: readonly Proposal[];
  },
): Promise<void> {
  const { data } = await supabase
    .from('survey_pictures')
    .update(change as never)
    .eq('id', id)
    .select('id')
    .maybeSingle()
    .throwOnError();
  if (!data) throw new Error('Cette photo n’existe plus');
}

/** Converts a stored picture for the placement of its drive, its clock corrected by the part that it is of. */
export function asDrivePicture(picture: SurveyPicture, parts: readonly ClockPart[] = []): DrivePicture {
  const { camera_lat: lat, camera_lon: lon, heading, heading_source: source } = picture;
  const isOwn = heading !== null && (source === 'main' || source === 'appariement');
  return {
    id: picture.id,
    cameraTime:
      picture.camera_time === null
        ? null
        : Date.parse(picture.camera_time) - partOffset(parts, picture.file_name),
    cameraPosition: lat === null || lon === null ? null : { lat, lon },
    cameraHeading: picture.camera_heading,
    headingReference: picture.camera_heading_reference,
    isLeftOutByHand: picture.left_out === 'main',
    ownHeading: isOwn ? { heading, source } : null,
  };
}
