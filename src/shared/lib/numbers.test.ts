import { describe, expect, it } from 'vitest';
import { counted, formatDecimal, formatNumber } from './numbers';

describe('formatNumber', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [4218, '4\u202f218'],
    [1234567, '1\u202f234\u202f567'],
  ])('writes %i as %j', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});

it.each([
  [10.26, '10,3'],
  [-0.8, '−0,8'],
  [-0.04, '0'],
])('writes %d with a decimal at most, as %j', (value, text) => {
  expect(formatDecimal(value)).toBe(text);
});

describe('counted', () => {
  it.each([
    [0, '0\u00a0visite'],
    [1, '1\u00a0visite'],
    [2, '2\u00a0visites'],
    [1500, '1\u202f500\u00a0visites'],
  ])('counts %i', (count, text) => {
    expect(counted(count, 'visite')).toBe(text);
  });

  it('takes a plural that is not an s', () => {
    expect(counted(2, 'nouveau', 'nouveaux')).toBe('2\u00a0nouveaux');
  });
});
