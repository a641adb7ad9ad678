import { defineConfig } from '@playwright/test';
import { unpackChromium } from './e2e/chromium.ts';

const { executablePath, env } = await unpackChromium();

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  globalSetup: './e2e/global-setup.ts',
  // One stack, one database: journeys run one after the other.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    locale: 'fr-CA',
    timezoneId: 'America/Toronto',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      env,
      args: ['--no-sandbox', '--disable-background-networking', '--use-angle=swiftshader'],
    },
  },
});
