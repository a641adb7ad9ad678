import { draftScene } from '@tests/draft-scenes';
import { describe, expect, it } from 'vitest';
import type { Blur } from '@/shared/panorama-tour/panorama-tour';
import { levelledScene } from '../data/levelled-scene';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';
import { changeScene, withoutScene } from './angles';
import {
  changedMark,
  type DraftHistory,
  historyOf,
  isWaiting,
  type StepKind,
  shownTour,
  stepDraft,
  storedTour,
} from './draft-history';

const picture = (folder: string) => ({ folder, width: 2048, baseWidth: 1536, levels: [], bytes: 1 });
const scene = (id: string, change: Partial<DraftScene> = {}) => draftScene(id, { name: id, ...change });
const blur: Blur = { id: 'flou', yaw: 1, pitch: 2, width: 6, height: 6 };
const twoScenes: DraftTour = { scenes: [scene('a'), scene('b')] };

type Action = Parameters<typeof stepDraft>[1];
const stepThrough = (history: DraftHistory, ...actions: Action[]) => actions.reduce(stepDraft, history);
const changeAction = (id: string, part: Partial<DraftScene>, step: StepKind): Action => ({
  kind: 'edit',
  change: changeScene(id, (old) => ({ ...old, ...part })),
  step: { scene: id, ...step },
});
const describeScene = (id: string, alt: string) =>
  changeAction(id, { alt }, { what: 'description', field: `${id}/alt` });
const placeBlur = changeAction('a', { blurs: [blur] }, { what: 'ajout d’un flou' });
const burnAction: Action = {
  kind: 'burnt',
  scene: 'a',
  tiles: { picture: picture('tour/a-flou'), blurs: [blur] },
};
const undo: Action = { kind: 'undo' };
const redo: Action = { kind: 'redo' };
const altTexts = ({ present }: DraftHistory) => present.scenes.map(({ alt }) => alt);
const blursOf = (history: DraftHistory) => history.present.scenes[0]?.blurs;

describe('the history of a draft', () => {
  it('takes back and brings back, typing in one field being one step', () => {
    const typed = ['E', 'En', 'Ent'].map((alt) => describeScene('a', alt));
    let history = stepThrough(historyOf(twoScenes), ...typed, describeScene('b', 'Pavillon'));
    expect(history.past.map(({ what }) => what)).toEqual(['description', 'description']);
    history = stepThrough(history, undo);
    expect(altTexts(history)).toEqual(['Ent', '']);
    history = stepThrough(history, undo);
    expect(history.present).toBe(twoScenes);
    expect(stepDraft(history, undo)).toBe(history);
    expect(altTexts(stepThrough(history, redo, redo))).toEqual(['Ent', 'Pavillon']);
  });

  it('has no step for what was typed and taken back by the browser, nor for what changes nothing', () => {
    const history = stepThrough(historyOf(twoScenes), describeScene('a', 'E'), describeScene('a', ''));
    expect(history.past).toEqual([]);
    expect(stepThrough(history, changeAction('a', { alt: '' }, { what: 'rien' }))).toBe(history);
  });

  it('takes one step back although others followed: a scene returns to its place with its links, the rest stays', () => {
    const link = { id: 'l', to: 'b', yaw: 1, pitch: 1 };
    const three: DraftTour = {
      scenes: [scene('a', { links: [link] }), scene('b', { alt: 'Pavillon', blurs: [blur] }), scene('c')],
    };
    const remove: Action = {
      kind: 'edit',
      change: (tour) => withoutScene(tour, 'b'),
      step: { what: 'retrait d’une scène', id: 'retrait' },
    };
    const history = stepThrough(historyOf(three), remove, describeScene('c', 'Quai'), {
      kind: 'undo',
      id: 'retrait',
    });
    expect(history.present.scenes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(history.present.scenes[0]?.links).toEqual([link]);
    expect(history.present.scenes[1]?.blurs).toEqual([blur]);
    expect(altTexts(history)).toEqual(['', 'Pavillon', 'Quai']);
    expect(stepDraft(history, { kind: 'undo', id: 'retrait' })).toBe(history);
  });

  it('keeps what can be brought back when a panorama has come, and what came when it is brought back', () => {
    const arrival: Action = {
      kind: 'edit',
      change: ({ scenes }) => ({ scenes: [...scenes, scene('c')] }),
      step: { what: 'ajout d’une scène', scene: 'c', isArrival: true },
    };
    const proposals = [{ ...blur, id: 'visage', kind: 'face' as const, score: 0.9 }];
    const found = changeAction('a', { proposals, searchedBy: 'v1' }, { what: 'recherche', isArrival: true });
    const history = stepThrough(historyOf(twoScenes), placeBlur, describeScene('b', 'Pavillon'), undo, undo);
    const back = stepThrough(history, arrival, found, redo, redo);
    expect(altTexts(back)).toEqual(['', 'Pavillon', '']);
    expect(back.present.scenes[0]).toMatchObject({ blurs: [blur], proposals, searchedBy: 'v1' });
    expect(stepThrough(back, undo, undo, undo, undo).present).toEqual(twoScenes);
    // Any other action clears the redo steps.
    expect(stepThrough(history, describeScene('a', 'Autre')).future).toEqual([]);
  });

  it('says where a step shows: the mark that it changed, once undone or redone', () => {
    const history = stepThrough(
      historyOf(twoScenes),
      placeBlur,
      changeAction('a', { blurs: [{ ...blur, yaw: 40 }] }, { what: 'déplacement d’un flou' }),
    );
    const [placed, moved] = history.past;
    if (!placed || !moved) throw new Error('No step');
    expect(changedMark(moved, moved.before)).toEqual({ scene: 'a', id: 'flou', at: { yaw: 1, pitch: 2 } });
    expect(changedMark(placed, placed.before)).toEqual({ scene: 'a', id: 'flou', at: { yaw: 1, pitch: 2 } });
    const [written] = stepThrough(historyOf(twoScenes), describeScene('b', 'Quai')).past;
    expect(written && changedMark(written, written.before)).toBeUndefined();
  });
});

describe('blurs and their tiles', () => {
  it('wait until the tiles have them, and again once they are taken back', () => {
    const placed = stepThrough(historyOf(twoScenes), placeBlur);
    expect(isWaiting(placed, 'a')).toBe(true);
    const burnt = stepThrough(placed, describeScene('b', 'Pavillon'), burnAction);
    expect(isWaiting(burnt, 'a')).toBe(false);
    expect(burnt.past.map(({ what }) => what)).toEqual(['ajout d’un flou', 'description']);
    const back = stepThrough(burnt, undo, undo);
    expect(blursOf(back)).toEqual([]);
    expect(isWaiting(back, 'a')).toBe(true);
    expect(shownTour(back).scenes[0]?.picture.folder).toBe('tour/a-flou');
  });

  it('are stored only as the tiles have them; a confirmed proposal stays one until then', () => {
    const proposals = [{ ...blur, kind: 'face' as const, score: 0.9 }];
    const found: DraftTour = { scenes: [scene('a', { proposals }), scene('b')] };
    const confirmed = stepThrough(
      historyOf(found),
      changeAction('a', { blurs: [blur], proposals: [] }, { what: 'flou proposé accepté' }),
    );
    expect(storedTour(confirmed, found).scenes[0]).toMatchObject({ blurs: [], proposals });
    const burnt = stepThrough(confirmed, burnAction);
    expect(storedTour(burnt, found).scenes[0]).toMatchObject({
      blurs: [blur],
      proposals: [],
      picture: { folder: 'tour/a-flou' },
    });
  });

  it('that were deleted from the storage are never led back to', () => {
    const removed: Action = {
      kind: 'edit',
      change: (tour) => withoutScene(tour, 'a'),
      step: { what: 'retrait d’une scène' },
    };
    const history = stepThrough(
      historyOf(twoScenes),
      placeBlur,
      burnAction,
      describeScene('b', 'Pavillon'),
      removed,
      { kind: 'forget', folders: ['tour/a-flou'] },
      undo,
    );
    expect(history.present.scenes.map(({ id }) => id)).toEqual(['b']);
    expect(altTexts(history)).toEqual(['']);
  });

  it('stay wanted when the draft is merged with that of another tab', () => {
    const history = stepThrough(historyOf(twoScenes), placeBlur, {
      kind: 'replace',
      document: { scenes: [scene('a', { alt: 'Vue' })] },
    });
    expect(history.past).toEqual([]);
    expect(history.present.scenes[0]).toMatchObject({ alt: 'Vue', blurs: [blur] });
    expect(isWaiting(history, 'a')).toBe(true);
  });
});

describe('a level and its tiles', () => {
  const tilt = { roll: 10, pitch: 0 };
  const point = { id: 'p', yaw: 90, pitch: 0, title: 'Clocher' };
  const known: DraftTour = { scenes: [scene('a', { points: [point] }), scene('b')] };
  const level: Action = {
    kind: 'edit',
    change: changeScene('a', (old) => levelledScene(old, tilt)),
    step: { what: 'nivellement de la scène', scene: 'a' },
  };
  const cut: Action = {
    kind: 'burnt',
    scene: 'a',
    tiles: { picture: picture('tour/a-niveau'), blurs: [], tilt, original: 'tour/a-niveau/original.jpg' },
  };

  it('are stored only as the tiles are: until they are cut, all that is placed stays where they show it', () => {
    const levelled = stepThrough(historyOf(known), level);
    expect(isWaiting(levelled, 'a')).toBe(true);
    expect(shownTour(levelled).scenes[0]?.points).toMatchObject([{ yaw: 90, pitch: -10 }]);
    expect(storedTour(levelled, known)).toEqual(known);
    const done = stepThrough(levelled, cut);
    expect(isWaiting(done, 'a')).toBe(false);
    expect(storedTour(done, known).scenes[0]).toMatchObject({
      tilt,
      picture: { folder: 'tour/a-niveau' },
      original: 'tour/a-niveau/original.jpg',
      points: [{ yaw: 90, pitch: -10 }],
    });
    const back = stepThrough(done, undo);
    expect(back.present).toEqual(known);
    expect(isWaiting(back, 'a')).toBe(true);
    expect(storedTour(back, known).scenes[0]?.points).toMatchObject([{ yaw: 90, pitch: -10 }]);
  });

  it('stays wanted when the draft is merged with that of another tab, and follows one that the other tab set', () => {
    const theirs = scene('a', { alt: 'Vue', points: [point] });
    const merged = stepThrough(historyOf(known), level, { kind: 'replace', document: { scenes: [theirs] } });
    expect(merged.present.scenes[0]).toMatchObject({ alt: 'Vue', tilt, points: [{ yaw: 90, pitch: -10 }] });
    const atRight = { ...blur, yaw: 90, pitch: 0 };
    const blurred = stepThrough(historyOf(known), changeAction('a', { blurs: [atRight] }, { what: 'flou' }), {
      kind: 'replace',
      document: { scenes: [levelledScene(theirs, tilt)] },
    });
    expect(blurred.present.scenes[0]).toMatchObject({
      tilt,
      blurs: [{ id: 'flou', pitch: expect.closeTo(-10, 1) }],
    });
  });
});
