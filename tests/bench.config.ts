import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { type Certificate, makeCertificate } from './host/certificate.ts';
import { unpackChromium } from './support/chromium.ts';

const { executablePath, env } = await unpackChromium();

// Read again by each worker, which inherits it. By its public key: with errors merely ignored Chromium caches nothing.
if (!process.env.BENCH_CERTIFICATE) {
  const folder = join(tmpdir(), 'territoire-360-bench-certificate');
  mkdirSync(folder, { recursive: true });
  process.env.BENCH_CERTIFICATE = JSON.stringify(await makeCertificate(folder));
}
const { publicKey } = JSON.parse(process.env.BENCH_CERTIFICATE) as Certificate;

/**
 * Measures, apart from the tests: `npm run bench`, or one of them: `npm run bench -- visit-peers`. They mean
 * little while the machine does something else. Site and API are served over HTTP/2 with a certificate made at the start,
 * which this browser accepts.
 */
export default defineConfig({
  testDir: './bench',
  testMatch: [
    ...[
      'bench.ts',
      'script-sizes.ts',
      'visit-peers.ts',
      'detection.ts',
      'survey-import.ts',
      'walked-scenes.ts',
    ],
    // The former library is no dependency any longer: it is compared where somebody has it.
    ...(process.env.FORMER ? ['former-spheres.ts'] : []),
  ],
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
