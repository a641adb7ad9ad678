import { defineConfig } from '@playwright/test';
import { unpackChromium } from './e2e/chromium.ts';

const { executablePath, env } = await unpackChromium();

/**
 * Measures, apart from the journeys: `npm run bench`, or one of them: `npm run bench -- admin-contacts`. They mean
 * little while the machine does something else.
 */
export default defineConfig({
  testDir: './bench',
  testMatch: ['bench.ts', 'admin-*.ts'],
  outputDir: './test-results/bench',
  workers: 1,
  reporter: [['line']],
  use: { launchOptions: { executablePath, env, args: ['--no-sandbox'] } },
});
