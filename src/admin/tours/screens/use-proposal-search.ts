import { useEffect, useRef, useState } from 'react';
import { tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { turnedArea } from '../data/levelled-scene';
import type { DraftScene } from '../data/panorama-tour.schema';
import { SEARCHED_BY, searchedPanorama, withFindings } from '../data/proposals';
import type { PanoramaFinding } from '../data/search-panorama';
import { isRepeat, withoutRepeats } from '../data/sphere';
import { type PanoramaSearch, SearchRefusal, startSearch } from '../data/start-search';
import type { StepKind } from './draft-history';

/** Changes one scene of the draft, as one step of its history. */
export type EditScene = (
  scene: string,
  change: (scene: DraftScene) => DraftScene,
  step: Omit<StepKind, 'scene'>,
) => void;

/** A search that runs, ended with a fault, or left something out. */
export type SearchProgress = {
  /** Scenes to search, the one being searched first. */
  queue: readonly string[];
  /** Number of scenes at its beginning. */
  total: number;
  /** The part of the present scene that was searched, from 0 to 1. */
  share: number;
  /** Number of findings in it so far. */
  found: number;
  /** Failures in French, by scene. */
  faults: readonly { scene: string; text: string }[];
  /** Scenes in which more was found than a scene may have proposals. */
  cut: readonly string[];
};

const NOT_READ =
  'Ce panorama n’a pas pu être téléchargé. Vérifiez votre connexion, puis cherchez de nouveau.';

/** Pause between two moments at which what was found is kept in the draft, in ms. */
const KEEP_EVERY = 4000;

const idleProgress: SearchProgress = { queue: [], total: 0, share: 0, found: 0, faults: [], cut: [] };

/**
 * Searches scenes for faces and plates, one after the other, in a worker that is loaded when it is first needed. What is
 * found is kept in the draft meanwhile, so that a closed tab loses a few seconds of it.
 *
 * @param onFound called when the draft was given something, or a scene was searched to its end
 */
export function useProposalSearch(
  scenes: readonly DraftScene[],
  onEdit: EditScene,
  onFound: () => void,
  start: () => PanoramaSearch = startSearch,
) {
  const [progress, setProgress] = useState(idleProgress);
  const search = useRef<PanoramaSearch>(undefined);
  /** Gives the draft what has been found in the present scene. */
  const keepFound = useRef(() => {});
  const latest = useRef({ scenes, onEdit, onFound });
  useEffect(() => {
    latest.current = { scenes, onEdit, onFound };
  });
  useEffect(() => () => search.current?.stop(), []);
  const change = (part: (old: SearchProgress) => Partial<SearchProgress>) =>
    setProgress((old) => ({ ...old, ...part(old) }));

  /** Searches one scene; a fault is told and kept, and ends the queue only when no scene can be searched. */
  const searchOne = async (worker: PanoramaSearch, id: string): Promise<'next' | 'stop'> => {
    const scene = latest.current.scenes.find((one) => one.id === id);
    // The scene was removed while it waited.
    if (!scene) return 'next';
    const found: PanoramaFinding[] = [];
    /** Findings that the draft was given: a person may have rejected them since. */
    const given: PanoramaFinding[] = [];
    let keptAt = Date.now();
    const keep = (isWhole: boolean) => {
      keptAt = Date.now();
      const unique = withoutRepeats(found);
      const fresh = unique.filter((one) => !given.some((known) => isRepeat(known, one)));
      given.push(...fresh);
      latest.current.onEdit(
        id,
        (old) => ({
          ...old,
          // The searched picture is as the camera gave it.
          proposals: withFindings(
            old,
            fresh.map((one) => turnedArea(one, undefined, old.tilt)),
          ),
          ...(isWhole ? { searchedBy: SEARCHED_BY } : {}),
        }),
        { what: 'recherche des visages et des plaques', field: `${id}/search`, isArrival: true },
      );
      latest.current.onFound();
      return unique.length;
    };
    keepFound.current = () => {
      if (found.length > 0) keep(false);
    };
    const fail = (text: string, cause: unknown) => {
      console.warn('Recherche interrompue', cause);
      change(({ faults }) => ({ faults: [...faults, { scene: id, text }] }));
    };
    let source: Awaited<ReturnType<typeof searchedPanorama>>;
    try {
      source = await searchedPanorama(scene);
    } catch (error) {
      fail(NOT_READ, error);
      return 'next';
    }
    try {
      await worker.search(source, (more, share) => {
        if (search.current !== worker) return;
        found.push(...more);
        change(() => ({ share, found: withoutRepeats(found).length }));
        if (more.length > 0 && Date.now() - keptAt > KEEP_EVERY) keep(false);
      });
    } catch (error) {
      if (search.current !== worker) return 'stop';
      keepFound.current();
      fail(error instanceof SearchRefusal ? error.message : NOT_READ, error);
      return error instanceof SearchRefusal && error.isOfAll ? 'stop' : 'next';
    }
    if (search.current !== worker) return 'stop';
    if (keep(true) > tourLimits.proposals) change(({ cut }) => ({ cut: [...cut, id] }));
    return 'next';
  };

  const run = async (ids: readonly string[]) => {
    const worker = start();
    search.current = worker;
    setProgress({ ...idleProgress, queue: ids, total: ids.length });
    for (const id of ids) {
      const next = await searchOne(worker, id);
      if (search.current !== worker) return;
      if (next === 'stop') break;
      change(({ queue }) => ({ queue: queue.slice(1), share: 0, found: 0 }));
    }
    search.current = undefined;
    keepFound.current = () => {};
    worker.stop();
    change(() => ({ queue: [] }));
  };

  return {
    progress,
    search: (ids: readonly string[]) => void run(ids),
    /** Stops the search, and keeps its results. */
    stop: () => {
      search.current?.stop();
      search.current = undefined;
      keepFound.current();
      keepFound.current = () => {};
      change(() => ({ queue: [], share: 0 }));
    },
  };
}
