import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** The package does not carry its date, so it is written beside the version and changed with it. */
const { chromium, dependencies } = read('tests/package.json');
const MONTHS = 6;

test('the release date of the browser of the tests is that of the version that is installed', () => {
  const installed = read('tests/package-lock.json').packages['node_modules/@sparticuz/chromium'].version;
  expect([chromium.version, dependencies['@sparticuz/chromium']]).toEqual([installed, installed]);
  expect(chromium.released).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test(`the browser of the tests is less than ${MONTHS} months old`, () => {
  const limit = new Date(chromium.released);
  limit.setUTCMonth(limit.getUTCMonth() + MONTHS);
  expect(
    limit.getTime(),
    `Chromium ${chromium.version} came out on ${chromium.released}. Take the newest: npm view @sparticuz/chromium version time, then npm install --prefix tests --save-exact @sparticuz/chromium@…, and write its version and date under "chromium" in tests/package.json.`,
  ).toBeGreaterThan(Date.now());
});
