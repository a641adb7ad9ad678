import { useMutation } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import { EditConflict } from '@/admin/kit/lib/edit-conflict';
import type { FormConflict, Side } from '@/admin/kit/lib/use-merged-save';
import { useBrowserDraft } from '@/shared/lib/browser-draft';
import { notify } from '@/shared/lib/notify';
import { wantedScene } from '../data/levelled-scene';
import { type DraftFields, type DraftMerge, mergeDrafts } from '../data/merge-drafts';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';
import { type EditedPanoramaTour, panoramaTours } from '../data/panorama-tours';
import { changeScene } from './angles';
import {
  historyOf,
  isSame,
  isWaiting,
  type SceneTiles,
  type Step,
  type StepKind,
  shownTour,
  stepDraft,
  storedTour,
} from './draft-history';

/** Largest number of merges and retries of a save. */
const MAX_MERGES = 3;

/** Blurs and levels that are wanted of scenes and are not in their tiles. */
type WantedPictures = Readonly<Record<string, Pick<DraftScene, 'blurs' | 'tilt'>>>;

/** Unsaved work as stored in the browser: its base version, the present draft, and what is not in its tiles. */
type UnsavedWork = { base: DraftTour; document: DraftTour; wanted: WantedPictures };

type Version = { document: DraftTour; readAt: string | null };

type Conflict = { form: FormConflict<DraftFields>; merge: DraftMerge; theirs: Version };

/**
 * Takes the blurs and levels that wait to be cut, which a stored draft does not hold; their proposals are decided.
 *
 * @param kept the draft that was kept with them
 */
const withWanted =
  (wanted: WantedPictures, kept: DraftTour) =>
  (tour: DraftTour): DraftTour => ({
    ...tour,
    scenes: tour.scenes.map((found) => {
      const parts = wanted[found.id];
      if (!parts) return found;
      const scene = wantedScene(found, parts, kept.scenes.find(({ id }) => id === found.id)?.tilt);
      const decided = new Set(scene.blurs.map(({ id }) => id));
      const proposals = scene.proposals?.filter(({ id }) => !decided.has(id));
      return { ...scene, ...(proposals ? { proposals } : {}) };
    }),
  });

/**
 * Holds the draft of a tour being edited: its history, its saves (merged with those of other tabs), and the browser's
 * copy of unsaved work.
 */
export function useTourDraft(tour: EditedPanoramaTour) {
  const [history, act] = useReducer(stepDraft, tour.document, historyOf);
  const [version, setVersion] = useState<Version>({ document: tour.document, readAt: tour.readAt });
  const [conflict, setConflict] = useState<Conflict>();
  const mutation = useMutation(panoramaTours.save());
  const stored = storedTour(history, version.document);
  const isDirty = !isSame(stored, version.document);
  const shown = shownTour(history);
  const waiting = shown.scenes.filter(({ id }) => isWaiting(history, id));
  const hasUnsaved = isDirty || waiting.length > 0;
  /** The present state for an asynchronous save, during which the component may render again. */
  const now = useRef({ stored, version });
  useEffect(() => {
    now.current = { stored, version };
  });

  const {
    found,
    keep,
    take: takeFound,
    drop,
  } = useBrowserDraft<UnsavedWork>(`panorama-tour:${tour.id}`, () =>
    hasUnsaved
      ? {
          base: version.document,
          document: stored,
          wanted: Object.fromEntries(waiting.map(({ id, blurs, tilt }) => [id, { blurs, tilt }])),
        }
      : undefined,
  );
  const unsaved = JSON.stringify(hasUnsaved && [version.document, stored, waiting]);
  useEffect(() => {
    // Nothing replaces the work of an earlier visit until the person has decided on it.
    if (!found && unsaved) keep();
  }, [found, unsaved, keep]);

  /** Takes the merged document, over the stored version. */
  const take = (document: DraftTour, theirs: Version) => {
    act({ kind: 'replace', document });
    setVersion(theirs);
    now.current = { stored: document, version: theirs };
  };

  /**
   * Saves the draft.
   *
   * @returns the stored version, when all is saved
   */
  const save = async (): Promise<Version | undefined> => {
    for (let merges = 0; merges <= MAX_MERGES; merges++) {
      const { stored: document, version: over } = now.current;
      if (over.readAt && isSame(document, over.document)) return over;
      try {
        const readAt = await mutation.mutateAsync({ id: tour.id, document, readAt: over.readAt });
        const saved = { document, readAt };
        setVersion(saved);
        now.current = { ...now.current, version: saved };
        return saved;
      } catch (error) {
        if (!(error instanceof EditConflict)) return undefined;
        const theirs: Version = { document: error.theirs.values, readAt: error.theirs.readAt || null };
        const merge = mergeDrafts(over.document, document, theirs.document);
        if (merge.clashes.length > 0) {
          const { merged, clashes, changedByThem } = merge;
          const stored = { values: merge.theirs, readAt: error.theirs.readAt };
          setConflict({
            form: { merged, clashes, changedByThem, theirs: stored, editedBy: null },
            merge,
            theirs,
          });
          return undefined;
        }
        take(merge.document, theirs);
        notify.success('Ce qu’une autre fenêtre avait enregistré a été gardé aussi.', 'Versions réunies');
      }
    }
    notify.error('Une autre personne enregistre en même temps. Attendez un instant, puis réessayez.');
    return undefined;
  };

  const move = (kind: 'undo' | 'redo'): Step | undefined => {
    act({ kind });
    return kind === 'undo' ? history.past.at(-1) : history.future[0];
  };

  return {
    /** The tour as the editor shows it: blurs as wanted, with the tiles that there are. */
    document: shown,
    readAt: version.readAt,
    isDirty,
    isSaving: mutation.isPending,
    error: mutation.error instanceof EditConflict ? null : mutation.error,
    /** Scenes with blurs or a level that are not in their tiles yet. */
    waiting,
    tiles: history.tiles,
    edit: (change: (draft: DraftTour) => DraftTour, step: StepKind) => act({ kind: 'edit', change, step }),
    editScene: (scene: string, change: (scene: DraftScene) => DraftScene, step: StepKind) =>
      act({ kind: 'edit', change: changeScene(scene, change), step: { scene, ...step } }),
    /** Takes tiles that were cut again, with these blurs and this level. */
    takeTiles: (scene: string, tiles: SceneTiles) => act({ kind: 'burnt', scene, tiles }),
    /** Undo and redo return the step that they applied. */
    undo: history.past.length > 0 ? () => move('undo') : undefined,
    redo: history.future.length > 0 ? () => move('redo') : undefined,
    /** Undoes one step, whatever followed it. */
    undoStep: (id: string) => act({ kind: 'undo', id }),
    /** Makes steps that lead to these deleted folders of tiles unavailable. */
    forgetFolders: (folders: readonly string[]) => act({ kind: 'forget', folders }),
    save,
    conflict: conflict?.form,
    /** Takes the chosen side of each clash in turn, and saves. */
    choose: async (sides: readonly Side[]) => {
      if (!conflict) return;
      const { merge, theirs } = conflict;
      const fields = { ...merge.merged };
      merge.clashes.forEach((names, index) => {
        if (sides[index] === 'theirs') for (const field of names) fields[field] = merge.theirs[field];
      });
      setConflict(undefined);
      take(merge.build(fields, merge.order), theirs);
      await save();
    },
    closeConflict: () => setConflict(undefined),
    /** Unsaved work of an earlier visit. */
    found: found && {
      savedAt: found.savedAt,
      take: () => {
        const { base, document, wanted } = takeFound() ?? found.value;
        const merged = mergeDrafts(base, document, history.present).document;
        // The stored draft's tiles come first, so that only blurs missing from them wait.
        for (const { id, picture, blurs, tilt, original } of merged.scenes)
          act({ kind: 'burnt', scene: id, tiles: { picture, blurs, tilt, original } });
        act({
          kind: 'edit',
          change: () => withWanted(wanted, document)(merged),
          step: { what: 'reprise du travail non enregistré' },
        });
      },
      drop,
    },
    /** Deletes the stored work when it is given up. */
    forget: drop,
  };
}

/** The draft being edited, with its actions. */
export type TourDraft = ReturnType<typeof useTourDraft>;
