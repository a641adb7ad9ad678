import { draftScene } from '@tests/draft-scenes';
import { describe, expect, it } from 'vitest';
import { levelledScene } from './levelled-scene';
import { fieldLabel, fieldText, mergeDrafts } from './merge-drafts';
import type { DraftScene, DraftTour } from './panorama-tour.schema';
import { asPublished, publicationFaults } from './panorama-tour.schema';

const scene = (id: string, change: Partial<DraftScene> = {}) =>
  draftScene(id, { alt: `Vue ${id}`, ...change });
const link = (to: string) => ({ id: `vers-${to}`, to, yaw: 10, pitch: 0 });
const base: DraftTour = { scenes: [scene('a', { links: [link('b')] }), scene('b')] };
const [a, b] = base.scenes as [DraftScene, DraftScene];

describe('mergeDrafts', () => {
  it('keeps what both changed apart: a name here, a point and a scene there', () => {
    const mine = { scenes: [{ ...a, name: 'Entrée' }, b] };
    const point = { id: 'p', yaw: 1, pitch: 2, title: 'Clocher' };
    const theirs = { scenes: [{ ...a, points: [point] }, b, scene('c')] };
    const { document, clashes } = mergeDrafts(base, mine, theirs);
    expect(clashes).toEqual([]);
    expect(document).toEqual({ scenes: [{ ...a, name: 'Entrée', points: [point] }, b, scene('c')] });
  });

  it('keeps my order and the scene that they added behind', () => {
    const { document } = mergeDrafts(base, { scenes: [b, a] }, { scenes: [a, b, scene('c')] });
    expect(document.scenes.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });

  it('takes a scene that one removed away, with the links to it', () => {
    const { document, clashes } = mergeDrafts(base, { scenes: [{ ...a, links: [] }] }, base);
    expect(clashes).toEqual([]);
    expect(document).toEqual({ scenes: [{ ...a, links: [] }] });
    expect(mergeDrafts(base, base, { scenes: [b] }).document).toEqual({ scenes: [b] });
  });

  it('places what one added where it shows in the picture that another one levelled', () => {
    const tilt = { roll: 10, pitch: 0 };
    const placed = { id: 'p', yaw: 90, pitch: 0, title: 'Clocher' };
    const mine = { scenes: [{ ...a, points: [placed] }, b] };
    const theirs = { scenes: [levelledScene(a, tilt), b] };
    const levelled = { ...levelledScene({ ...a, points: [placed] }, tilt) };
    for (const merge of [mergeDrafts(base, mine, theirs), mergeDrafts(base, theirs, mine)]) {
      expect([merge.clashes, merge.document]).toEqual([[], { scenes: [levelled, b] }]);
      expect(merge.document.scenes[0]?.points[0]).toMatchObject({ yaw: 90, pitch: -10 });
    }
    // Both changed the levelling: the chosen side's levelling is taken wherever it applies.
    const other = { roll: -20, pitch: 0 };
    const both = mergeDrafts(base, { scenes: [levelledScene(mine.scenes[0] ?? a, other), b] }, theirs);
    expect(both.clashes).toEqual([['a/picture']]);
    const chosen = both.build({ ...both.merged, 'a/picture': both.theirs['a/picture'] }, both.order);
    expect(chosen.scenes[0]?.points[0]).toMatchObject({ yaw: 90, pitch: -10 });
    expect(both.document.scenes[0]?.points[0]).toMatchObject({ yaw: 90, pitch: 20 });
  });

  it('follows files that moved since, and asks nothing about them', () => {
    const id = (n: number) => `6f9619ff-8b86-4d01-b42d-00cf4fc9640${n}`;
    const folder = (n: number) => `${id(0)}/${id(n)}`;
    const at = (tiles: number, plan: number, change: Partial<DraftScene> = {}): DraftTour => ({
      scenes: [
        scene('a', {
          original: `${folder(1)}/original.jpg`,
          picture: { ...a.picture, folder: folder(tiles) },
          ...change,
        }),
      ],
      floors: [
        { id: 'rez', name: 'Rez', path: `${folder(plan)}/image.jpg`, width: 9, height: 9, alt: '', north: 0 },
      ],
    });
    const theirs = at(3, 4);
    // I changed another field and another cut of the same panorama, so both of my changes stay.
    const renamed = mergeDrafts(at(1, 2), at(1, 2, { name: 'Entrée' }), theirs);
    expect([renamed.clashes, renamed.document]).toEqual([[], at(3, 4, { name: 'Entrée' })]);
    const blurs = [{ id: 'f', yaw: 0, pitch: 0, width: 4, height: 4 }];
    const cut = mergeDrafts(at(1, 2), at(5, 2, { blurs }), theirs);
    expect([cut.clashes, cut.document]).toEqual([[], at(5, 4, { blurs })]);
    // When both replaced the floor plan, the merge asks.
    expect(mergeDrafts(at(1, 2), at(1, 6), theirs).clashes).toEqual([['floors/rez']]);
  });

  it('asks where both changed the same field, and names it', () => {
    const mine = { scenes: [{ ...a, name: 'Entrée' }, b] };
    const theirs = { scenes: [{ ...a, name: 'Accueil' }, b] };
    const merge = mergeDrafts(base, mine, theirs);
    expect(merge.clashes).toEqual([['a/name']]);
    expect(fieldLabel('a/name', merge.merged)).toBe('Entrée\u00a0: nom');
    expect([fieldText('a/name', merge.merged), fieldText('a/name', merge.theirs)]).toEqual([
      'Entrée',
      'Accueil',
    ]);
    const chosen = merge.build({ ...merge.merged, 'a/name': merge.theirs['a/name'] }, merge.order);
    expect(chosen).toEqual(theirs);
  });
});

describe('publication', () => {
  it('says what lacks, and leaves blurs and originals out', () => {
    expect(publicationFaults({ scenes: [] })).toHaveLength(1);
    expect(publicationFaults(base)).toEqual([]);
    const blur = { id: 'f', yaw: 0, pitch: 0, width: 4, height: 4 };
    const seen = scene('a', { proposals: [{ ...blur, kind: 'face', score: 1 }], proposedTexts: ['alt'] });
    expect(publicationFaults({ scenes: [seen] })).toEqual([
      'Scène «\u00a0Scène a\u00a0»\u00a0: décidez des flous proposés (1).',
      'Scène «\u00a0Scène a\u00a0»\u00a0: relisez les textes proposés.',
    ]);
    const draft = scene('a', { alt: ' ', original: 'x', searchedBy: 'visages-1', proposals: [] });
    const [only] = asPublished({ scenes: [draft] }).scenes;
    expect(Object.keys(only ?? {}).filter((key) => !(key in a) || key === 'blurs')).toEqual([]);
    expect(only?.alt).toBe('Vue à 360° de «\u00a0Scène a\u00a0»');
  });
});
