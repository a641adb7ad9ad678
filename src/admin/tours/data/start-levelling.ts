import { isAbort } from '@/shared/lib/errors';
import { formatDecimal, formatNumber } from '@/shared/lib/numbers';
import { callWorker, WorkerFailure } from '@/shared/lib/web-worker';
import { PanoramaRefusal } from './check-panorama';
import type { Tilt } from './level';
import type { LevelPicture, LevelRequest } from './level-worker';

/** Widest picture that is levelled: it is held in memory twice, 134 MB each. */
export const WIDEST_LEVELLED = 8192;

const formatDegrees = (angle: number) => `${formatDecimal(angle)}\u00a0°`;

/** Says how a camera leaned: « roulis 20 °, tangage −10 ° ». */
export const tiltText = ({ roll, pitch }: Tilt): string =>
  `roulis ${formatDegrees(roll)}, tangage ${formatDegrees(pitch)}`;

/**
 * Draws the level picture of a camera that leaned, in a worker.
 *
 * @throws PanoramaRefusal, or an AbortError once `signal` aborts
 */
export async function levelPanorama(request: LevelRequest, signal: AbortSignal): Promise<Blob> {
  if (request.width > WIDEST_LEVELLED) {
    throw new PanoramaRefusal(
      `L’appareil penchait (${tiltText(request.tilt)}), et l’image est trop grande pour être redressée ici\u00a0: redressez-la dans le logiciel de l’appareil, ou réduisez-la à ${formatNumber(WIDEST_LEVELLED)} pixels de largeur.`,
    );
  }
  try {
    return await callWorker<LevelPicture>(
      () => new Worker(new URL('./level-worker.ts', import.meta.url), { type: 'module' }),
      request,
      signal,
    );
  } catch (error) {
    if (isAbort(error) || error instanceof WorkerFailure) throw error;
    throw new PanoramaRefusal(
      'Cette image n’a pas pu être redressée\u00a0: le fichier est abîmé, ou l’appareil manque de mémoire.',
      { cause: error },
    );
  }
}
