import { expect, test } from 'vitest';
import { spinOf, spun, steered, wheelFactor } from './gestures';

const view = { yaw: 170, pitch: 0, field: 60 };

test('the wheel zooms as far in pixels, lines or pages, and farther by a pinch on a touch pad', () => {
  const turned = (deltaMode: number, deltaY: number, ctrlKey = false) =>
    wheelFactor({ deltaMode, deltaY, ctrlKey });
  expect(turned(0, 48)).toBeCloseTo(turned(1, 3));
  expect(turned(2, 1)).toBeGreaterThan(turned(1, 3));
  expect(turned(0, -100)).toBeLessThan(1);
  expect(turned(0, 10, true)).toBeGreaterThan(turned(0, 10));
  // The wheel forwards and back again restores the zoom.
  expect(turned(0, 70) * turned(0, -70)).toBeCloseTo(1);
});

test('a held arrow turns as fast whatever the frames, over the seam, and slower where one is near', () => {
  const quarter = steered(view, ['ArrowRight'], 0.25);
  let inFrames = view;
  for (let frame = 0; frame < 15; frame++) inFrames = steered(inFrames, ['ArrowRight'], 0.25 / 15);
  expect(inFrames.yaw).toBeCloseTo(quarter.yaw);
  expect(quarter.yaw).toBeLessThan(-170);
  const near = steered({ yaw: 0, pitch: 0, field: 6 }, ['ArrowUp'], 0.25);
  expect(near.pitch).toBeCloseTo((quarter.yaw + 190) / 10);
  expect(steered(view, ['+'], 0.5).field).toBeLessThan(view.field);
  expect(steered(steered(view, ['+'], 0.5), ['-'], 0.5).field).toBeCloseTo(view.field);
  expect(steered(view, ['q'], 1)).toEqual(view);
  for (const [letter, arrow] of [
    ['a', 'ArrowLeft'],
    ['d', 'ArrowRight'],
    ['r', 'ArrowUp'],
    ['f', 'ArrowDown'],
  ] as const)
    expect(steered(view, [letter], 0.25)).toEqual(steered(view, [arrow], 0.25));
});

test('a drag spins on with the speed of its release, slower and slower, and comes to rest', () => {
  const track = [0, 30, 60, 90].map((time) => ({ time, view: { yaw: 170 + time / 5, pitch: 0, field: 60 } }));
  const spin = spinOf(track, 90);
  expect(spin?.yaw).toBeCloseTo(200);
  let [now, left, frames] = [view, spin, 0];
  while (left && frames < 600) {
    const next = spun(now, left, 1 / 60);
    expect(Math.abs(next.spin?.yaw ?? 0)).toBeLessThan(Math.abs(left.yaw));
    [now, left, frames] = [next.view, next.spin, frames + 1];
  }
  expect(frames).toBeLessThan(200);
  // In total the view coasts as far as in a quarter of a second.
  expect(now.yaw + 360 - 170).toBeCloseTo(50, 0);
});

test('a hand that rests before it lets go spins nothing', () => {
  const track = [0, 30].map((time) => ({ time, view: { yaw: time, pitch: 0, field: 60 } }));
  expect(spinOf(track, 400)).toBeUndefined();
  expect(spinOf([], 0)).toBeUndefined();
});
