import { telHref } from '@contract/phone';
import { expect, it } from 'vitest';
import { fittingPhone, PHONE_LENGTH } from './fitting-phone';

it.each([
  ['819 555-0100, poste 12', '819 555-0100 p. 12'],
  ['+1 (819) 555-0100, poste 1234', '819 555-0100 p. 1234'],
  ['(819) 555-0100 poste 12345', '819 555-0100 p.12345'],
])('shortens %s, and dials the same', (typed, short) => {
  expect(fittingPhone(typed)).toBe(short);
  expect(short.length).toBeLessThanOrEqual(PHONE_LENGTH);
  expect(telHref(short)?.split(';')[1]).toBe(telHref(typed)?.split(';')[1]);
});

it.each([
  [' 819 555-0100 ', '819 555-0100'],
  ['bonjour à toutes et à tous', 'bonjour à toutes et à tous'],
  ['', ''],
])('leaves « %s » as it is', (typed, kept) => {
  expect(fittingPhone(typed)).toBe(kept);
});
