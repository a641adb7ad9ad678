import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { acrossCuts } from '@/admin/kit/lib/connection';
import { readDraft, writeDraft } from '@/shared/lib/browser-draft';
import { isAbort } from '@/shared/lib/errors';
import { PanoramaRefusal } from '../data/check-panorama';
import { sameTilt } from '../data/levelled-scene';
import type { DraftScene } from '../data/panorama-tour.schema';
import { cutAgain } from '../data/panorama-upload';
import { isSame, type SceneTiles } from './draft-history';

/** Pause without a change of the open scene's blurs after which they are cut into its tiles, in ms. */
const QUIET_MS = 20_000;

/** A scene whose tiles are being cut with its blurs and its level, or could not be. */
export type BlurBurning = {
  scene: string;
  state: 'running' | 'failed';
  /** The part that is done, from 0 to 1. */
  share: number;
  /** French reason why the panorama itself cannot be cut so. */
  refusal?: string;
};

/** A cut that was begun: its folder goes on being filled when the tab was closed meanwhile. */
type BegunBurning = { folder: string; wanted: WantedPicture };

/** The blurs and the level that tiles are cut with. */
type WantedPicture = Pick<DraftScene, 'blurs' | 'tilt'>;

const wantedOf = ({ blurs, tilt }: DraftScene): WantedPicture => ({ blurs, tilt });

/** Returns the folder of a cut of this scene: the one that was begun, or a new one. */
function folderOf(tourId: string, scene: DraftScene): string {
  const name = `floutage:${tourId}:${scene.id}`;
  const wanted = wantedOf(scene);
  const begun = readDraft<BegunBurning>(name)?.value;
  if (begun && isSame(begun.wanted, wanted)) return begun.folder;
  const folder = `${tourId}/${crypto.randomUUID()}`;
  writeDraft<BegunBurning>(name, { folder, wanted });
  return folder;
}

/** Tells whether a scene is levelled otherwise than its tiles. */
export const isLevelWaiting = ({ id, tilt }: DraftScene, tiles: Readonly<Record<string, SceneTiles>>) =>
  !sameTilt(tilt, tiles[id]?.tilt);

/**
 * Cuts the blurs and the level of scenes into their tiles in the background, one scene after the other: of a scene once another
 * one is open, of the open one after a pause or when asked; a level at once.
 *
 * @param waiting scenes whose blurs or level are not in their tiles
 * @param open the scene being edited
 */
export function useBurning({
  tourId,
  waiting,
  tiles,
  open,
  onBurnt,
}: {
  tourId: string;
  waiting: readonly DraftScene[];
  tiles: Readonly<Record<string, SceneTiles>>;
  open: string | undefined;
  onBurnt: (scene: string, tiles: SceneTiles) => void;
}) {
  const [burning, setBurning] = useState<BlurBurning>();
  const [asked, setAsked] = useState<string>();
  const controller = useRef<AbortController>(undefined);
  /** The blurs of the present cut, as JSON; a change of blurs starts another cut. */
  const running = useRef('');

  const opened = waiting.find(({ id }) => id === open);
  const openBlurs = opened && JSON.stringify(opened.blurs);
  /** Without an original there is nothing sharper to blur; its tiles can be levelled. */
  const isToCut = (scene: DraftScene) =>
    isLevelWaiting(scene, tiles) ||
    (scene.original && (scene.id !== open || JSON.stringify(scene.blurs) === asked));
  useEffect(() => {
    if (!openBlurs) return;
    const timer = setTimeout(() => setAsked(openBlurs), QUIET_MS);
    return () => clearTimeout(timer);
  }, [openBlurs]);

  const next = waiting.find(isToCut);
  const job = next && JSON.stringify([next.id, wantedOf(next)]);

  const run = useEffectEvent(async (scene: DraftScene, key: string) => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    running.current = key;
    const { id, blurs, tilt } = scene;
    const show = (part: Partial<BlurBurning>) => {
      if (!own.signal.aborted) setBurning({ scene: id, state: 'running', share: 0, ...part });
    };
    show({});
    try {
      const cut = await acrossCuts(
        (onProgress) =>
          cutAgain(scene, folderOf(tourId, scene), {
            signal: own.signal,
            onProgress: (share) => {
              onProgress();
              show({ share });
            },
          }),
        { signal: own.signal, onCut: () => show({ state: 'failed' }), onBack: () => show({}) },
      );
      if (own.signal.aborted) return;
      running.current = '';
      setBurning(undefined);
      writeDraft(`floutage:${tourId}:${id}`, undefined);
      onBurnt(id, { ...cut, blurs, tilt });
    } catch (error) {
      if (isAbort(error) || own.signal.aborted) return;
      console.warn('Floutage non appliqué', error);
      show({ state: 'failed', ...(error instanceof PanoramaRefusal ? { refusal: error.message } : {}) });
    }
  });
  useEffect(() => {
    if (next && job && job !== running.current) void run(next, job);
    // The person took the decision back: nothing is left to cut.
    if (!job && running.current) {
      controller.current?.abort();
      running.current = '';
      setBurning(undefined);
    }
  }, [job, next]);
  useEffect(() => () => controller.current?.abort(), []);

  return {
    burning,
    /** Cuts the blurs of the open scene now, or tries again what failed. */
    apply: () => {
      if (burning?.state === 'failed' && next && job) void run(next, job);
      else setAsked(openBlurs);
    },
  };
}
