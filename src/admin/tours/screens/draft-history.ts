import type { Blur } from '@/shared/panorama-tour/panorama-tour';
import type { Direction } from '@/shared/sphere/projection';
import { sameTilt, turnedScene, wantedScene } from '../data/levelled-scene';
import { mergeDrafts } from '../data/merge-drafts';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';

/**
 * The tiles of a scene, the blurs that are in them, their level, and the original they were cut from. They change by being cut
 * again, never by undoing.
 */
export type SceneTiles = Pick<DraftScene, 'picture' | 'blurs' | 'tilt' | 'original'>;

/** Name and scope of a step of the history. */
export type StepKind = {
  /** Name of the action after « Annulé : »: « déplacement d’un point ». */
  what: string;
  /** The scene in which it is visible. */
  scene?: string | undefined;
  /** The part of the screen in which it is visible, other than the panorama. */
  part?: 'plan' | undefined;
  /** Continuous changes of the same field are one step. */
  field?: string | undefined;
  /** Identifies the step, so that it can be undone although others followed. */
  id?: string | undefined;
  /** True for an awaited result, after which redo steps stay available. */
  isArrival?: boolean | undefined;
};

export type Step = StepKind & { before: DraftTour; after: DraftTour };

/** The history of a tour being edited, for undo and redo. */
export type DraftHistory = {
  past: readonly Step[];
  /** The tour as wanted: with blurs and levels that may not be in the tiles yet. */
  present: DraftTour;
  future: readonly Step[];
  /** The field being filled in. */
  field: string | undefined;
  /** Tiles by scene, those of removed ones too. */
  tiles: Readonly<Record<string, SceneTiles>>;
};

/** Number of stored steps: those that follow one another share what they do not change. */
const STORED_STEPS = 1000;

export type DraftAction =
  | { kind: 'edit'; change: (tour: DraftTour) => DraftTour; step: StepKind }
  /** @param id of a step that is no longer the last one */
  | { kind: 'undo'; id?: string }
  | { kind: 'redo' }
  /** Takes the tiles that were cut again, with these blurs and this level. */
  | { kind: 'burnt'; scene: string; tiles: SceneTiles }
  /** Replaces the draft after a merge, which ends the undo history. */
  | { kind: 'replace'; document: DraftTour }
  /** These folders of tiles are deleted: no step may restore them. */
  | { kind: 'forget'; folders: readonly string[] };

const tilesOf = ({ scenes }: DraftTour): Record<string, SceneTiles> =>
  Object.fromEntries(
    scenes.map(({ id, picture, blurs, tilt, original }) => [id, { picture, blurs, tilt, original }]),
  );

export const historyOf = (document: DraftTour): DraftHistory => ({
  past: [],
  present: document,
  future: [],
  field: undefined,
  tiles: tilesOf(document),
});

/** Serialises JSON independently of the order of keys. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Tells whether two values are equal as JSON, whatever the order of their keys. */
export const isSame = (a: unknown, b: unknown) => a === b || canonicalJson(a) === canonicalJson(b);

/** Tells whether a blur is among those of the tiles, as it is. */
export const isBurntIn = (burnt: readonly Blur[], blur: Blur) =>
  burnt.some((one) => one.id === blur.id && isSame(one, blur));

/** Returns the history after one more action. */
export function stepDraft(history: DraftHistory, action: DraftAction): DraftHistory {
  const { past, present, future, tiles } = history;
  switch (action.kind) {
    case 'edit':
      return afterEdit(history, action.change(present), action.step);
    case 'undo': {
      const step = action.id ? past.find(({ id }) => id === action.id) : past.at(-1);
      if (!step) return history;
      return {
        ...history,
        past: past.filter((other) => other !== step),
        present: carryForward(step.after, step.before, present),
        future: [step, ...future],
        field: undefined,
      };
    }
    case 'redo': {
      const [step, ...rest] = future;
      if (!step) return history;
      const next = carryForward(step.before, step.after, present);
      return {
        ...history,
        past: [...past, { ...step, before: present, after: next }],
        present: next,
        future: rest,
        field: undefined,
      };
    }
    case 'burnt':
      return { ...history, tiles: { ...tiles, [action.scene]: action.tiles } };
    case 'replace': {
      // Blurs and levels that wait to be cut are nowhere else: they stay wanted.
      const waiting = new Map(present.scenes.map((scene) => [scene.id, scene]));
      const scenes = action.document.scenes.map((scene) => {
        const wanted = waiting.get(scene.id);
        return wanted && isWaiting(history, scene.id)
          ? wantedScene(scene, wanted, tiles[scene.id]?.tilt)
          : scene;
      });
      return { ...historyOf(action.document), present: { ...action.document, scenes } };
    }
    case 'forget': {
      const gone = Object.keys(tiles).filter((id) =>
        action.folders.includes(tiles[id]?.picture.folder ?? ''),
      );
      const isKept = ({ before, after }: Step) =>
        !gone.some((id) => hasScene(before, id) !== hasScene(after, id));
      return { ...history, past: past.filter(isKept), future: future.filter(isKept) };
    }
  }
}

const hasScene = (tour: DraftTour, scene: string) => tour.scenes.some(({ id }) => id === scene);

function afterEdit(history: DraftHistory, next: DraftTour, step: StepKind): DraftHistory {
  const { past, present, future, field } = history;
  if (isSame(next, present)) return history;
  const last = past.at(-1);
  const left = step.isArrival ? future : [];
  // Newer tiles than the draft's, in `burnt`.
  const tiles = { ...tilesOf(next), ...history.tiles };
  const goesOn = step.field !== undefined && step.field === field && last;
  if (!goesOn) {
    const added = { ...step, before: present, after: next };
    return {
      past: [...past.slice(1 - STORED_STEPS), added],
      present: next,
      future: left,
      field: step.field,
      tiles,
    };
  }
  // The browser's own undo reverted the input, so nothing changed.
  const rest = past.slice(0, -1);
  if (isSame(next, last.before))
    return { past: rest, present: last.before, future: left, field: undefined, tiles };
  return { past: [...rest, { ...last, after: next }], present: next, future: left, field, tiles };
}

/** Applies a change to the present state: other parts, and later changes, stay. */
function carryForward(from: DraftTour, to: DraftTour, now: DraftTour): DraftTour {
  if (now === from) return to;
  const merge = mergeDrafts(from, to, now, 'each');
  const fields = { ...merge.merged };
  for (const name of merge.clashes.flat()) fields[name] = merge.theirs[name];
  return merge.build(fields, {
    scenes: withPlaces(merge.order.scenes, idsOf(from.scenes), idsOf(to.scenes)),
    floors: withPlaces(merge.order.floors, idsOf(from.floors), idsOf(to.floors)),
  });
}

const idsOf = (list: readonly { id: string }[] = []) => list.map(({ id }) => id);

/** Restores the order, with each returning item behind its former predecessor. */
function withPlaces(order: readonly string[], from: readonly string[], to: readonly string[]): string[] {
  const isBack = (id: string) => to.includes(id) && !from.includes(id);
  let placed = order.filter((id) => !isBack(id));
  for (const id of to.filter(isBack)) {
    const before = to.slice(0, to.indexOf(id)).findLast((other) => placed.includes(other));
    placed = placed.toSpliced(before ? placed.indexOf(before) + 1 : 0, 0, id);
  }
  return placed;
}

/** Tells whether a scene has blurs or a level that are not in its tiles yet, or the other way round. */
export const isWaiting = ({ present, tiles }: DraftHistory, id: string) => {
  const scene = present.scenes.find((one) => one.id === id);
  const cut = tiles[id];
  if (!scene || !cut) return false;
  return !sameTilt(scene.tilt, cut.tilt) || !isSame(scene.blurs, cut.blurs);
};

/** Returns the tour as the editor shows it: as wanted, with the tiles that there are. */
export const shownTour = ({ present, tiles }: DraftHistory): DraftTour => ({
  ...present,
  scenes: present.scenes.map((scene) => {
    const { picture, original } = tiles[scene.id] ?? scene;
    return { ...scene, picture, ...(original ? { original } : {}) };
  }),
});

/**
 * Returns the tour as it may be stored and published: with the blurs and the level that are in its tiles, and all that is placed
 * in it where these tiles show it. A confirmed proposal whose blur waits stays a proposal, so that nobody publishes what it hides.
 *
 * @param saved the version that is stored now
 */
export const storedTour = ({ present, tiles }: DraftHistory, saved: DraftTour): DraftTour => ({
  ...present,
  scenes: present.scenes.map((scene) => {
    const cut = tiles[scene.id] ?? scene;
    const { picture, blurs, tilt, original } = cut;
    const placed = turnedScene(scene, scene.tilt, tilt);
    const waits = (id: string) =>
      scene.blurs.some((blur) => blur.id === id) && blurs.every((blur) => blur.id !== id);
    const known = saved.scenes.find(({ id }) => id === scene.id);
    const was = known ? (turnedScene(known, known.tilt, tilt).proposals ?? []) : [];
    const proposals = [...(placed.proposals ?? []), ...was.filter(({ id }) => waits(id))];
    const { proposals: _proposals, tilt: _tilt, ...rest } = placed;
    return {
      ...rest,
      picture,
      blurs,
      ...(tilt ? { tilt } : {}),
      ...(original ? { original } : {}),
      ...(scene.proposals || proposals.length > 0 ? { proposals } : {}),
    };
  }),
});

/** Finds what a step changed in a panorama: the mark, and its direction once the step is undone or redone. */
export function changedMark(
  step: Step,
  now: DraftTour,
): { scene: string; id: string; at: Direction } | undefined {
  const marksIn = (tour: DraftTour) => {
    const scene = tour.scenes.find(({ id }) => id === step.scene);
    if (!scene) return [];
    const { links, points, blurs, proposals = [], view } = scene;
    return [...links, ...points, ...blurs, ...proposals, { id: 'view', ...view }];
  };
  const [before, after] = [marksIn(step.before), marksIn(step.after)];
  const changed = [...before, ...after].find(
    ({ id }) =>
      !isSame(
        before.find((one) => one.id === id),
        after.find((one) => one.id === id),
      ),
  );
  if (!changed || !step.scene) return undefined;
  const { yaw, pitch } = marksIn(now).find(({ id }) => id === changed.id) ?? changed;
  return { scene: step.scene, id: changed.id, at: { yaw, pitch } };
}
