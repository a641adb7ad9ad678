import { useMutation } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, useState } from 'react';
import {
  type DraftFields,
  type DraftMerge,
  draftOf,
  mergeDrafts,
} from '@/admin/data/panorama-tours/merge-drafts';
import type { DraftTour } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { type EditedPanoramaTour, panoramaTours } from '@/admin/data/panorama-tours/panorama-tours';
import { EditConflict } from '@/admin/lib/edit-conflict';
import { readDraft, writeDraft } from '@/admin/lib/form-drafts';
import type { FormConflict, Side } from '@/admin/lib/use-merged-save';
import { notify } from '@/shared/lib/notify';
import type { Blur } from '@/shared/panorama-tour/panorama-tour';
import { type EditedTour, historyOf, type Step, type StepKind, stepDraft } from './draft-history';

/** How long work pauses before it is kept in this browser, in ms. */
const PAUSE = 500;

/** Saves are merged and tried again at most so often. */
const MAX_MERGES = 3;

/** What a browser keeps of work that was not saved: over which version, and what became of it. */
type KeptWork = { base: DraftTour; document: DraftTour };

type Version = { document: DraftTour; readAt: string | null };

type Conflict = { form: FormConflict<DraftFields>; merge: DraftMerge; theirs: Version };

const onDocument =
  (change: (draft: DraftTour) => DraftTour) =>
  (edited: EditedTour): EditedTour => ({ ...edited, document: change(edited.document) });

const isSame = (a: DraftTour, b: DraftTour) => a === b || JSON.stringify(a) === JSON.stringify(b);

/**
 * The draft of a tour while it is edited: its history, its saves (merged with those of other tabs), and what this browser
 * keeps of it until it is saved.
 */
export function useTourDraft(tour: EditedPanoramaTour) {
  const name = `panorama-tour:${tour.id}`;
  const [history, act] = useReducer(stepDraft, tour.document, historyOf);
  const [version, setVersion] = useState<Version>({ document: tour.document, readAt: tour.readAt });
  const [found, setFound] = useState(() => readDraft<KeptWork>(name));
  const [conflict, setConflict] = useState<Conflict>();
  const mutation = useMutation(panoramaTours.save());
  const { document: present, placed } = history.present;
  const isDirty = !isSame(present, version.document);
  /** What an asynchronous save goes on from: the screen may have changed under it. */
  const now = useRef({ present, version });
  useEffect(() => {
    now.current = { present, version };
  });

  useEffect(() => {
    if (found) return;
    const timer = setTimeout(
      () => writeDraft<KeptWork>(name, isDirty ? { base: version.document, document: present } : {}),
      isDirty ? PAUSE : 0,
    );
    return () => clearTimeout(timer);
  }, [found, isDirty, name, present, version]);

  /** Takes what was merged, over what is stored now. */
  const take = (document: DraftTour, theirs: Version) => {
    act({ kind: 'replace', document });
    setVersion(theirs);
    now.current = { present: document, version: theirs };
  };

  /** @returns the version that is stored now, when all is saved */
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
    /** Of each scene, the ellipses that are placed and not yet in its tiles. */
    placed,
    edit: (change: (draft: DraftTour) => DraftTour, step: StepKind) =>
      act({ kind: 'edit', change: onDocument(change), step }),
    placeBlurs: (scene: string, blurs: Blur[], step: StepKind) =>
      act({
        kind: 'edit',
        change: (edited) => ({ ...edited, placed: { ...edited.placed, [scene]: blurs } }),
        step: { scene, ...step },
      }),
    /** Each returns the step that it took back or brought back. */
    undo: history.past.length > 0 ? () => move('undo') : undefined,
    redo: history.future.length > 0 ? () => move('redo') : undefined,
    /** Takes one step back, whatever followed it. */
    undoStep: (id: string) => act({ kind: 'undo', id }),
    /** Steps that lead to these folders of tiles are no longer taken back: they are deleted. */
    forgetFolders: (folders: readonly string[]) => act({ kind: 'forget', folders }),
    save,
    conflict: conflict?.form,
    /** Keeps, of each clash in turn, one side, and saves. */
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
    /** Work of an earlier visit that was not saved. */
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
        writeDraft<KeptWork>(name, {});
        setFound(undefined);
      },
    },
    /** Given up: nothing is left to find. */
    forget: () => writeDraft<KeptWork>(name, {}),
  };
}

/** The draft being edited, and what changes it. */
export type TourDraft = ReturnType<typeof useTourDraft>;
