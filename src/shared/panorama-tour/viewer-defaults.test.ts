import { expect, test } from 'vitest';
import { narrowestField, verticalFieldOf, zoomOf } from './viewer-defaults';

test.each([
  [4096, 800, 30],
  [8192, 600, 26.37],
  [16384, 800, 17.58],
  [16384, 400, 8.79],
  [65536, 800, 5],
])('a picture of %i px is seen pixel for pixel in a frame %i px high', (width, height, field) => {
  expect(narrowestField(width, height)).toBeCloseTo(field, 1);
});

test('a stored zoom means a field for ever, and comes back unchanged', () => {
  for (const zoom of [0, 20, 45, 99.6, 100, 122]) expect(zoomOf(verticalFieldOf(zoom))).toBeCloseTo(zoom);
  expect(verticalFieldOf(0)).toBe(95);
  expect(verticalFieldOf(100)).toBe(30);
});
