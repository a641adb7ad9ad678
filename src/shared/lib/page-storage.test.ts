import { expect, it } from 'vitest';
import { standInForStorage } from './page-storage';

const refused = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};
const pageWith = (read: () => unknown) =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      ['localStorage', 'sessionStorage'].map((name) => [name, { get: read, configurable: true }]),
    ),
  ) as Window;

it.each([
  ['refuses its storage', refused],
  ['has none', () => null],
])('a browser that %s has one for the page', (_, read) => {
  const page = pageWith(read);
  standInForStorage(page);
  const { localStorage, sessionStorage } = page;
  // Libraries test the storage in this way.
  expect('touch' in localStorage).toBe(false);
  Reflect.set(localStorage, 'touch', true);
  expect('touch' in localStorage).toBe(true);
  localStorage.setItem('a', '1');
  expect([localStorage.getItem('a'), localStorage.getItem('b'), localStorage.length]).toEqual(['1', null, 2]);
  expect([...Array(localStorage.length).keys()].map((index) => localStorage.key(index))).toEqual([
    'touch',
    'a',
  ]);
  expect(Object.keys(localStorage)).toEqual(['touch', 'a']);
  localStorage.removeItem('a');
  expect(localStorage.getItem('a')).toBeNull();
  localStorage.clear();
  expect(localStorage.length).toBe(0);
  expect(sessionStorage).not.toBe(localStorage);
});

it('a browser that has a storage keeps it', () => {
  const own = {};
  const page = pageWith(() => own);
  standInForStorage(page);
  expect(page.localStorage).toBe(own);
});
