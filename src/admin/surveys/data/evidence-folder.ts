import { sealWords } from '@evidence/evidence-texts.ts';
import { certificatesOf, checkTimeStamp, pemOf } from '@evidence/time-stamp.ts';
import { invokePdf } from '@/admin/kit/lib/functions';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { fullClient, supabase } from '@/admin/kit/lib/supabase';
import {
  CERTIFICATES_FOLDER,
  INTEGRITY_FILE,
  MANIFEST_FILE,
  ORIGINALS_FOLDER,
  PREVIEWS_FOLDER,
  ROOT_FILE,
} from '@/shared/evidence/delivered-folder';
import { momentText } from '@/shared/evidence/evidence-words';
import { type Manifest, readManifest } from '@/shared/evidence/manifest';
import { fileSha256, rootOf, sha256Hex } from '@/shared/evidence/seal';
import type { SealedTrack } from './build-manifest';
import type { SurveyFolder } from './folder';
import { geoJsonOf, gpxOf, stacCatalog } from './open-formats';
import { sealFiles } from './seals';

const PREVIEW_BUCKET = 'survey-previews';
/** The page that checks a folder, in the site. */
const VERIFIER = '/preuve/verifier.html';

type Entry = { name: string; input: File | Blob | Uint8Array<ArrayBuffer>; lastModified?: Date };
export type FolderProgress = { done: number; total: number };

/** Contents of a folder of evidence; originals come from `folder`, previews from the project. */
export type FolderRequest = {
  surveyId: string;
  sealId: string;
  /** The folder of the originals; absent: previews are delivered. */
  folder: SurveyFolder | undefined;
  signal: AbortSignal;
  onProgress: (progress: FolderProgress) => void;
  /** Told of the previews that the project does not have. */
  onMissing: (paths: string[]) => void;
};

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** An original that differs from what was sealed, or is not there. */
class NotTheOriginal extends Error {}

/** The text that comes with a folder; `stampedAt` is the time of its first stamp. */
export const readMe = ({ header }: Manifest, withOriginals: boolean, stampedAt: Date | undefined) =>
  `Dossier de preuve : ${header.survey.name}
${[header.survey.city, header.survey.client].filter(Boolean).join(', ')}

Pour vérifier ce dossier, ouvrez verifier.html d’un double clic, puis déposez-y ce dossier entier.
Aucune connexion n’est nécessaire.

manifeste.json        empreinte, heure, position et source de chaque image
racine.bin            ce que le sceau résume en 32 octets
${stampedAt ? 'horodatage-*.tsr      heure attestée par une autorité extérieure\ncertificats/          certificats de cette autorité' : '(aucun horodatage externe : la date du sceau est celle que le studio déclare)'}
${withOriginals ? 'images/               images originales, telles qu’elles ont été scellées' : 'apercus/              aperçus; les images originales, que le sceau protège, sont conservées par le studio'}
traces/, images.geojson, stac/   positions, dans des formats ouverts
rapport.pdf           le relevé, en clair
integrite.sha256      liste des fichiers remis

Les visages et les plaques y sont visibles : ne publiez pas ces images sans les flouter.

${stampedAt ? `Sans cette page, avec OpenSSL, à l’heure du jeton, car un certificat échu depuis reste bon à cette heure :\n  openssl ts -verify -attime ${Math.floor(stampedAt.getTime() / 1000)} -data racine.bin -in horodatage-1.tsr -CAfile certificats/racines.pem\n\n` : ''}${sealWords.law.join('\n\n')}

Scellé le ${momentText(header.declaredAt)}, selon le studio.
`;

/** Finds each sealed original in the folder, and makes sure that it is still the one that was sealed. */
async function* originalEntries(
  { pictures }: Manifest,
  folder: SurveyFolder,
  signal: AbortSignal,
): AsyncGenerator<[Entry, string]> {
  const files = new Map(folder.pictures.map(({ path, open }) => [path.normalize('NFC'), open]));
  for (const { path, sha256 } of pictures) {
    signal.throwIfAborted();
    const file = await files.get(path.normalize('NFC'))?.();
    if (!file) throw new NotTheOriginal(`${path} n’est pas dans ce dossier`);
    if ((await fileSha256(file, signal)) !== sha256)
      throw new NotTheOriginal(`${path} n’est plus l’image qui a été scellée`);
    yield [{ name: ORIGINALS_FOLDER + path, input: file, lastModified: new Date(file.lastModified) }, sha256];
  }
}

async function* previewEntries(
  { pictures }: Manifest,
  { surveyId, signal, onMissing }: FolderRequest,
): AsyncGenerator<[Entry, string]> {
  const rows = await readAllRows<{ file_name: string; preview: string | null }>(
    () =>
      supabase
        .from('survey_pictures')
        .select('file_name, preview')
        .eq('survey_id', surveyId)
        .order('file_name')
        .order('id'),
    signal,
  );
  const known = new Map(rows.map(({ file_name, preview }) => [file_name, preview]));
  const { storage } = await fullClient();
  const missing: string[] = [];
  for (const { path } of pictures) {
    signal.throwIfAborted();
    const preview = known.get(path);
    const { data } = preview ? await storage.from(PREVIEW_BUCKET).download(preview) : { data: null };
    if (!data) {
      missing.push(path);
      continue;
    }
    yield [{ name: PREVIEWS_FOLDER + path, input: data }, await fileSha256(data, signal)];
  }
  onMissing(missing);
}

async function reportOf(sealId: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const fallback = 'Le rapport n’a pas pu être préparé.';
  return (await invokePdf('survey-report', { sealId }, { fallback, signal })).bytes;
}

/** Lists the certificates of the stamps: one file for each stamp, and one with all roots for OpenSSL. */
async function certificatesFiles(
  stamps: readonly Uint8Array<ArrayBuffer>[],
  roots: string,
  expected: string,
) {
  const known = certificatesOf(roots);
  const files = new Map<string, string>();
  const tops = known.map(pemOf);
  for (const [index, der] of stamps.entries()) {
    const { stamp } = await checkTimeStamp(der, expected, known);
    const chain = stamp?.chain ?? [];
    files.set(`${CERTIFICATES_FOLDER}chaine-${index + 1}.pem`, chain.map((link) => pemOf(link.der)).join(''));
    const top = chain.at(-1);
    if (top) tops.push(pemOf(top.der));
  }
  files.set(`${CERTIFICATES_FOLDER}racines.pem`, [...new Set(tops)].join(''));
  return files;
}

/**
 * Makes the files of a folder of evidence one after the other, as `client-zip` takes them, an original at a time. The last one
 * lists the SHA-256 of all others.
 *
 * @throws Error that names the first original that is not there or not the sealed one
 */
async function* evidenceFiles(request: FolderRequest): AsyncGenerator<Entry> {
  const { surveyId, sealId, folder, signal, onProgress } = request;
  const seal = await sealFiles(sealId, signal);
  const manifest = readManifest(seal.manifest);
  if (!manifest) throw new Error('Ce sceau est d’un autre format');
  const root = rootOf(manifest);
  const { data: tracks } = await supabase
    .from('survey_tracks')
    .select('name, points')
    .eq('survey_id', surveyId)
    .order('created_at')
    .order('id')
    .abortSignal(signal)
    .throwOnError();
  const stamps = seal.seal_tokens.map(({ token }) =>
    Uint8Array.from(atob(token), (letter) => letter.charCodeAt(0)),
  );
  const { stamp: first } = stamps[0] ? await checkTimeStamp(stamps[0], sha256Hex(root), []) : {};
  const verifier = await fetch(VERIFIER, { signal });
  if (!verifier.ok) throw new Error('La page de vérification est introuvable');
  const place = folder ? ORIGINALS_FOLDER : PREVIEWS_FOLDER;
  const texts = new Map<string, string | Uint8Array<ArrayBuffer>>([
    ['LISEZ-MOI.txt', readMe(manifest, folder !== undefined, first?.time)],
    ['verifier.html', new Uint8Array(await verifier.arrayBuffer())],
    [MANIFEST_FILE, seal.manifest],
    [ROOT_FILE, root],
    ...stamps.map((der, index): [string, Uint8Array<ArrayBuffer>] => [`horodatage-${index + 1}.tsr`, der]),
    ...(await certificatesFiles(stamps, seal.certificates, sha256Hex(root))),
    ...(tracks as unknown as SealedTrack[]).map((track, index): [string, string] => [
      `traces/${index + 1}-${track.name.replace(/[^\p{L}\d.-]+/gu, '-').replace(/(\.gpx)?$/i, '.gpx')}`,
      gpxOf(track),
    ]),
    ['images.geojson', geoJsonOf(manifest)],
    ...[...stacCatalog(manifest, place)].map(([name, text]): [string, string] => [`stac/${name}`, text]),
    ['rapport.pdf', await reportOf(sealId, signal)],
  ]);
  const list: string[] = [];
  const total = texts.size + manifest.pictures.length + 1;
  const tell = (name: string, sha256: string) => {
    list.push(`${sha256}  ${name}\n`);
    onProgress({ done: list.length, total });
  };
  for (const [name, content] of texts) {
    const input = typeof content === 'string' ? bytesOf(content) : content;
    tell(name, sha256Hex(input));
    yield { name, input };
  }
  const pictures = folder ? originalEntries(manifest, folder, signal) : previewEntries(manifest, request);
  for await (const [entry, sha256] of pictures) {
    tell(entry.name, sha256);
    yield entry;
  }
  yield { name: INTEGRITY_FILE, input: bytesOf(list.join('')) };
}

/** Writes the ZIP of a folder of evidence where `save` puts it. */
export async function deliverEvidence(
  request: FolderRequest,
  save: (zip: ReadableStream<Uint8Array>) => Promise<void>,
): Promise<void> {
  const { makeZip } = await import('@/admin/kit/lib/make-zip');
  try {
    await save(makeZip(evidenceFiles(request)));
  } catch (error) {
    // Whatever error the stream raises, a cancelled copy has not failed.
    request.signal.throwIfAborted();
    throw error;
  }
}

/** Says in French why a folder was not made. */
export const deliveryProblem = (error: unknown): string =>
  error instanceof NotTheOriginal
    ? `${error.message}. Le dossier n’a pas été enregistré.`
    : 'Le dossier n’a pas pu être enregistré. Vérifiez la connexion et le disque, puis recommencez.';
