import { defineConfig } from '@playwright/test';
import { unpackChromium } from './e2e/chromium.ts';

const { executablePath, env } = await unpackChromium();

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  globalSetup: './e2e/global-setup.ts',
  // Each worker has a stack and a database of its own; the journeys of one file run one after the other.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    locale: 'fr-CA',
    timezoneId: 'America/Toronto',
    // A recording costs a third of the time: `TRACE=retain-on-failure npm run e2e` when one is wanted.
    trace: process.env.TRACE === 'retain-on-failure' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      env,
      args: ['--no-sandbox', '--disable-background-networking', '--use-angle=swiftshader'],
    },
  },
});
