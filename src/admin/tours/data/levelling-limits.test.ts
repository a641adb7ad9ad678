import { expect, it } from 'vitest';
import { canBeLevelled, tiltText } from './levelling-limits';

it('says how a camera leaned in numbers as Québec writes them', () => {
  expect(tiltText({ roll: 1.24, pitch: -10 })).toBe('roulis 1,2\u00a0°, tangage −10\u00a0°');
});

it.each([
  [8192, 180, true],
  [16_384, 1.5, true],
  [16_384, 22, true],
  // More than half of a decoded picture of 537 MB would be held twice.
  [16_384, 23, false],
  [11_904, 40, true],
])('a panorama %i pixels wide that leans by %f° can be levelled: %s', (width, roll, expected) => {
  expect(canBeLevelled(width, { roll, pitch: 0 })).toBe(expected);
});
