import { expect, it } from 'vitest';
import { copyTitle } from './copy-title';

it('says that it is a copy, within the length of the column, and which one', () => {
  expect(copyTitle('Captation', 100)).toBe('Captation (copie)');
  expect(copyTitle('é'.repeat(200), 100)).toBe(`${'é'.repeat(92)} (copie)`);
  expect(copyTitle('Captation', 100, ['Captation (copie)', 'Captation (copie 2)'])).toBe(
    'Captation (copie 3)',
  );
});
