import { mutationOptions } from '@tanstack/react-query';
import { uploadAcrossCuts } from '@/admin/kit/lib/bucket-upload';
import { inBatches } from '@/admin/kit/lib/in-batches';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { fullClient, supabase } from '@/admin/kit/lib/supabase';
import { blurredPicture } from '@/admin/tours/data/blurred-picture';
import type { Tables } from '@/shared/database.types';
import type { Blur } from '@/shared/panorama-tour/panorama-tour';
import { surveyPairs } from './survey-pairs';

const PUBLIC_BUCKET = 'survey-public';

type KeptPicture = Pick<
  Tables<'survey_pictures'>,
  'id' | 'preview' | 'published_file' | 'searched_by' | 'proposals'
> & {
  blurs: Blur[];
};

/** Thrown when a street cannot be published as it is; `message` says why in French. */
export class PublicationRefusal extends Error {
  override readonly name = 'PublicationRefusal';
}

/** Reads the pictures of a survey that visitors would see. */
async function keptPictures(surveyId: string): Promise<KeptPicture[]> {
  const rows = await readAllRows(() =>
    supabase
      .from('survey_pictures')
      .select('id,preview,published_file,searched_by,proposals,blurs')
      .eq('survey_id', surveyId)
      .is('left_out', null)
      .not('lat', 'is', null)
      .order('id'),
  );
  return rows as unknown as KeptPicture[];
}

/** Copies the reviewed pictures of a survey into the public bucket, blurred; those that are there stay. */
async function copyPictures(
  surveyId: string,
  kept: readonly KeptPicture[],
  onStep: () => void,
  signal: AbortSignal,
): Promise<void> {
  const { storage } = await fullClient();
  for (const picture of kept) {
    signal.throwIfAborted();
    if (!picture.published_file && picture.preview) {
      const { data, error } = await storage.from('survey-previews').download(picture.preview);
      if (error) throw error;
      const file = await blurredPicture(data, picture.blurs);
      // A new file name, because a browser's cached copy of an earlier publication may lack a blur.
      const mark = crypto.randomUUID().slice(0, 8);
      const path = `${surveyId}/${picture.id}-${mark}.jpg`;
      await uploadAcrossCuts(PUBLIC_BUCKET, path, file, { signal });
      await supabase
        .from('survey_pictures')
        .update({ published_file: path })
        .eq('id', picture.id)
        .throwOnError();
    }
    onStep();
  }
}

/** Deletes the public files that no picture names any more; any that remain are deleted at night. */
async function removeWithdrawn(surveyIds: readonly string[]): Promise<void> {
  const { storage } = await fullClient();
  for (const surveyId of surveyIds) {
    const { data } = await storage.from(PUBLIC_BUCKET).list(surveyId, { limit: 1000 });
    const names = (data ?? []).map(({ name }) => `${surveyId}/${name}`);
    await inBatches(names, (some) => storage.from(PUBLIC_BUCKET).remove(some));
  }
}

export const streetPublication = {
  /**
   * Publishes a street at two dates: first the reviewed pictures of both surveys, then the surveys. It can be stopped
   * and resumed, without copying files again.
   */
  publish: (surveyId: string) =>
    mutationOptions({
      mutationFn: async ({
        earlier,
        slug,
        earlierSlug,
        onProgress,
        signal,
      }: {
        earlier: string;
        slug: string;
        earlierSlug: string;
        onProgress: (done: number, total: number) => void;
        signal: AbortSignal;
      }) => {
        const both = await Promise.all([keptPictures(earlier), keptPictures(surveyId)]);
        const all = both.flat();
        const waiting = all.filter(
          ({ searched_by, proposals }) => !searched_by || (proposals as []).length > 0,
        );
        if (waiting.length > 0)
          throw new PublicationRefusal(
            `Il reste des photos à revoir avant de publier\u00a0: ${waiting.length}. Rien n’est public tant que la revue n’est pas finie.`,
          );
        const bare = all.filter(({ preview, published_file }) => !preview && !published_file);
        if (bare.length > 0)
          throw new PublicationRefusal(
            `Des photos n’ont pas encore d’aperçu\u00a0: ${bare.length}. Envoyez-les d’abord, dans l’onglet « Importation ».`,
          );
        let done = 0;
        const step = () => onProgress(++done, all.length);
        onProgress(0, all.length);
        const [before, after] = both;
        await copyPictures(earlier, before, step, signal);
        await copyPictures(surveyId, after, step, signal);
        await supabase.rpc('publish_survey', { survey_id: earlier, slug: earlierSlug }).throwOnError();
        await supabase.rpc('publish_survey', { survey_id: surveyId, slug }).throwOnError();
      },
      meta: {
        invalidates: [surveyPairs.keys.all, ['surveys']],
        successMessage: 'Rue publiée',
        errorMessage: 'La rue n’a pas été publiée',
      },
    }),

  /** Takes a street away from visitors: at once, and then its public files. */
  withdraw: (surveyId: string) =>
    mutationOptions({
      mutationFn: async ({ earlier }: { earlier: string | null }) => {
        // An earlier survey that another published street is compared with stays.
        const { data: others } = await supabase
          .from('surveys')
          .select('id')
          .eq('compared_with', earlier ?? surveyId)
          .neq('id', surveyId)
          .not('published_at', 'is', null)
          .limit(1)
          .throwOnError();
        const surveys = [surveyId, ...(earlier && others.length === 0 ? [earlier] : [])];
        for (const survey of surveys)
          await supabase.rpc('withdraw_survey', { survey_id: survey }).throwOnError();
        await removeWithdrawn(surveys);
      },
      meta: {
        invalidates: [surveyPairs.keys.all, ['surveys']],
        successMessage: 'Rue retirée du site',
        errorMessage: 'La rue n’a pas été retirée',
      },
    }),
};
