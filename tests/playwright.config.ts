import { defineConfig } from '@playwright/test';
import { unpackChromium } from './support/chromium.ts';

const { executablePath, env } = await unpackChromium();

/** The longest test files run first, so that no worker is left with one at the end. */
const longFiles = [
  ...['**/quotes-inbox.spec.ts', '**/campaigns.spec.ts', '**/issued-quotes.spec.ts'],
  ...['**/auth.spec.ts', '**/contacts.spec.ts', '**/tour.spec.ts'],
];
const LONGEST = '**/built-site.spec.ts';

export default defineConfig({
  projects: [
    { name: 'stack', testDir: './e2e/stack' },
    { name: 'built', testDir: './e2e', testMatch: LONGEST, grepInvert: /@proof/ },
    { name: 'long', testDir: './e2e', testMatch: longFiles, grepInvert: /@proof/ },
    { name: 'admin', testDir: './e2e/admin', testIgnore: longFiles, grepInvert: /@proof/ },
    { name: 'site', testDir: './e2e/site', testIgnore: [LONGEST, ...longFiles], grepInvert: /@proof/ },
    // These are long, and run in `npm run proof` only.
    { name: 'resilience', testDir: './e2e/resilience' },
    { name: 'proof', testDir: './e2e', grep: /@proof/ },
  ],
  outputDir: './test-results',
  globalSetup: './support/global-setup.ts',
  // Each worker has a stack, a database and a built site, which cost a quarter of all tests' time: `npm test`
  // has one worker, beside the database and screen tests.
  workers: process.env.PROOF === '1' ? 2 : 1,
  fullyParallel: false,
  forbidOnly: true,
  // A slow machine may need a retry; the tests that did are listed at the end.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./support/flaky-tests.ts']],
  use: {
    // The service worker would answer instead of a test's network mocks; offline.spec.ts tests it.
    serviceWorkers: 'block',
    locale: 'fr-CA',
    timezoneId: 'America/Toronto',
    // The picture at the top of the home page turns, which is drawn without a graphics card here: by night only.
    contextOptions: { reducedMotion: process.env.PROOF === '1' ? 'no-preference' : 'reduce' },
    // A trace takes a third of the time: `TRACE=retain-on-failure npm run e2e` records one.
    trace: process.env.TRACE === 'retain-on-failure' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      env,
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-gpu',
        '--enable-unsafe-swiftshader',
      ],
    },
  },
});
