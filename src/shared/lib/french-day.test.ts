import { expect, it } from 'vitest';
import { frenchDay } from './french-day';

it.each([
  ['2024-12-01', '1er\u00a0décembre 2024'],
  ['2027-08-23', '23\u00a0août 2027'],
])('%s', (day, text) => expect(frenchDay(day)).toBe(text));
