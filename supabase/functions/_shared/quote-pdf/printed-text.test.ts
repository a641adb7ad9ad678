import { expect, it } from 'vitest';
import { printedDate, printedMoney, printedQuantity } from './printed-text.ts';

it.each([
  [0, '0,00\u00a0$'],
  [5, '0,05\u00a0$'],
  [131_072, '1\u00a0310,72\u00a0$'],
  [123_456_789, '1\u00a0234\u00a0567,89\u00a0$'],
  [-100_000, '−1\u00a0000,00\u00a0$'],
])('writes %i cents with spaces that do not break', (cents, expected) => {
  expect(printedMoney(cents)).toBe(expected);
});

it.each([
  ['1', '1'],
  ['12.500', '12,5'],
  ['1.000', '1'],
  ['0.125', '0,125'],
  ['12500', '12\u00a0500'],
])('writes the quantity %s as people do', (quantity, expected) => {
  expect(printedQuantity(quantity)).toBe(expected);
});

it('writes dates in French, the first of a month with its ending', () => {
  expect(printedDate('2026-12-01')).toBe('1er\u00a0décembre\u00a02026');
  expect(printedDate('2026-08-31')).toBe('31\u00a0août\u00a02026');
});
