import { expect, test } from 'vitest';
import { clipOf, eyeOf, inPicture, vectorOf } from './camera';
import { project, type View } from './projection';

const RADIAN = Math.PI / 180;
const size = { width: 1280, height: 720 };
const views: View[] = [
  { yaw: 0, pitch: 0, field: 66 },
  { yaw: 130, pitch: -40, field: 95 },
  { yaw: -179, pitch: 88, field: 12 },
  { yaw: 20, pitch: 15, field: 5, roll: 30 },
];

// The projection of pictures and of marks must agree.
test.each(views)('a direction is drawn where it is projected: $yaw, $pitch, $field', (view) => {
  for (const [aside, above] of [
    [0, 0],
    [0.3, 0.2],
    [-0.4, 0.1],
  ] as const) {
    const [yaw, pitch] = [view.yaw + aside * view.field * 0.5, view.pitch + above * view.field * 0.5];
    if (Math.abs(pitch) > 90) continue;
    const clip = clipOf(eyeOf(view, size));
    const place = vectorOf(yaw * RADIAN, pitch * RADIAN);
    const along = (row: number) =>
      place.reduce((sum, part, axis) => sum + part * (clip[4 * axis + row] ?? 0), 0);
    const at = project(view, size, { yaw, pitch });
    // In float32 the place is exact to a hundredth of a pixel at the deepest zoom.
    expect((along(0) / along(3) + 1) * (size.width / 2)).toBeCloseTo(at?.x ?? Number.NaN, 1);
    expect((1 - along(1) / along(3)) * (size.height / 2)).toBeCloseTo(at?.y ?? Number.NaN, 1);
  }
});

// The same cases test the tile cutter, which levels a picture (src/admin/tours/data/level.test.ts).
test.each([
  { roll: 20, pitch: 0, sky: [-0.342, 0.94, 0] },
  { roll: 0, pitch: -10, sky: [0, 0.985, -0.174] },
  { roll: 20, pitch: -10, sky: [-0.337, 0.925, -0.174] },
])('the sky is where the lean of the camera put it ($roll, $pitch)', ({ roll, pitch, sky }) => {
  const found = inPicture([0, 1, 0], { heading: 75, pitch, roll });
  for (const [axis, part] of sky.entries()) expect(found[axis]).toBeCloseTo(part, 3);
});
