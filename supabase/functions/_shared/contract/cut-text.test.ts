import { describe, expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

describe('a text that is cut', () => {
  it.each([
    ['court', 10, 'court'],
    ['abcdef', 3, 'abc'],
    [`${'x'.repeat(9)}🏳️‍🌈`, 10, 'x'.repeat(9)],
    [`${'x'.repeat(9)}😀 et la suite`, 10, `${'x'.repeat(9)}😀`],
    [`${'x'.repeat(9)}e\u0301té`, 10, 'x'.repeat(9)],
    ['😀😀😀', 3, '😀😀😀'],
    [`e${'\u0301'.repeat(50)}`, 10, `e${'\u0301'.repeat(9)}`],
    ['', 5, ''],
  ])('ends between two characters: %s at %i', (text, most, expected) => {
    expect(cutText(text, most)).toBe(expected);
  });

  it('is never longer than the column, nor has half of a character', () => {
    const text = `${'Rue 😀 des 👩‍👩‍👧 é e\u0301 '.repeat(30)}`;
    for (let most = 1; most < 120; most++) {
      const cut = cutText(text, most);
      expect([...cut].length).toBeLessThanOrEqual(most);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut).not.toMatch(/[\ud800-\udbff]$|\u200d$/);
    }
  });
});
