import { mutationOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { FunctionCallError, invokeFunction } from '@/admin/kit/lib/functions';
import { supabase } from '@/admin/kit/lib/supabase';
import { failureText } from '@/shared/lib/failure';
import { basePath } from '@/shared/panorama-tour/panorama-tour';
import { panoramaFileUrl } from './panorama-address';
import { type DraftScene, type DraftTour, emptyDraft } from './panorama-tour.schema';
import { isNameToWrite, type SceneProposal, type SceneText, textState } from './scene-texts';
import { smallPicture } from './small-picture';

/** Scenes of one call, the most that the function takes. */
const AT_ONCE = 3;

const notProposed = (error: unknown) => failureText('Les textes n’ont pas pu être proposés', error);

const answerSchema = z.object({
  scenes: z.array(z.object({ id: z.string(), name: z.string().min(1), alt: z.string().min(1) })),
});

/** Failures that belong to the scenes of a call, not to the service: other scenes may pass. */
const failuresOfScenes = ['llm_invalid_answer', 'llm_pictures_refused', 'llm_truncated', 'llm_unreadable'];

/** Tells whether fewer scenes a call, or other ones, may pass where this call failed. */
const isWorthAnotherCall = (error: unknown, count: number) =>
  error instanceof FunctionCallError &&
  (failuresOfScenes.includes(error.code ?? '') || (error.code === 'llm_timeout' && count > 1));

/** Tells whether an error means that no model is set up, or none that sees: nothing went wrong. */
export const hasNoSeeingModel = (error: unknown): boolean =>
  error instanceof FunctionCallError && ['setting_missing', 'llm_blind'].includes(error.code ?? '');

/**
 * Makes the small picture of a scene that a model is shown. Faces and plates that are blurred, or that a detector found and
 * nobody has decided on, are covered in it.
 */
async function scenePicture(scene: DraftScene, signal: AbortSignal): Promise<string> {
  const response = await fetch(panoramaFileUrl(basePath(scene.picture)), { signal });
  if (!response.ok) throw new Error('L’image d’une scène n’a pas pu être lue. Réessayez.');
  return smallPicture(await response.blob(), scene.view.yaw, [...scene.blurs, ...(scene.proposals ?? [])]);
}

type DescriptionRun = {
  tourId: string;
  tour: DraftTour;
  /** Scenes to describe. */
  ids: readonly string[];
  signal: AbortSignal;
  /** Receives the proposals of each call as they come. */
  onProposals: (proposals: readonly SceneProposal[]) => void;
  /** Receives the number of scenes that were asked for. */
  onProgress: (done: number) => void;
};

/**
 * Asks for the texts of scenes, a few at a time. A call that fails for its own scenes is made again for each of them.
 *
 * @returns the scenes that got no proposal
 * @throws the error that ends the run, after which what came stays; the signal's reason when stopped
 */
export async function describeEach(
  { tourId, tour, ids, signal, onProposals, onProgress }: DescriptionRun,
  draw = scenePicture,
): Promise<string[]> {
  const scenes = ids.flatMap((id) => tour.scenes.find((scene) => scene.id === id) ?? []);
  const queue = Array.from({ length: Math.ceil(scenes.length / AT_ONCE) }, (_, index) =>
    scenes.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
  const names = new Map(
    tour.scenes.filter(({ name }) => !isNameToWrite(name)).map(({ id, name }) => [id, name]),
  );
  const left: string[] = [];
  let done = 0;
  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    signal.throwIfAborted();
    const asked = new Set(batch.map(({ id }) => id));
    try {
      const body = {
        tourId,
        scenes: await Promise.all(
          batch.map(async (scene) => ({
            id: scene.id,
            name: names.get(scene.id) ?? '',
            picture: await draw(scene, signal),
          })),
        ),
        otherNames: [...names].filter(([id]) => !asked.has(id)).map(([, name]) => name),
      };
      const answer = await invokeFunction('describe-scenes', body, { fallback: notProposed, signal });
      const checked = answerSchema.safeParse(answer);
      if (!checked.success) throw new Error(notProposed({ status: 500 }));
      const proposals = checked.data.scenes.filter(({ id }) => asked.has(id));
      for (const { id, name } of proposals) if (!names.has(id)) names.set(id, name);
      onProposals(proposals);
      left.push(...[...asked].filter((id) => proposals.every((proposal) => proposal.id !== id)));
    } catch (error) {
      if (!isWorthAnotherCall(error, batch.length)) throw error;
      if (batch.length > 1) {
        queue.unshift(...batch.map((scene) => [scene]));
        continue;
      }
      left.push(...asked);
    }
    done += batch.length;
    onProgress(done);
  }
  return left;
}

/** Options to ask for the texts of scenes; the screen itself shows how far it is and what fails. */
export const describeScenes = () =>
  mutationOptions({ mutationFn: (run: DescriptionRun) => describeEach(run), meta: { silent: true } });

/** Pictures that go with a description of the whole tour, at most. */
const MOST_PICTURES = 4;

/**
 * Returns what the scenes of a tour say about it, for its description: the texts that a person wrote or read, and small
 * pictures of some scenes that have none. Empty for a tour without scenes, or when they could not be read: the title and the
 * place are enough.
 */
export async function describedScenes(
  tourId: string,
  signal: AbortSignal,
  draw = scenePicture,
): Promise<{ scenes?: { name: string; alt: string }[]; pictures?: string[] }> {
  try {
    const { data } = await supabase
      .from('panorama_tour_drafts')
      .select('document')
      .eq('tour_id', tourId)
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError();
    // The database checks each stored document (private.is_panorama_tour).
    const { scenes } = (data?.document ?? emptyDraft) as unknown as DraftTour;
    const read = (scene: DraftScene, text: SceneText) =>
      textState(scene, text) === 'written' ? scene[text] : '';
    const texts = scenes.map((scene) => ({ name: read(scene, 'name'), alt: read(scene, 'alt') }));
    const unread = scenes.filter((scene) => !read(scene, 'alt')).slice(0, MOST_PICTURES);
    const drawn = await Promise.allSettled(unread.map((scene) => draw(scene, signal)));
    const pictures = drawn.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const known = texts.filter(({ name, alt }) => name || alt);
    return {
      ...(known.length > 0 ? { scenes: known } : {}),
      ...(pictures.length > 0 ? { pictures } : {}),
    };
  } catch (error) {
    signal.throwIfAborted();
    console.warn('Scènes de la visite non lues', error);
    return {};
  }
}
