import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { SEARCHED_BY, withFindings } from '@/admin/tours/data/proposals';
import type { PanoramaFinding } from '@/admin/tours/data/search-panorama';
import { type PanoramaSearch, SearchRefusal, startSearch } from '@/admin/tours/data/start-search';
import { type FolderFile, formerFolder } from './folder';
import { previewFile } from './survey-pairs';
import { type SurveyPicture, surveyPictures, updatePicture } from './survey-pictures';
import { surveys } from './surveys';

const keyOf = (surveyId: string) => surveyPictures.ofSurvey(surveyId).queryKey;

/** Kept pictures that are to be searched for faces and plates: those that have a preview, and were not searched. */
export const toSearch = (pictures: readonly SurveyPicture[]) =>
  pictures.filter(
    ({ left_out, lat, preview, searched_by }) =>
      left_out === null && lat !== null && preview !== null && searched_by === null,
  );

/** Kept pictures, searched, in which something is to be decided. */
export const toDecide = (pictures: readonly SurveyPicture[]) =>
  pictures.filter(
    ({ left_out, lat, proposals }) => left_out === null && lat !== null && proposals.length > 0,
  );

/** Progress of the search of a survey. */
export type ReviewProgress = { done: number; total: number; share: number; name: string };

/** The name of the lock that one tab holds while it searches a survey. */
export const reviewLock = (surveyId: string) => `revue:${surveyId}`;

/**
 * Searches the pictures of a survey one after the other; each that is searched stays so, whenever this is cut short. The
 * original is searched where the folder is open in this browser, its preview otherwise.
 *
 * @throws SearchRefusal when nothing can be searched
 */
export async function searchPictures(
  client: QueryClient,
  surveyId: string,
  {
    signal,
    onProgress,
    onFault,
    start = startSearch,
  }: {
    signal: AbortSignal;
    onProgress: (progress: ReviewProgress) => void;
    onFault: (name: string, reason: string) => void;
    start?: () => PanoramaSearch;
  },
): Promise<void> {
  const queue = toSearch(client.getQueryData(keyOf(surveyId)) ?? []);
  const originals = await openOriginals(surveyId);
  const worker = start();
  signal.addEventListener('abort', () => worker.stop());
  try {
    for (const [done, picture] of queue.entries()) {
      signal.throwIfAborted();
      const tell = (share: number) =>
        onProgress({ done, total: queue.length, share, name: picture.file_name });
      tell(0);
      try {
        const found: PanoramaFinding[] = [];
        const source = await sourceOf(client, picture, originals);
        await worker.search(source, (some, share) => {
          found.push(...some);
          tell(share);
        });
        const proposals = withFindings(picture, found);
        await updatePicture(picture.id, { proposals, searched_by: SEARCHED_BY });
        patchCachedPicture(client, surveyId, picture.id, { proposals, searched_by: SEARCHED_BY });
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof SearchRefusal && error.isOfAll) throw error;
        onFault(
          picture.file_name,
          error instanceof SearchRefusal ? error.message : 'La photo n’a pas pu être lue ou enregistrée.',
        );
      }
    }
  } finally {
    worker.stop();
  }
}

async function openOriginals(surveyId: string): Promise<ReadonlyMap<string, FolderFile>> {
  const former = await formerFolder(surveyId);
  const folder = former?.isOpen ? await former.reopen().catch(() => undefined) : undefined;
  return new Map((folder?.pictures ?? []).map((file) => [file.path, file]));
}

async function sourceOf(
  client: QueryClient,
  picture: SurveyPicture,
  originals: ReadonlyMap<string, FolderFile>,
) {
  const original = await originals
    .get(picture.file_name)
    ?.open()
    .catch(() => undefined);
  if (original && picture.width) {
    return { kind: 'file' as const, file: original, width: picture.width, height: picture.width / 2 };
  }
  const file = await client.fetchQuery(previewFile(picture.preview ?? ''));
  return { kind: 'file' as const, file, width: 2048, height: 1024 };
}

function patchCachedPicture(
  client: QueryClient,
  surveyId: string,
  id: string,
  change: Partial<SurveyPicture>,
): void {
  client.setQueryData(keyOf(surveyId), (all) =>
    all?.map((picture) => (picture.id === id ? { ...picture, ...change } : picture)),
  );
}

/** Decisions of a person about a picture: its blurs, and the proposals that are left. */
export type PictureDecision = Pick<SurveyPicture, 'id' | 'blurs' | 'proposals'>;

/** Options to keep a decision, shown at once and taken back when it could not be kept. */
export const decidePicture = (surveyId: string) =>
  mutationOptions({
    mutationFn: ({ id, blurs, proposals }: PictureDecision) => updatePicture(id, { blurs, proposals }),
    onMutate: ({ id, blurs, proposals }, { client }) => {
      const before = client.getQueryData(keyOf(surveyId))?.find((picture) => picture.id === id);
      // A changed picture leaves the site at once: the database forgets its public file.
      patchCachedPicture(client, surveyId, id, { blurs, proposals, published_file: null });
      return before;
    },
    onError: (_error, { id }, before, { client }) => {
      if (before) patchCachedPicture(client, surveyId, id, before);
    },
    // Decisions are saved one by one, in the order of the keys.
    scope: { id: `revue:${surveyId}` },
    networkMode: 'always',
    meta: {
      invalidates: [surveys.list().queryKey],
      errorMessage: 'La décision n’a pas pu être enregistrée\u00a0: la photo reste à revoir',
    },
  });
