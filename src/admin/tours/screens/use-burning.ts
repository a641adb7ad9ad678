import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { acrossCuts } from '@/admin/kit/lib/connection';
import { readDraft, writeDraft } from '@/shared/lib/browser-draft';
import { isAbort } from '@/shared/lib/errors';
import type { Blur } from '@/shared/panorama-tour/panorama-tour';
import type { DraftScene } from '../data/panorama-tour.schema';
import { burnBlurs } from '../data/panorama-upload';
import { isSame, type SceneTiles } from './draft-history';

/** Pause without a change of the open scene's blurs after which they are cut into its tiles, in ms. */
const QUIET = 20_000;

/** A scene whose blurs are being cut into its tiles, or were not. */
export type Burning = {
  scene: string;
  state: 'running' | 'failed';
  /** 0 to 1. */
  share: number;
};

/** A cut that was begun: its folder goes on being filled when the tab was closed meanwhile. */
type Begun = { folder: string; blurs: Blur[] };

/** Returns the folder of a cut with these blurs: the one that was begun, or a new one. */
function folderOf(tourId: string, scene: string, blurs: Blur[]): string {
  const name = `floutage:${tourId}:${scene}`;
  const begun = readDraft<Begun>(name)?.value;
  if (begun && isSame(begun.blurs, blurs)) return begun.folder;
  const folder = `${tourId}/${crypto.randomUUID()}`;
  writeDraft<Begun>(name, { folder, blurs });
  return folder;
}

/**
 * Cuts the blurs of scenes into their tiles in the background, one scene after the other: of a scene once another one
 * is open, of the open one after a pause or when asked.
 *
 * @param waiting scenes whose blurs are not in their tiles
 * @param open the scene being edited
 */
export function useBurning({
  tourId,
  waiting,
  open,
  onBurnt,
}: {
  tourId: string;
  waiting: readonly DraftScene[];
  open: string | undefined;
  onBurnt: (scene: string, tiles: SceneTiles) => void;
}) {
  const [burning, setBurning] = useState<Burning>();
  const [asked, setAsked] = useState<string>();
  const controller = useRef<AbortController>(undefined);
  /** Blurs of the present cut, as JSON: other blurs begin another cut. */
  const running = useRef('');

  const opened = waiting.find(({ id }) => id === open);
  const openBlurs = opened && JSON.stringify(opened.blurs);
  useEffect(() => {
    if (!openBlurs) return;
    const timer = setTimeout(() => setAsked(openBlurs), QUIET);
    return () => clearTimeout(timer);
  }, [openBlurs]);

  const next = waiting.find(
    ({ id, original, blurs }) => original && (id !== open || JSON.stringify(blurs) === asked),
  );
  const job = next && JSON.stringify([next.id, next.blurs]);

  const run = useEffectEvent(async (scene: DraftScene, key: string) => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    running.current = key;
    const { id, original = '', blurs } = scene;
    const show = (part: Partial<Burning>) => {
      if (!own.signal.aborted) setBurning({ scene: id, state: 'running', share: 0, ...part });
    };
    show({});
    try {
      const picture = await acrossCuts(
        (onProgress) =>
          burnBlurs(
            { folder: folderOf(tourId, id, blurs), original, blurs },
            {
              signal: own.signal,
              onProgress: (share) => {
                onProgress();
                show({ share });
              },
            },
          ),
        { signal: own.signal, onCut: () => show({ state: 'failed' }), onBack: () => show({}) },
      );
      if (own.signal.aborted) return;
      running.current = '';
      setBurning(undefined);
      writeDraft(`floutage:${tourId}:${id}`, undefined);
      onBurnt(id, { picture, blurs });
    } catch (error) {
      if (isAbort(error) || own.signal.aborted) return;
      console.warn('Floutage non appliqué', error);
      show({ state: 'failed' });
    }
  });
  useEffect(() => {
    if (next && job && job !== running.current) void run(next, job);
    // The blurs were taken back: nothing is to be cut.
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
