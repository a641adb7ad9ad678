import { describe, expect, it } from 'vitest';
import { project } from '@/shared/lib/quebec-projection';
import { unitOf, viewAround } from './boundary-map';
import { placeMapNames } from './map-names';

const town = (name: string, longitude: number, latitude: number, population: number) => ({
  ...{ name, longitude, latitude, population },
});
const towns = [
  town('Roberval', -72.22, 48.52, 9_800),
  town('Saguenay', -71.06, 48.42, 144_000),
  town('Alma', -71.65, 48.55, 30_000),
  town('Saint-Honoré', -71.05, 48.53, 6_300),
  town('Percé', -64.21, 48.52, 3_100),
];

/** Returns the map view of a radius in kilometres around a place. */
const viewOf = (longitude: number, latitude: number, radius: number) => {
  const [x, y] = project([longitude, latitude]);
  return viewAround({ left: x - radius, right: x + radius, top: y - radius, bottom: y + radius }, 16 / 9);
};

describe('the names of a map', () => {
  const view = viewOf(-71.06, 48.42, 100);
  const unit = unitOf(view);

  it('names the waters and the towns of the view, and none beyond it', () => {
    const names = placeMapNames(view, unit, towns, []).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Lac Saint-Jean', 'Saguenay', 'Alma']));
    expect(names).not.toContain('Percé');
    expect(names).not.toContain('Golfe du Saint-Laurent');
  });

  it('names each water once, where the river passes', () => {
    const names = placeMapNames(viewOf(-69, 48.2, 150), 4, [], []).map(({ name }) => name);
    expect(names.filter((name) => name === 'Fleuve Saint-Laurent')).toHaveLength(1);
  });

  it('covers no mark, and gives the room to the larger of two towns', () => {
    const close = [town('Petite', -71.06, 48.42, 10), town('Grande', -71.05, 48.425, 10_000)];
    const cover = [3, 2, 1, 0, -1, -2, -3].flatMap((across) =>
      [-1, 0, 1].map((down) => {
        const [x, y] = project([-71.06, 48.42]);
        return [x + across * unit * 6, y + down * unit * 6] as const;
      }),
    );
    expect(placeMapNames(view, unit, close, []).filter(({ kind }) => kind === 'town')[0]?.name).toBe(
      'Grande',
    );
    expect(placeMapNames(view, unit, close, cover).filter(({ kind }) => kind === 'town')).toEqual([]);
  });
});
