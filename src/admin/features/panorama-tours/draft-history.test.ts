import { describe, expect, it } from 'vitest';
import type { DraftScene, DraftTour } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { changeScene, withoutScene } from './angles';
import { type DraftHistory, type EditedTour, historyOf, type StepKind, stepDraft } from './draft-history';

const scene = (id: string, change: Partial<DraftScene> = {}): DraftScene => ({
  id,
  name: id,
  alt: '',
  heading: 0,
  links: [],
  points: [],
  blurs: [],
  view: { yaw: 0, pitch: 0, zoom: 30 },
  picture: { folder: `tour/${id}`, width: 2048, baseWidth: 1536, levels: [], bytes: 1 },
  ...change,
});
const blur = { id: 'flou', yaw: 1, pitch: 2, width: 6, height: 6 };
const two: DraftTour = { scenes: [scene('a'), scene('b')] };

type Action = Parameters<typeof stepDraft>[1];
const stepped = (history: DraftHistory, ...actions: Action[]) => actions.reduce(stepDraft, history);
const change = (id: string, part: Partial<DraftScene>, step: StepKind): Action => ({
  kind: 'edit',
  change: (edited: EditedTour) => ({
    ...edited,
    document: changeScene(id, (old) => ({ ...old, ...part }))(edited.document),
  }),
  step: { scene: id, ...step },
});
const describeScene = (id: string, alt: string) =>
  change(id, { alt }, { what: 'description', field: `${id}/alt` });
const placeBlur: Action = {
  kind: 'edit',
  change: (edited) => ({ ...edited, placed: { ...edited.placed, a: [blur] } }),
  step: { what: 'ajout d’un flou', scene: 'a' },
};
const applyBlur = change(
  'a',
  { blurs: [blur], picture: { ...scene('a').picture, folder: 'tour/a-flou' } },
  { what: 'application du floutage', isArrival: true },
);
const undo: Action = { kind: 'undo' };
const redo: Action = { kind: 'redo' };
const texts = ({ present }: DraftHistory) => present.document.scenes.map(({ alt }) => alt);

describe('the history of a draft', () => {
  it('takes back and brings back, typing in one field being one step', () => {
    const typed = ['E', 'En', 'Ent'].map((alt) => describeScene('a', alt));
    let history = stepped(historyOf(two), ...typed, describeScene('b', 'Pavillon'));
    expect(history.past.map(({ what }) => what)).toEqual(['description', 'description']);
    history = stepped(history, undo);
    expect(texts(history)).toEqual(['Ent', '']);
    history = stepped(history, undo);
    expect(history.present.document).toBe(two);
    expect(stepDraft(history, undo)).toBe(history);
    expect(texts(stepped(history, redo, redo))).toEqual(['Ent', 'Pavillon']);
  });

  it('has no step for what was typed and taken back by the browser, nor for what changes nothing', () => {
    const history = stepped(historyOf(two), describeScene('a', 'E'), describeScene('a', ''));
    expect(history.past).toEqual([]);
    expect(stepped(history, change('a', { alt: '' }, { what: 'rien' }))).toBe(history);
  });

  it('takes a placed blur back, and touches no text of another scene', () => {
    const history = stepped(historyOf(two), describeScene('b', 'Pavillon'), placeBlur, undo);
    expect(history.present.placed).toEqual({});
    expect(texts(history)).toEqual(['', 'Pavillon']);
    expect(history.future[0]).toMatchObject({ what: 'ajout d’un flou', scene: 'a' });
  });

  it('keeps what can be brought back when a blur has been applied or a panorama has come', () => {
    const history = stepped(historyOf(two), placeBlur, describeScene('b', 'Pavillon'), undo, applyBlur, redo);
    expect(texts(history)).toEqual(['', 'Pavillon']);
    expect(history.present.document.scenes[0]).toMatchObject({
      blurs: [blur],
      picture: { folder: 'tour/a-flou' },
    });
    // Redone one after the other.
    const back = stepped(history, undo);
    expect(texts(back)).toEqual(['', '']);
    expect(stepped(back, undo).present).toEqual({ document: two, placed: { a: [blur] } });
    // Any other action clears the redo steps, as usual.
    expect(stepped(back, describeScene('a', 'Autre')).future).toEqual([]);
  });

  it('takes one step back although others followed: a scene returns to its place with its links, the rest stays', () => {
    const link = { id: 'l', to: 'b', yaw: 1, pitch: 1 };
    const three: DraftTour = {
      scenes: [scene('a', { links: [link] }), scene('b', { alt: 'Pavillon' }), scene('c')],
    };
    const remove: Action = {
      kind: 'edit',
      change: (edited) => ({ ...edited, document: withoutScene(edited.document, 'b') }),
      step: { what: 'retrait d’une scène', id: 'retrait' },
    };
    const history = stepped(historyOf(three), remove, describeScene('c', 'Quai'), {
      kind: 'undo',
      id: 'retrait',
    });
    expect(history.present.document.scenes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(history.present.document.scenes[0]?.links).toEqual([link]);
    expect(texts(history)).toEqual(['', 'Pavillon', 'Quai']);
    expect(stepDraft(history, { kind: 'undo', id: 'retrait' })).toBe(history);
  });

  it('never leads back to tiles that were deleted', () => {
    const history = stepped(
      historyOf(two),
      placeBlur,
      applyBlur,
      describeScene('b', 'Pavillon'),
      ...([{ kind: 'forget', folders: ['tour/a'] }, undo] as Action[]),
    );
    expect(texts(history)).toEqual(['', '']);
    expect(history.past.map(({ what }) => what)).toEqual(['ajout d’un flou']);
    expect(stepped(history, undo).present.document.scenes[0]?.picture.folder).toBe('tour/a-flou');
  });

  it('keeps the blurs that are placed when the draft is merged with that of another tab', () => {
    const history = stepped(historyOf(two), placeBlur, {
      kind: 'replace',
      document: { scenes: [scene('a')] },
    });
    expect(history).toMatchObject({ past: [], present: { placed: { a: [blur] } } });
  });
});
