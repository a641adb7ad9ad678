import { useMutation } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import {
  type DraftFields,
  type DraftMerge,
  draftOf,
  mergeDrafts,
} from '@/admin/data/panorama-tours/merge-drafts';
import type { DraftScene, DraftTour } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { type EditedPanoramaTour, panoramaTours } from '@/admin/data/panorama-tours/panorama-tours';
import { EditConflict } from '@/admin/lib/edit-conflict';
import { readDraft, writeDraft } from '@/admin/lib/form-drafts';
import type { FormConflict, Side } from '@/admin/lib/use-merged-save';
import { notify } from '@/shared/lib/notify';
import type { Blur } from '@/shared/panorama-tour/panorama-tour';
import { type EditedTour, historyOf, type Step, type StepKind, stepDraft } from './draft-history';

/** Pause in editing before the draft is saved in this browser, in ms. */
const PAUSE = 500;

/** Largest number of merges and retries of a save. */
const MAX_MERGES = 3;

/** Unsaved work as stored in the browser: its base version and the present draft. */
type UnsavedWork = { base: DraftTour; document: DraftTour };

type Version = { document: DraftTour; readAt: string | null };

type Conflict = { form: FormConflict<DraftFields>; merge: DraftMerge; theirs: Version };

const onDocument =
  (change: (draft: DraftTour) => DraftTour) =>
  (edited: EditedTour): EditedTour => ({ ...edited, document: change(edited.document) });

const isSameBlurs = (a: readonly Blur[], b: readonly Blur[]) => JSON.stringify(a) === JSON.stringify(b);
const isSame = (a: DraftTour, b: DraftTour) => a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * Holds the draft of a tour being edited: its history, its saves (merged with those of other tabs), and the browser's
 * copy of unsaved work.
 */
export function useTourDraft(tour: EditedPanoramaTour) {
  const name = `panorama-tour:${tour.id}`;
  const [history, act] = useReducer(stepDraft, tour.document, historyOf);
  const [version, setVersion] = useState<Version>({ document: tour.document, readAt: tour.readAt });
  const [found, setFound] = useState(() => readDraft<UnsavedWork>(name));
  const [conflict, setConflict] = useState<Conflict>();
  const mutation = useMutation(panoramaTours.save());
  const { document: present, placed } = history.present;
  const isDirty = !isSame(present, version.document);
  /** The present state for an asynchronous save, during which the component may render again. */
  const now = useRef({ present, version });
  useEffect(() => {
    now.current = { present, version };
  });

  useEffect(() => {
    if (found) return;
    const timer = setTimeout(
      () => writeDraft<UnsavedWork>(name, isDirty ? { base: version.document, document: present } : {}),
      isDirty ? PAUSE : 0,
    );
    return () => clearTimeout(timer);
  }, [found, isDirty, name, present, version]);

  /** Takes the merged document, over the stored version. */
  const take = (document: DraftTour, theirs: Version) => {
    act({ kind: 'replace', document });
    setVersion(theirs);
    now.current = { present: document, version: theirs };
  };

  /**
   * Saves the draft.
   *
   * @returns the stored version, when all is saved
   */
  const save = async (): Promise<Version | undefined> => {
    for (let merges = 0; merges <= MAX_MERGES; merges++) {
      const { present: document, version: over } = now.current;
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
    document: present,
    readAt: version.readAt,
    isDirty,
    isSaving: mutation.isPending,
    error: mutation.error instanceof EditConflict ? null : mutation.error,
    /** Blurs of each scene that are placed and not yet in its tiles. */
    placed,
    edit: (change: (draft: DraftTour) => DraftTour, step: StepKind) =>
      act({ kind: 'edit', change: onDocument(change), step }),
    /** Changes a scene with the blurs that are placed in it. */
    editScene: (id: string, change: (scene: DraftScene) => DraftScene, step: StepKind) =>
      act({
        kind: 'edit',
        step: { scene: id, ...step },
        change: (edited) => {
          const scene = edited.document.scenes.find((one) => one.id === id);
          if (!scene) return edited;
          const { blurs: wanted, ...next } = change({ ...scene, blurs: edited.placed[id] ?? scene.blurs });
          // A confirmed proposal stays one until its blur is in the tiles: nobody publishes what it hides.
          const confirmed = (scene.proposals ?? []).filter((one) =>
            wanted.some((blur) => blur.id === one.id),
          );
          const proposals = [
            ...(next.proposals ?? []).filter((one) => !confirmed.some((other) => other.id === one.id)),
            ...confirmed,
          ];
          const scenes = edited.document.scenes.map((one) =>
            one.id === id ? { ...next, blurs: scene.blurs, ...(next.proposals ? { proposals } : {}) } : one,
          );
          return {
            document: { ...edited.document, scenes },
            placed: isSameBlurs(wanted, edited.placed[id] ?? scene.blurs)
              ? edited.placed
              : { ...edited.placed, [id]: wanted },
          };
        },
      }),
    placeBlurs: (scene: string, blurs: Blur[], step: StepKind) =>
      act({
        kind: 'edit',
        change: (edited) => ({ ...edited, placed: { ...edited.placed, [scene]: blurs } }),
        step: { scene, ...step },
      }),
    /** Each returns the step that it undid or redid. */
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
      take(draftOf(fields, merge.order), theirs);
      await save();
    },
    closeConflict: () => setConflict(undefined),
    /** Unsaved work of an earlier visit. */
    found: found && {
      savedAt: found.savedAt,
      take: () => {
        const { base, document } = found.changes;
        setFound(undefined);
        if (base && document)
          act({
            kind: 'edit',
            change: onDocument((draft) => mergeDrafts(base, document, draft).document),
            step: { what: 'reprise du travail non enregistré' },
          });
      },
      drop: () => {
        writeDraft<UnsavedWork>(name, {});
        setFound(undefined);
      },
    },
    /** Deletes the stored work when it is given up. */
    forget: () => writeDraft<UnsavedWork>(name, {}),
  };
}

/** The draft being edited, with its actions. */
export type TourDraft = ReturnType<typeof useTourDraft>;
