import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { boxAround, project } from './quebec-projection';
import { shapesOf, type Topology } from './topology';

const topology: Topology = JSON.parse(
  readFileSync('src/admin/municipalities/data/shipped/mrc.topo.json', 'utf8'),
);

describe('the map of Québec', () => {
  it('reads the 104 MRCs and equivalent territories as closed rings', () => {
    const shapes = shapesOf(topology, 'mrc');
    expect(shapes).toHaveLength(104);
    for (const { properties, rings } of shapes) {
      for (const ring of rings) {
        expect(ring.length, properties.MRS_NM_MRC).toBeGreaterThan(3);
        expect(ring[0]).toEqual(ring.at(-1));
      }
    }
    const charlevoix = shapes.find(({ properties }) => properties.MRS_CO_MRC === '15');
    const box = boxAround((charlevoix?.rings ?? []).flat());
    // The bounds include La Malbaie.
    expect(box?.left).toBeLessThan(-70.09);
    expect(box?.right).toBeGreaterThan(-70.09);
  });

  it('keeps distances, within three per cent in the south, and puts the north up', () => {
    const [montreal, quebec] = [project([-73.7408, 45.4706]), project([-71.3933, 46.7911])];
    const distance = Math.hypot(montreal[0] - quebec[0], montreal[1] - quebec[1]);
    expect(Math.abs(distance - 233) / 233).toBeLessThan(0.03);
    expect(quebec[1]).toBeLessThan(montreal[1]);
    expect(quebec[0]).toBeGreaterThan(montreal[0]);
  });
});
