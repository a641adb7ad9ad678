import { expect, it } from 'vitest';
import { formatPhone, telHref } from './phone.ts';

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
