import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { questionOf } from './recorded-request.ts';
import { RECORDING, readNoted, readRecorded } from './recording.ts';

/**
 * Rewrites recorded.json from all end-to-end tests, or from the given folders of notes. A known question keeps its
 * example, so that the file changes only with the application.
 */
const namedFolders = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'territoire-requests-'));
try {
  if (namedFolders.length === 0) {
    const projects = ['built', 'long', 'admin', 'site', 'resilience', 'proof'].map(
      (name) => `--project=${name}`,
    );
    execFileSync('npx', ['playwright', 'test', ...projects], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, NOTED_REQUESTS: folder },
      stdio: 'inherit',
    });
  }
  const known = new Map(readRecorded().map((request) => [questionOf(request), request]));
  const noted = readNoted(...(namedFolders.length > 0 ? namedFolders : [folder]));
  const requests = [...noted].map(([question, request]) => ({
    question,
    request: known.get(question) ?? request,
  }));
  const lines = requests
    .sort((left, right) => (left.question < right.question ? -1 : 1))
    .map(({ request }) => JSON.stringify(request));
  writeFileSync(RECORDING, `[\n${lines.join(',\n')}\n]\n`);
  console.log(`${lines.length} requests`);
} finally {
  rmSync(folder, { recursive: true });
}
