import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPace, shareMoved } from './pace';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['a turn by a tenth of what is seen', { yaw: 6, pitch: 0, field: 60 }, 0.1],
  ['the same turn across the seam', { yaw: -174, pitch: 0, field: 60 }, 0.1],
  ['a zoom', { yaw: 0, pitch: 0, field: 60 * Math.E }, 1],
  ['nothing', { yaw: 0, pitch: 0, field: 60 }, 0],
])('%s moves by so much of what is seen', (_, to, share) => {
  const from = { yaw: to.yaw < -90 ? 180 : 0, pitch: 0, field: 60 };
  expect(shareMoved(from, to)).toBeCloseTo(share);
});

it('a picture is pulled while it moves fast, however many frames there are, and settles once nothing moves it any more', () => {
  const onSettled = vi.fn();
  const { next, rest } = createPace(onSettled);
  let now = 1000;
  const at = (yaw: number, after: number) => {
    now += after;
    return next({ yaw, pitch: 0, field: 60 }, now);
  };
  // The view turns six degrees a second, then thirty, in fast frames and in slow ones.
  expect([at(0, 16), at(0, 16), at(0.1, 16)]).toEqual(['still', 'still', 'moving']);
  expect([at(0.6, 16), at(3.6, 100), at(3.6, 16)]).toEqual(['pulled', 'pulled', 'pulled']);
  expect(onSettled).not.toHaveBeenCalled();
  vi.advanceTimersByTime(500);
  expect(onSettled).toHaveBeenCalledOnce();
  expect(at(3.6, 500)).toBe('still');
  // A new picture with another view was not dragged there.
  rest();
  expect(at(120, 16)).toBe('still');
  vi.advanceTimersByTime(500);
  expect(onSettled).toHaveBeenCalledOnce();
});

it('asks for another frame where the one that should find the picture settled began too early', () => {
  const onSettled = vi.fn();
  const { next } = createPace(onSettled);
  next({ yaw: 0, pitch: 0, field: 60 }, 1000);
  expect(next({ yaw: 6, pitch: 0, field: 60 }, 1016)).toBe('pulled');
  vi.advanceTimersByTime(120);
  expect(next({ yaw: 6, pitch: 0, field: 60 }, 1134)).toBe('pulled');
  vi.advanceTimersByTime(2);
  expect(onSettled).toHaveBeenCalledTimes(2);
  expect(next({ yaw: 6, pitch: 0, field: 60 }, 1136)).toBe('still');
});
