import { expect, it } from 'vitest';
import { project, unproject } from './quebec-projection';

it.each([
  ['Montréal', [-73.5674, 45.5019]],
  ['Gaspé', [-64.4869, 48.8316]],
  ['Kuujjuaq', [-68.4183, 58.1067]],
  ['Rouyn-Noranda', [-79.0128, 48.2366]],
] as const)('%s comes back from the map where it was', (_, place) => {
  const [longitude, latitude] = unproject(project(place));
  expect([longitude, latitude]).toEqual([expect.closeTo(place[0], 9), expect.closeTo(place[1], 9)]);
});
