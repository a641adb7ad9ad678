import type { DraftTour } from '@/admin/data/panorama-tours/panorama-tour.schema';

/** What was done to a draft, to take it back step by step. */
export type DraftHistory = {
  past: DraftTour[];
  present: DraftTour;
  future: DraftTour[];
  /** What the newest step changed: typing on in the same field is one step. */
  newest: string | undefined;
};

/** Steps that are kept: a document is at most 256 kB. */
const MOST = 100;

export type DraftAction =
  | { kind: 'edit'; change: (draft: DraftTour) => DraftTour; field?: string | undefined }
  | { kind: 'undo' }
  | { kind: 'redo' }
  /** Another version takes its place, after a merge: what was done before is no longer taken back. */
  | { kind: 'replace'; document: DraftTour };

export const historyOf = (present: DraftTour): DraftHistory => ({
  past: [],
  present,
  future: [],
  newest: undefined,
});

/** The history after one more action. */
export function stepDraft(history: DraftHistory, action: DraftAction): DraftHistory {
  const { past, present, future, newest } = history;
  switch (action.kind) {
    case 'edit': {
      const next = action.change(present);
      if (next === present) return history;
      const goesOn = action.field !== undefined && action.field === newest;
      return {
        past: goesOn ? past : [...past.slice(1 - MOST), present],
        ...{ present: next, future: [], newest: action.field },
      };
    }
    case 'undo': {
      const before = past.at(-1);
      if (!before) return history;
      return { past: past.slice(0, -1), present: before, future: [present, ...future], newest: undefined };
    }
    case 'redo': {
      const [next, ...rest] = future;
      if (!next) return history;
      return { past: [...past, present], present: next, future: rest, newest: undefined };
    }
    case 'replace':
      return historyOf(action.document);
  }
}
