import { expect, test } from 'vitest';
import { cardSpot } from './card-spot';

const card = { width: 320, height: 200 };
const frame = { width: 1280, height: 600 };
const pointAt = (x: number, y: number, isVisible = true) => ({ x, y, isVisible });

test('a card stands beside its point, and changes side near an edge only', () => {
  expect(cardSpot(pointAt(640, 300), card, frame, 'right')).toEqual({
    ...{ side: 'right', left: 676, top: 256, stem: 44, isNear: true },
  });
  expect(cardSpot(pointAt(1000, 300), card, frame, 'right')).toMatchObject({ side: 'left', left: 644 });
  // A point that returns to the middle keeps the card's side.
  expect(cardSpot(pointAt(640, 300), card, frame, 'left')).toMatchObject({ side: 'left', left: 284 });
  expect(cardSpot(pointAt(200, 300), card, frame, 'left').side).toBe('right');
});

test.each([
  ['beyond the right edge', pointAt(2560, 300, false)],
  ['beyond the left edge', pointAt(-1280, 300, false)],
  ['above', pointAt(640, -400, false)],
  ['below', pointAt(640, 2000, false)],
])('a card of a point %s stays inside the picture, above its buttons', (_where, point) => {
  for (const before of ['left', 'right'] as const) {
    const { left, top, isNear } = cardSpot(point, card, frame, before);
    expect(isNear).toBe(false);
    expect(left).toBeGreaterThanOrEqual(12);
    expect(left + card.width).toBeLessThanOrEqual(frame.width - 12);
    expect(top).toBeGreaterThanOrEqual(12);
    expect(top + card.height).toBeLessThanOrEqual(frame.height - 72);
  }
});

test('a card never covers a point in the middle of the smallest picture that has room beside it', () => {
  const small = { width: 568, height: 268 };
  const narrow = { width: 0.4 * small.width, height: 180 };
  for (const before of ['left', 'right'] as const) {
    const { left, isNear } = cardSpot(pointAt(284, 134), narrow, small, before);
    expect(isNear).toBe(true);
    expect(284 < left - 20 || 284 > left + narrow.width + 20).toBe(true);
  }
});
