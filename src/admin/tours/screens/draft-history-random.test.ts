import { draftScene } from '@tests/draft-scenes';
import { proofSize } from '@tests/proof-size';
import { randomOf } from '@tests/random-of';
import { describe, expect, it } from 'vitest';
import type { Floor, InfoPoint } from '@/shared/panorama-tour/panorama-tour';
import { levelledScene } from '../data/levelled-scene';
import { mergeDrafts } from '../data/merge-drafts';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';
import { changeScene, linkScenes, withoutScene } from './angles';
import {
  type DraftHistory,
  historyOf,
  isWaiting,
  type StepKind,
  stepDraft,
  storedTour,
} from './draft-history';

const newScene = (id: string) => draftScene(id, { name: id });

const newFloor = (id: string) => ({
  id,
  name: 'Étage',
  path: 'plan',
  width: 9,
  height: 9,
  alt: '',
  north: 0,
});

const start: DraftTour = { scenes: ['a', 'b', 'c'].map(newScene), floors: ['rez', 'haut'].map(newFloor) };

/** Makes random actions of every kind in the editor; each changes the tour. */
function actionsOf(random: () => number) {
  let count = 0;
  const next = () => `n${++count}`;
  const below = (most: number) => Math.floor(random() * most);
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)];
  const degrees = () => Math.round(random() * 3600) / 10 - 180;
  const direction = () => ({ yaw: degrees(), pitch: degrees() / 2 });
  const ellipse = (id: string) => ({ id, ...direction(), width: 1 + below(20), height: 1 + below(20) });
  type Change = (tour: DraftTour) => DraftTour;
  type Made = { what: string; change: Change; step?: Partial<StepKind> } | undefined;

  const inScene =
    (what: string, change: (scene: DraftScene) => DraftScene | undefined) =>
    (tour: DraftTour): Made => {
      const scene = pick(tour.scenes);
      const changed = scene && change(scene);
      return (
        scene && changed && { what, change: changeScene(scene.id, () => changed), step: { scene: scene.id } }
      );
    };
  /** Changes one item of a scene's list; undefined removes it. */
  const inList = (
    what: string,
    list: 'links' | 'points' | 'blurs',
    change: (item: object) => object | undefined,
  ) =>
    inScene(what, (scene) => {
      const item = pick<{ id: string }>(scene[list]);
      return (
        item && {
          ...scene,
          [list]: scene[list].flatMap((one) => (one.id === item.id ? (change(one) ?? []) : one)),
        }
      );
    });
  const inPoint = (what: string, change: (point: InfoPoint) => InfoPoint) =>
    inList(what, 'points', (point) => change(point as InfoPoint));
  const without = <T extends object>(value: T, key: keyof T) => {
    const { [key]: _left, ...rest } = value;
    return rest as T;
  };
  const inFloors =
    (what: string, change: (floors: NonNullable<DraftTour['floors']>) => DraftTour['floors']) =>
    (tour: DraftTour): Made =>
      tour.floors && { what, change: (old) => ({ ...old, floors: change(old.floors ?? []) ?? [] }) };
  const decided = (isBlur: boolean) => (scene: DraftScene) => {
    const found = pick(scene.proposals ?? []);
    if (!found) return undefined;
    const { kind: _kind, score: _score, ...blur } = found;
    const proposals = scene.proposals?.filter((one) => one !== found) ?? [];
    return { ...scene, proposals, blurs: isBlur ? [...scene.blurs, blur] : scene.blurs };
  };
  const text = () => `texte ${next()}`;

  const kinds: ((tour: DraftTour) => Made)[] = [
    inScene('nom', (scene) => ({ ...scene, name: text() })),
    inScene('description', (scene) => ({ ...scene, alt: text() })),
    inScene('cap', (scene) => ({ ...scene, heading: below(360) })),
    inScene('nivellement', (scene) => levelledScene(scene, { roll: below(90) - 45, pitch: below(90) - 45 })),
    inScene('première vue', (scene) => ({ ...scene, view: { ...direction(), zoom: below(100) } })),
    inScene('son', (scene) => ({ ...scene, sound: { path: text(), text: text() } })),
    inScene('retrait du son', (scene) => (scene.sound ? without(scene, 'sound') : undefined)),
    inScene('textes proposés', (scene) => ({ ...scene, proposedTexts: ['name', 'alt'] })),
    inScene('textes relus', (scene) => (scene.proposedTexts ? without(scene, 'proposedTexts') : undefined)),
    inScene('point', (scene) => ({
      ...scene,
      points: [...scene.points, { id: next(), ...direction(), title: text() }],
    })),
    inPoint('texte d’un point', (point) => ({ ...point, text: text() })),
    inPoint('image d’un point', (point) => ({ ...point, picture: { path: text(), alt: '' } })),
    inPoint('son d’un point', (point) => ({ ...point, sound: { path: text(), text: '' } })),
    inPoint('document d’un point', (point) => ({
      ...point,
      document: { path: text(), name: text(), bytes: below(9) },
    })),
    inPoint('page d’un point', (point) => ({ ...point, url: `https://${text()}` })),
    inPoint('image enlevée', (point) => without(point, 'picture')),
    inScene('flou', (scene) => ({ ...scene, blurs: [...scene.blurs, ellipse(next())] })),
    inList('taille d’un flou', 'blurs', (blur) => ({ ...blur, width: 1 + below(40) })),
    inScene('flous proposés', (scene) => ({
      ...scene,
      searchedBy: 'visages-1',
      proposals: [1, 2].map(() => ({ ...ellipse(next()), kind: 'face' as const, score: random() })),
    })),
    inScene('flou accepté', decided(true)),
    inScene('flou écarté', decided(false)),
    ...(['links', 'points', 'blurs'] as const).flatMap((list) => [
      inList(`déplacement (${list})`, list, (item) => ({ ...item, ...direction() })),
      inList(`retrait (${list})`, list, () => undefined),
    ]),
    (tour) => {
      const [from, to] = [pick(tour.scenes), pick(tour.scenes)];
      if (!from || !to || from === to) return undefined;
      const [at, isTwoWay] = [direction(), random() < 0.5];
      return { what: 'lien', change: (old) => linkScenes(old, from.id, to.id, at, isTwoWay) };
    },
    (tour) => {
      const scenes = tour.scenes.toSorted(() => random() - 0.5);
      return { what: 'ordre', change: (old) => ({ ...old, scenes }) };
    },
    () => {
      const id = next();
      return {
        what: 'ajout d’une scène',
        change: (old) => ({ ...old, scenes: [...old.scenes, newScene(id)] }),
      };
    },
    ({ scenes }) => {
      const scene = pick(scenes);
      return scene && scenes.length > 1
        ? { what: 'retrait d’une scène', change: (old) => withoutScene(old, scene.id) }
        : undefined;
    },
    () => {
      const floor = newFloor(next());
      return { what: 'étage', change: (old) => ({ ...old, floors: [...(old.floors ?? []), floor] }) };
    },
    inFloors('nom d’un étage', (floors) => floors.with(0, { ...(floors[0] as Floor), name: text() })),
    inFloors('nord d’un étage', (floors) =>
      floors.with(-1, { ...(floors.at(-1) as Floor), north: below(360) }),
    ),
    inFloors('ordre des étages', (floors) => floors.toReversed()),
    ({ floors, scenes }) => {
      const [floor, scene] = [pick(floors ?? []), pick(scenes)];
      const onPlan = floor && { floor: floor.id, x: random(), y: random() };
      return onPlan && scene
        ? { what: 'place', change: changeScene(scene.id, (old) => ({ ...old, onPlan })) }
        : undefined;
    },
    ({ floors }) => {
      const floor = pick(floors ?? []);
      return (
        floor && {
          what: 'retrait d’un étage',
          change: ({ floors: old = [], ...tour }) => {
            const left = old.filter(({ id }) => id !== floor.id);
            const scenes = tour.scenes.map((one) =>
              one.onPlan?.floor === floor.id ? without(one, 'onPlan') : one,
            );
            return left.length > 0 ? { scenes, floors: left } : { scenes };
          },
        }
      );
    },
  ];

  let deck: typeof kinds = [];
  /** Applies one action that changes the tour; the kinds take turns. */
  const act = (history: DraftHistory): [DraftHistory, kind: string] => {
    for (const one of deck) {
      const made = one(history.present);
      if (!made) continue;
      const { what, change, step } = made;
      const after = stepDraft(history, { kind: 'edit', change, step: { what, ...step } });
      if (after === history) continue;
      deck = deck.filter((other) => other !== one);
      return [after, what];
    }
    deck = kinds.toSorted(() => random() - 0.5);
    return act(history);
  };
  /** Cuts a scene's blurs into its tiles, which may happen at any moment. */
  const burn = (history: DraftHistory): DraftHistory => {
    const scene = pick(history.present.scenes);
    if (!scene) return history;
    const tiles = { picture: { ...scene.picture, folder: next() }, blurs: scene.blurs, tilt: scene.tilt };
    return stepDraft(history, { kind: 'burnt', scene: scene.id, tiles });
  };
  return { act, burn, random, kinds: kinds.length };
}

/** The order within a scene's lists does not matter to visitors. */
const unordered = ({ scenes, ...tour }: DraftTour) => ({
  ...tour,
  scenes: scenes.map(({ proposals = [], ...scene }) => {
    const sorted = <T extends { id: string }>(list: readonly T[]) =>
      list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return {
      ...scene,
      links: sorted(scene.links),
      points: sorted(scene.points),
      blurs: sorted(scene.blurs),
      proposals: sorted(proposals),
    };
  }),
});

const undo = (history: DraftHistory) => stepDraft(history, { kind: 'undo' });
const redo = (history: DraftHistory) => stepDraft(history, { kind: 'redo' });
const SEEDS = [39, 1, 2, 3, 4, 5].slice(0, proofSize(2, 6));
const STEPS = 200;

describe.each(SEEDS)('200 random actions of every kind, seed %i', (seed) => {
  it('are undone one by one, equal at each step, and redone likewise, while tiles are cut', () => {
    const { act, burn, random, kinds } = actionsOf(randomOf(seed));
    const seen = new Set<string>();
    let history = historyOf(start);
    const states = [history.present];
    for (let count = 0; count < STEPS; count++) {
      const [after, kind] = act(history);
      seen.add(kind);
      states.push(structuredClone(after.present));
      history = random() < 0.2 ? burn(after) : after;
    }
    expect(seen.size).toBe(kinds);
    for (let count = STEPS; count > 0; count--) {
      expect(history.present).toEqual(states[count]);
      history = undo(random() < 0.2 ? burn(history) : history);
    }
    expect(history.present).toEqual(start);
    expect(undo(history)).toBe(history);
    for (let count = 1; count <= STEPS; count++) {
      history = redo(random() < 0.2 ? burn(history) : history);
      expect(history.present).toEqual(states[count]);
    }
    expect(redo(history)).toBe(history);
    // A stored scene's tiles have every blur and its levelling.
    for (const scene of storedTour(history, start).scenes) {
      expect(scene.blurs).toEqual(history.tiles[scene.id]?.blurs);
      expect(scene.tilt).toEqual(history.tiles[scene.id]?.tilt);
      const wanted = history.present.scenes.find(({ id }) => id === scene.id);
      const isCut = [wanted?.blurs, wanted?.tilt].every(
        (part, index) => JSON.stringify(part) === JSON.stringify([scene.blurs, scene.tilt][index]),
      );
      expect(isWaiting(history, scene.id)).toBe(!isCut);
    }
  });

  it('lose nothing when panoramas and proposals arrive between undoing and redoing', () => {
    const { act, random } = actionsOf(randomOf(seed));
    let history = historyOf(start);
    for (let count = 0; count < STEPS; count++) [history] = act(history);
    const end = history.present;
    const back = Math.floor(random() * STEPS);
    for (let count = 0; count < back; count++) history = undo(history);
    const here = history.present;
    const arrived = newScene('arrivee');
    history = stepDraft(history, {
      kind: 'edit',
      change: (tour) => ({ ...tour, scenes: [...tour.scenes, arrived] }),
      step: { what: 'ajout d’une scène', isArrival: true },
    });
    for (let count = 0; count < back; count++) history = redo(history);
    const { scenes, ...tour } = history.present;
    expect(scenes).toContainEqual(arrived);
    expect(unordered({ ...tour, scenes: scenes.filter(({ id }) => id !== arrived.id) })).toEqual(
      unordered(end),
    );
    for (let count = 0; count <= back; count++) history = undo(history);
    expect(unordered(history.present)).toEqual(unordered(here));
  });

  it('are merged with an unchanged version as they are, either way', () => {
    const { act } = actionsOf(randomOf(seed));
    let history = historyOf(start);
    for (let count = 0; count < STEPS; count++) {
      [history] = act(history);
      if (count % 20 > 0) continue;
      for (const pictures of ['whole', 'each'] as const) {
        const mine = mergeDrafts(start, history.present, start, pictures);
        const theirs = mergeDrafts(start, start, history.present, pictures);
        expect([mine.clashes, theirs.clashes]).toEqual([[], []]);
        expect(unordered(mine.document)).toEqual(unordered(history.present));
        expect(unordered(theirs.document)).toEqual(unordered(history.present));
      }
    }
  });
});
