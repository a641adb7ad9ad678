import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { invokeFunction } from '@/admin/kit/lib/functions';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { leavesOf } from '@/shared/evidence/seal';
import { buildManifest, type SealablePicture, type SealedSurvey, type SealedTrack } from './build-manifest';
import type { ImportedFacts } from './same-facts';

/** Facts of a survey that its seal needs. */
export type SurveyProof = { survey: SealedSurvey; pictures: (SealablePicture & ImportedFacts)[] };

/** A stamp of a seal. */
type SealToken = Pick<Tables<'seal_tokens'>, 'id' | 'authority' | 'gen_time' | 'serial'>;

/** A stamp that a seal still lacks. */
export type SealRequest = Pick<
  Tables<'seal_requests'>,
  'authority' | 'attempts' | 'next_attempt' | 'last_error'
>;

/** A seal with its stamps. */
export type SurveySeal = Pick<
  Tables<'survey_seals'>,
  'id' | 'sealed_at' | 'pictures' | 'bytes' | 'manifest_sha256' | 'merkle_root'
> & { seal_tokens: SealToken[]; seal_requests: SealRequest[] };

const PICTURE_COLUMNS =
  'id, file_name, file_bytes, sha256, width, height, taken_at, time_source, camera_wall, camera_time_tag, camera_time, camera_zone, camera_zone_tag, camera_lat, camera_lon, camera_heading, camera_heading_reference, lat, lon, place_source, heading, heading_source, left_out';
const SURVEY_COLUMNS =
  'id, name, city, region, client_name, captured_on, clock_offset_ms, clock_basis, clock_parts';

/** Polling interval while a stamp is awaited, in ms. */
const POLL_MS = 5_000;
/** After this many attempts the next one is hours away, so polling stops. */
const SOON_ATTEMPTS = 6;

const all = ['survey-seals'] as const;

export const seals = {
  all,

  /** Options to read what a seal would be about. */
  proof: (surveyId: string) =>
    queryOptions({
      queryKey: [...all, 'proof', surveyId],
      queryFn: async ({ signal }): Promise<SurveyProof | null> => {
        const [{ data: survey }, pictures] = await Promise.all([
          supabase
            .from('surveys')
            .select(SURVEY_COLUMNS)
            .eq('id', surveyId)
            .abortSignal(signal)
            .maybeSingle()
            .throwOnError(),
          readAllRows<SealablePicture & ImportedFacts>(
            () =>
              supabase
                .from('survey_pictures')
                .select(PICTURE_COLUMNS)
                .eq('survey_id', surveyId)
                .order('file_name')
                .order('id'),
            signal,
          ),
        ]);
        return survey && { survey, pictures };
      },
      meta: { errorMessage: 'Impossible de charger les empreintes du relevé' },
    }),

  /** Options to read the seals of a survey, the latest first. */
  ofSurvey: (surveyId: string) =>
    queryOptions({
      queryKey: [...all, 'list', surveyId],
      queryFn: async ({ signal }): Promise<SurveySeal[]> => {
        const { data } = await supabase
          .from('survey_seals')
          .select(
            'id, sealed_at, pictures, bytes, manifest_sha256, merkle_root, seal_tokens(id, authority, gen_time, serial), seal_requests(authority, attempts, next_attempt, last_error)',
          )
          .eq('survey_id', surveyId)
          .order('sealed_at', { ascending: false })
          .order('id')
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
      refetchInterval: ({ state: { data } }) =>
        data?.some(({ seal_requests }) => seal_requests.some(({ attempts }) => attempts < SOON_ATTEMPTS))
          ? POLL_MS
          : false,
      meta: { errorMessage: 'Impossible de charger les sceaux' },
    }),

  /** « Sceller »: seals a survey whose originals are all hashed, and has it stamped. */
  seal: (surveyId: string) =>
    mutationOptions({
      mutationFn: async ({ survey, pictures }: SurveyProof): Promise<void> => {
        const { data: tracks } = await supabase
          .from('survey_tracks')
          .select('name, points')
          .eq('survey_id', surveyId)
          .order('created_at')
          .order('id')
          .throwOnError();
        const manifest = buildManifest(survey, pictures, tracks as unknown as SealedTrack[], serverNow());
        const { data: seal, error } = await supabase.rpc('seal_survey', {
          survey_id: surveyId,
          leaves: leavesOf(manifest),
        });
        if (error) throw rpcError(error, 'Impossible de sceller le relevé');
        await stampSeal(seal);
      },
      networkMode: 'always',
      meta: {
        invalidates: [all],
        successMessage: 'Relevé scellé',
        errorMessage: 'Impossible de sceller le relevé',
      },
    }),

  /** Asks the authorities of the settings once more for what a seal lacks. */
  stampAgain: () =>
    mutationOptions({
      mutationFn: async (seal: string): Promise<void> => {
        await supabase.rpc('request_seal_stamps', { seal }).throwOnError();
        await stampSeal(seal);
      },
      networkMode: 'always',
      meta: { invalidates: [all], errorMessage: 'Impossible de demander l’horodatage' },
    }),
};

/** Asks the server to stamp a seal now. It never fails: the scheduler asks within a minute otherwise. */
async function stampSeal(sealId: string): Promise<void> {
  try {
    await invokeFunction('stamp-seals', { sealId }, { fallback: '' });
  } catch (error) {
    console.warn('Horodatage laissé au planificateur', error);
  }
}

/** Reads what the folder of a delivery holds of a seal. */
export async function sealFiles(sealId: string, signal: AbortSignal) {
  const { data } = await supabase
    .from('survey_seals')
    .select('id, manifest, merkle_root, sealed_at, seal_tokens(authority, token, gen_time)')
    .eq('id', sealId)
    .abortSignal(signal)
    .single()
    .throwOnError();
  const { data: settings } = await supabase
    .from('evidence_settings')
    .select('certificates')
    .eq('id', 1)
    .abortSignal(signal)
    .single()
    .throwOnError();
  return { ...data, certificates: settings.certificates };
}
