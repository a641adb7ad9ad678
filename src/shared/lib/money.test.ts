import { describe, expect, it } from 'vitest';
import { formatAmount, formatCents, readHundredths, typedHundredths } from './money';

const plainSpaces = (text: string) => text.replace(/\s/g, ' ');

describe('an amount', () => {
  it.each([
    ['12 500 $', 1_250_000],
    ['12\u00a0500\u00a0$', 1_250_000],
    ['1250,50', 125_050],
    ['1140,5', 114_050],
    ['140,', 14_000],
    ['12,5 %', 1_250],
    ['0.5', 50],
    ['', null],
    ['  ', null],
    ['douze', undefined],
    ['-5', undefined],
    ['1,234', undefined],
    ['1.140', undefined],
    ['1 140$50', 114_050],
    ['1\u00a0140 $ 50', 114_050],
    ['$1140.50', 114_050],
    ['1,140.50', 114_050],
    ['1.140,50 $', 114_050],
    ['1 234 567,8', 123_456_780],
    // An ambiguous amount is refused: it must never be read as a hundred times more.
    ['1140 50', undefined],
    ['11 40', undefined],
    ['1 140$5', undefined],
    ['12%5', undefined],
    ['1 140 50', undefined],
    ['0,005', undefined],
    ['-50', undefined],
    ['1e3', undefined],
    ['1,2,3', undefined],
    ['99 999 999,99', 9_999_999_999],
    ['100 000 000', undefined],
  ])('« %s » → %s', (typed, cents) => expect(readHundredths(typed)).toBe(cents));

  it('is printed to the cent, said without cents where there are none, and typed as it is read', () => {
    expect(plainSpaces(formatCents(131_072))).toBe('1 310,72 $');
    expect(plainSpaces(formatCents(5))).toBe('0,05 $');
    expect(plainSpaces(formatAmount(1_250_000))).toBe('12 500 $');
    expect(plainSpaces(formatAmount(125_050))).toBe('1 250,50 $');
    expect(readHundredths(typedHundredths(114_050))).toBe(114_050);
  });
});
