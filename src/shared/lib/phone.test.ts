import { expect, it } from 'vitest';
import { fittingPhone, PHONE_LENGTH } from './fitting-phone';
import { formatPhone, telHref } from './phone';

it.each([
  ['819 555-0100', 'tel:8195550100'],
  ['+1 (819) 555-0100', 'tel:+18195550100'],
  ['819.555.0100', 'tel:8195550100'],
  ['819\u00a0555‑0100', 'tel:8195550100'],
  ['819 555-0100, poste 12', 'tel:8195550100;ext=12'],
  ['819 555-0100 p. 12', 'tel:8195550100;ext=12'],
  ['819 555-0100 p.12345', 'tel:8195550100;ext=12345'],
  ['819 555-0100 ext. 12', 'tel:8195550100;ext=12'],
  ['819-555-0100 x12', 'tel:8195550100;ext=12'],
  ['819 555-0100 #12', 'tel:8195550100;ext=12'],
  ['819 555-0100 (bureau)', 'tel:8195550100'],
  ['+33 1 23 45 67 89', 'tel:+33123456789'],
])('dials %s', (text, href) => {
  expect(telHref(text)).toBe(href);
});

it.each([['bonjour'], [''], ['poste 12'], ['12'], ['javascript:alert(1)'], ['9'.repeat(20)]])(
  'has no link for « %s »',
  (text) => {
    expect(telHref(text)).toBeUndefined();
  },
);

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

it.each([
  ['418-555-0119', '418 555-0119'],
  ['(418) 555.0119', '418 555-0119'],
  ['+1 418 555 0119', '418 555-0119'],
  ['4185550119 p. 12', '418 555-0119, poste 12'],
  ['418 555-0119 (bureau)', '418 555-0119 (bureau)'],
  ['+33 1 23 45 67 89', '+33 1 23 45 67 89'],
  ['bonjour', 'bonjour'],
])('writes %s as Québec does', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown);
});
