import { expect, it } from 'vitest';
import { drivenLines } from './driven-lines';

it('draws one line for each stretch that was driven without a gap', () => {
  const at = (lat: number, sequence: number) => ({ lat, lon: -68.5, sequence });
  const lines = drivenLines([at(48, 1), at(48.0001, 1), at(48.0002, 2), at(48.01, 2)]);
  expect(lines.map(({ points }) => points.length)).toEqual([2, 1, 1]);
  expect(drivenLines([])).toEqual([]);
});
