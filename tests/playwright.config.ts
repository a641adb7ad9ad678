import { defineConfig } from '@playwright/test';
import { unpackChromium } from './support/chromium.ts';

const { executablePath, env } = await unpackChromium();

/** The longest go first, so that no worker is left with one at the end. */
const LONG = [
  ...['**/quotes-inbox.spec.ts', '**/campaigns.spec.ts', '**/issued-quotes.spec.ts'],
  ...['**/auth.spec.ts', '**/contacts.spec.ts', '**/tour.spec.ts'],
];
const LONGEST = '**/built-site.spec.ts';

export default defineConfig({
  projects: [
    { name: 'stack', testDir: './e2e/stack' },
    { name: 'built', testDir: './e2e', testMatch: LONGEST, grepInvert: /@proof/ },
    { name: 'long', testDir: './e2e', testMatch: LONG, grepInvert: /@proof/ },
    { name: 'admin', testDir: './e2e/admin', testIgnore: LONG, grepInvert: /@proof/ },
    { name: 'site', testDir: './e2e/site', testIgnore: [LONGEST, ...LONG], grepInvert: /@proof/ },
    // Long: `npm run proof`.
    { name: 'resilience', testDir: './e2e/resilience' },
    { name: 'proof', testDir: './e2e', grep: /@proof/ },
  ],
  outputDir: './test-results',
  globalSetup: './support/global-setup.ts',
  // Each worker has a stack, a database and a built site of its own, which cost a quarter of all journeys: `npm test` has one
  // worker, beside the tests of the database and of the screens.
  workers: process.env.PROOF === '1' ? 2 : 1,
  fullyParallel: false,
  forbidOnly: true,
  // A machine slower than any of ours proves the same; what needed the second try is said at the end.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./support/flaky-tests.ts']],
  use: {
    // The service worker would answer before a test that stands for the network; offline.spec.ts is about it.
    serviceWorkers: 'block',
    locale: 'fr-CA',
    timezoneId: 'America/Toronto',
    // A recording costs a third of the time: `TRACE=retain-on-failure npm run e2e` when one is wanted.
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
