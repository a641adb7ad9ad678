import { expect, test } from 'vitest';
import { pieceOf } from './scene-thumbnail';

const picture = {
  ...{ folder: 'f', width: 8192, baseWidth: 1536, bytes: 1 },
  levels: [
    { width: 4096, columns: 8, rows: 4 },
    { width: 8192, columns: 8, rows: 4 },
  ],
};

test.each([
  [0, 0, ['f/0/4-1.jpg', 'f/0/4-2.jpg'], 0.5],
  // The direction opposite to the picture's middle is where its left and right edges meet.
  [-180, 0, ['f/0/0-1.jpg', 'f/0/0-2.jpg'], 0.5],
  [180, 0, ['f/0/0-1.jpg', 'f/0/0-2.jpg'], 0.5],
  [179, 10, ['f/0/7-1.jpg', 'f/0/7-2.jpg'], 0.39],
  // Straight down and straight up are the last and the first row.
  [44, 90, ['f/0/4-0.jpg', 'f/0/4-1.jpg'], 0],
  [44, -90, ['f/0/4-2.jpg', 'f/0/4-3.jpg'], 1],
  [-44, 40, ['f/0/3-0.jpg', 'f/0/3-1.jpg'], 0.56],
])('yaw %i, pitch %i is in %j, %f below its top', (yaw, pitch, paths, middle) => {
  const piece = pieceOf(picture, { yaw, pitch });
  expect(piece?.paths).toEqual(paths);
  expect(piece?.middle).toBeCloseTo(middle);
});
