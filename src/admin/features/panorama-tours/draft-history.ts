import { draftOf, mergeDrafts } from '@/admin/data/panorama-tours/merge-drafts';
import type { DraftTour } from '@/admin/data/panorama-tours/panorama-tour.schema';
import type { Blur } from '@/shared/panorama-tour/panorama-tour';

/** Blurs of each scene that are placed and not yet in its tiles. */
type PlacedBlurs = Readonly<Record<string, Blur[]>>;

/** The whole edited state of a tour: its draft, and the placed blurs. */
export type EditedTour = { document: DraftTour; placed: PlacedBlurs };

/** Name and scope of a step of the history. */
export type StepKind = {
  /** Name of the action after « Annulé : »: « déplacement d’un point ». */
  what: string;
  /** The scene in which it is visible. */
  scene?: string | undefined;
  /** Continuous changes of the same field are one step. */
  field?: string | undefined;
  /** Identifies the step, so that it can be undone although others followed. */
  id?: string | undefined;
  /** True for an awaited result, after which redo steps stay available. */
  isArrival?: boolean | undefined;
};

export type Step = StepKind & { before: EditedTour; after: EditedTour };

/** The history of a tour being edited, for undo and redo. */
export type DraftHistory = {
  past: readonly Step[];
  present: EditedTour;
  future: readonly Step[];
  /** The field being filled in. */
  field: string | undefined;
};

/** Number of stored steps: a document is at most 256 kB. */
const MOST = 100;

export type DraftAction =
  | { kind: 'edit'; change: (edited: EditedTour) => EditedTour; step: StepKind }
  /** @param id of a step that is no longer the last one */
  | { kind: 'undo'; id?: string }
  | { kind: 'redo' }
  /** Replaces the draft after a merge, which ends the undo history. */
  | { kind: 'replace'; document: DraftTour }
  /** These folders of tiles are deleted: no step may restore them. */
  | { kind: 'forget'; folders: readonly string[] };

export const historyOf = (document: DraftTour): DraftHistory => ({
  past: [],
  present: { document, placed: {} },
  future: [],
  field: undefined,
});

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Returns the history after one more action. */
export function stepDraft(history: DraftHistory, action: DraftAction): DraftHistory {
  const { past, present, future, field } = history;
  switch (action.kind) {
    case 'edit':
      return edited(history, action.change(present), action.step);
    case 'undo': {
      const step = action.id ? past.find(({ id }) => id === action.id) : past.at(-1);
      if (!step) return history;
      return {
        past: past.filter((other) => other !== step),
        present: carried(step.after, step.before, present),
        future: [step, ...future],
        field: undefined,
      };
    }
    case 'redo': {
      const [step, ...rest] = future;
      if (!step) return history;
      const next = carried(step.before, step.after, present);
      return {
        past: [...past, { ...step, before: present, after: next }],
        present: next,
        future: rest,
        field: undefined,
      };
    }
    case 'replace':
      return { ...historyOf(action.document), present: { ...present, document: action.document } };
    case 'forget': {
      const isKept = (step: Step) => !replacesAny(step, action.folders);
      return { past: past.filter(isKept), present, future: future.filter(isKept), field };
    }
  }
}

function edited(history: DraftHistory, next: EditedTour, step: StepKind): DraftHistory {
  const { past, present, future, field } = history;
  if (isSame(next, present)) return history;
  const last = past.at(-1);
  const left = step.isArrival ? future : [];
  const goesOn = step.field !== undefined && step.field === field && last;
  if (!goesOn) {
    const added = { ...step, before: present, after: next };
    return { past: [...past.slice(1 - MOST), added], present: next, future: left, field: step.field };
  }
  // The input was undone by the browser itself, so that nothing changed.
  const rest = past.slice(0, -1);
  if (isSame(next, last.before)) return { past: rest, present: next, future: left, field: undefined };
  return { past: [...rest, { ...last, after: next }], present: next, future: left, field };
}

/** Applies a change to the present state: other parts, and later changes, stay. */
function carried(from: EditedTour, to: EditedTour, now: EditedTour): EditedTour {
  if (now === from) return to;
  const merge = mergeDrafts(from.document, to.document, now.document);
  const fields = { ...merge.merged };
  for (const name of merge.clashes.flat()) fields[name] = merge.theirs[name];
  const order = withPlaces(merge.order, from.document, to.document);
  const placed = { ...now.placed };
  for (const id of new Set([...Object.keys(from.placed), ...Object.keys(to.placed)])) {
    if (isSame(from.placed[id], to.placed[id]) || !isSame(from.placed[id], now.placed[id])) continue;
    const blurs = to.placed[id];
    if (blurs) placed[id] = blurs;
    else delete placed[id];
  }
  return { document: draftOf(fields, order), placed };
}

/** Restores the order, with each returning scene behind its former predecessor. */
function withPlaces(order: readonly string[], from: DraftTour, to: DraftTour): string[] {
  const ids = to.scenes.map(({ id }) => id);
  const isBack = (id: string) => ids.includes(id) && !from.scenes.some((scene) => scene.id === id);
  let placed = order.filter((id) => !isBack(id));
  for (const id of ids.filter(isBack)) {
    const before = ids.slice(0, ids.indexOf(id)).findLast((other) => placed.includes(other));
    placed = placed.toSpliced(before ? placed.indexOf(before) + 1 : 0, 0, id);
  }
  return placed;
}

const foldersOf = ({ document }: EditedTour) => document.scenes.map(({ picture }) => picture.folder);

/** Tells whether a step added or removed one of these folders of tiles. */
function replacesAny({ before, after }: Step, folders: readonly string[]): boolean {
  const [was, is] = [foldersOf(before), foldersOf(after)];
  return folders.some((folder) => was.includes(folder) !== is.includes(folder));
}
