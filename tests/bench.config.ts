import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { type Certificate, makeCertificate } from './host/certificate.ts';
import { unpackChromium } from './support/chromium.ts';

const { executablePath, env } = await unpackChromium();

// Read again by each worker, which inherits it. By its public key: with errors merely ignored Chromium caches nothing.
process.env.BENCH_CERTIFICATE ??= JSON.stringify(
  await makeCertificate(mkdtempSync(join(tmpdir(), 'territoire-360-certificate-'))),
);
const { publicKey } = JSON.parse(process.env.BENCH_CERTIFICATE) as Certificate;

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
      args: [
        ...['--no-sandbox', '--enable-unsafe-swiftshader'],
        `--ignore-certificate-errors-spki-list=${publicKey}`,
      ],
    },
  },
});
