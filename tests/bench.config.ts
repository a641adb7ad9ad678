import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { type Certificate, makeCertificate } from './host/certificate.ts';
import { unpackChromium } from './support/chromium.ts';

const { executablePath, env } = await unpackChromium();

// Workers inherit the variable. The certificate is trusted by its public key: with errors merely ignored
// Chromium caches nothing.
if (!process.env.BENCH_CERTIFICATE) {
  const folder = join(tmpdir(), 'territoire-360-bench-certificate');
  mkdirSync(folder, { recursive: true });
  process.env.BENCH_CERTIFICATE = JSON.stringify(await makeCertificate(folder));
}
const { publicKey } = JSON.parse(process.env.BENCH_CERTIFICATE) as Certificate;

/**
 * Benchmarks, separate from the tests: `npm run bench`, or one by name: `npm run bench -- visit-peers`. They mean
 * little on a busy machine. Site and API are served over HTTP/2 with a certificate made at the start, which this
 * browser accepts.
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
    // The former library is no longer a dependency, so it is compared only where a folder has it.
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
