import { defineConfig } from '@playwright/test';
import { unpackChromium } from './support/chromium.ts';

const { executablePath, env } = await unpackChromium();

/**
 * Measures, apart from the tests: `npm run bench`, or one of them: `npm run bench -- admin-contacts`. They mean
 * little while the machine does something else. Site and API are served over HTTP/2 with a certificate made at the start,
 * which this browser accepts.
 */
export default defineConfig({
  testDir: './bench',
  testMatch: ['bench.ts', 'script-sizes.ts', 'visit.ts', 'admin-*.ts'],
  outputDir: './test-results/bench',
  workers: 1,
  reporter: [['line']],
  use: {
    launchOptions: {
      executablePath,
      env,
      args: ['--no-sandbox', '--ignore-certificate-errors', '--enable-unsafe-swiftshader'],
    },
  },
});
