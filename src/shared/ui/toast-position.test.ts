import { describe, expect, it } from 'vitest';
import { placeInSlot } from './header-place';
import { lowestPosition } from './toast-position';

const notice = { left: 900, right: 1256, height: 80 };
const view = { height: 800, foot: 24 };
const box = (top: number, bottom: number, left = 0, right = 1280) => ({ top, bottom, left, right });

describe('the place of a notice', () => {
  it.each([
    ['nothing is in the way', [], 24],
    ['what is in the way stands at the left', [box(700, 800, 0, 300)], 24],
    ['a bar is at the foot', [box(740, 800)], 72],
    ['a heading stands just above the bar', [box(740, 800), box(650, 690, 900, 1000)], 162],
    ['only room for it is under the header', [box(150, 800)], 24],
  ])('where %s', (_what, boxes, place) => {
    expect(lowestPosition(notice, view, boxes)).toBe(place);
  });

  it('is above the keyboard of a phone', () => {
    expect(lowestPosition(notice, { height: 800, foot: 316 }, [box(740, 800)])).toBe(316);
  });

  it.each([
    ['of a phone', { left: 52, right: 280, top: 0 }, 375, { left: 52, right: 95, width: 228 }],
    [
      'of a desk, where it is no wider than it need be',
      { left: 56, right: 856, top: 0 },
      1280,
      { left: 408, right: 424, width: 448 },
    ],
  ])('is in the part of a header that nobody presses: that %s', (_what, slot, width, place) => {
    expect(placeInSlot(slot, width)).toEqual({ edge: 'top', top: 4, ...place });
  });
});
