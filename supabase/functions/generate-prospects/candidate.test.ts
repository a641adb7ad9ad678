import { expect, test } from 'vitest';
import { columnText } from './candidate.ts';

test('what a register writes reads as it is stored: one line, nothing invisible, nothing turned', () => {
  expect(columnText(' Auberge\u200e du\u00ad Lac\r\n\u202e(Percé)\u2066 ')).toBe('Auberge du Lac (Percé)');
  expect(columnText('\u200b\u2060')).toBeUndefined();
});
