import { expect, test } from 'vitest';
import { libraryZoom, narrowestField, storedZoom, verticalFieldOf, zoomOf } from './viewer-defaults';

test.each([
  [4096, 800, 30],
  [8192, 600, 26.37],
  [16384, 800, 17.58],
  [16384, 400, 8.79],
  [65536, 800, 5],
])('a picture of %i px is seen pixel for pixel in a frame %i px high', (width, height, field) => {
  expect(narrowestField(width, height)).toBeCloseTo(field, 1);
});

test('a stored zoom shows the same field whatever the depth of its picture, and comes back unchanged', () => {
  for (const narrowest of [30, 17.58, 5]) {
    for (const zoom of [0, 20, 45, 99.6, 100]) {
      const level = libraryZoom(zoom, narrowest);
      expect(95 - (level / 100) * (95 - narrowest)).toBeCloseTo(verticalFieldOf(zoom));
      expect(storedZoom(level, narrowest)).toBeCloseTo(zoom);
    }
  }
  expect(verticalFieldOf(0)).toBe(95);
  expect(verticalFieldOf(100)).toBe(30);
  // A link keeps the view at one source pixel for each CSS pixel.
  expect(storedZoom(100, 17.58)).toBeCloseTo(zoomOf(17.58));
});

test('a link deeper than its picture stops at the picture', () => {
  expect(libraryZoom(138, 30)).toBe(100);
  expect(libraryZoom(-5, 30)).toBe(0);
});
