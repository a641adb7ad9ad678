import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { shapesOf, type Topology } from '../src/shared/lib/topology.ts';
import { siteMap } from './mrc-map.ts';

const map = siteMap(
  JSON.parse(readFileSync('src/admin/data/municipalities/shipped/mrc.topo.json', 'utf8')) as Topology,
);

it('has the MRCs that are not wholly in the north, as closed rings, in ten kilobytes', () => {
  const shapes = shapesOf(map, 'mrc');
  expect(shapes.length).toBeGreaterThan(100);
  const codes = shapes.map(({ properties }) => properties.code);
  for (const code of ['150', '640', '230', '991', '010']) expect(codes).toContain(code);
  for (const ring of shapes.flatMap(({ rings }) => rings)) {
    expect(ring.length).toBeGreaterThan(3);
    expect(ring[0]).toEqual(ring.at(-1));
  }
  const bytes = brotliCompressSync(JSON.stringify(map)).length;
  console.log(`Map of the site: ${(bytes / 1000).toFixed(1)} kB of brotli`);
  expect(bytes).toBeLessThan(10_000);
});
