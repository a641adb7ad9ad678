import { z } from 'zod';
import { createFunction } from '../_shared/create-function.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError } from '../_shared/errors.ts';
import { parseJson } from '../_shared/json.ts';
import { FetchFailure, limitedFetch } from '../_shared/limited-fetch.ts';
import { isLoopback } from '../_shared/loopback.ts';
import { serviceApi, serviceFiles } from '../_shared/service-api.ts';
import { missingSettings, readSetting } from '../_shared/settings.ts';

const URL_SETTING = 'PANORAMAX_URL';
const TOKEN_SETTING = 'PANORAMAX_TOKEN';
const PUBLIC = 'survey-public';
/** Pictures of one call: each is read from storage and sent on, some hundreds of kilobytes. */
const BATCH = 4;
const SEND_MS = 20_000;

const bodySchema = z.object({
  surveyId: z.guid('Le relevé demandé est invalide'),
  /** Number of pictures that went before. */
  from: z.int().min(0),
  /** The collection of an earlier call. */
  collection: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
});

const surveySchema = z.array(z.object({ name: z.string() }));
const pictureSchema = z.array(
  z.object({
    id: z.guid(),
    published_file: z.string(),
    taken_at: z.string().nullable(),
    lat: z.number(),
    lon: z.number(),
    heading: z.number().nullable(),
  }),
);
type Picture = z.infer<typeof pictureSchema>[number];
const collectionSchema = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });

/**
 * Sends the published pictures of a survey to the Panoramax of the settings, a few a call: `{ surveyId, from, collection? }` →
 * `{ collection, sent, hasMore }`. Only what visitors may see goes: blurred and reviewed.
 */
export const handler = createFunction({
  name: 'send-to-panoramax',
  schema: bodySchema,
  handle: async ({ body, dependencies }) => {
    const instance = readInstance(dependencies);
    const api = serviceApi(dependencies);
    const [survey] = surveySchema.parse(
      await api.read(`surveys?select=name&id=eq.${body.surveyId}&published_at=not.is.null`),
    );
    if (!survey)
      throw new FunctionError(
        409,
        'not_published',
        'Publiez d’abord cette rue\u00a0: seules ses images publiées sont envoyées.',
      );
    const rows = await api.read(
      `survey_pictures?select=id,published_file,taken_at,lat,lon,heading&survey_id=eq.${body.surveyId}&published_file=not.is.null&left_out=is.null&lat=not.is.null&lon=not.is.null&order=number,file_name,id&offset=${body.from}&limit=${BATCH + 1}`,
    );
    const found = pictureSchema.parse(rows);
    const collection = body.collection ?? (await newCollection(instance, survey.name, dependencies));
    const pictures = found.slice(0, BATCH);
    const files = serviceFiles(dependencies, PUBLIC);
    for (const [index, picture] of pictures.entries()) {
      const bytes = await files.download(picture.published_file);
      await sendPicture(
        instance,
        collection,
        { picture, bytes, position: body.from + index + 1 },
        dependencies,
      );
    }
    return { collection, sent: pictures.length, hasMore: found.length > BATCH };
  },
});

type Instance = { url: string; token: string };

/** Reads the instance of the settings: over TLS, or on this machine when the project is there too. */
function readInstance({ env }: Dependencies): Instance {
  const [url, token] = [readSetting(env, URL_SETTING)?.replace(/\/+$/, ''), readSetting(env, TOKEN_SETTING)];
  if (!url || !token) {
    throw missingSettings(
      [...(url ? [] : [URL_SETTING]), ...(token ? [] : [TOKEN_SETTING])],
      'L’envoi à Panoramax n’est pas encore configuré.',
    );
  }
  const project = readSetting(env, 'SUPABASE_URL') ?? '';
  const isLocal = (address: string) => URL.canParse(address) && isLoopback(new URL(address).hostname);
  const mayBeAsked =
    URL.canParse(url) && (new URL(url).protocol === 'https:' || (isLocal(url) && isLocal(project)));
  if (!mayBeAsked) throw missingSettings([URL_SETTING], 'L’adresse de Panoramax est inexacte.');
  return { url, token };
}

async function post(
  { url, token }: Instance,
  path: string,
  body: BodyInit,
  headers: Record<string, string>,
  dependencies: Dependencies,
): Promise<unknown> {
  const init = { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` }, body };
  const answer = await limitedFetch(dependencies, `${url}${path}`, init, {
    timeoutMs: SEND_MS,
    maxBytes: 256 * 1024,
  }).catch((error: unknown) => {
    if (!(error instanceof FetchFailure)) throw error;
    throw new FunctionError(
      502,
      'panoramax_silent',
      'Panoramax ne répond pas. Recommencez plus tard.',
      error.message,
    );
  });
  if (answer.status === 401 || answer.status === 403)
    throw new FunctionError(
      502,
      'panoramax_refused',
      'Panoramax refuse l’envoi\u00a0: le jeton du studio n’est plus valable.',
    );
  if (!answer.ok)
    throw new FunctionError(
      502,
      'panoramax_failed',
      `Panoramax a refusé une image (réponse ${answer.status}).`,
      answer.text.slice(0, 300),
    );
  return parseJson(answer.text);
}

async function newCollection(instance: Instance, title: string, dependencies: Dependencies): Promise<string> {
  const json = { 'content-type': 'application/json' };
  const made = await post(instance, '/api/collections', JSON.stringify({ title }), json, dependencies);
  const { data } = collectionSchema.safeParse(made);
  if (!data) throw new FunctionError(502, 'panoramax_unreadable', 'La réponse de Panoramax est illisible.');
  return data.id;
}

async function sendPicture(
  instance: Instance,
  collection: string,
  { picture, bytes, position }: { picture: Picture; bytes: Uint8Array; position: number },
  dependencies: Dependencies,
): Promise<void> {
  const { taken_at, lat, lon, heading } = picture;
  const form = new FormData();
  form.set('position', String(position));
  form.set('picture', new Blob([bytes as BlobPart], { type: 'image/jpeg' }), `${picture.id}.jpg`);
  // Blurred here already: the instance need not do it once more.
  form.set('isBlurred', 'true');
  form.set('override_latitude', String(lat));
  form.set('override_longitude', String(lon));
  if (taken_at !== null) form.set('override_capture_time', new Date(taken_at).toISOString());
  if (heading !== null) form.set('override_Exif.GPSInfo.GPSImgDirection', String(heading));
  form.set('override_Xmp.GPano.ProjectionType', 'equirectangular');
  await post(instance, `/api/collections/${collection}/items`, form, {}, dependencies);
}
