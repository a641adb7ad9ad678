import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'territoire-db-check-'));
});
afterAll(() => rm(home, { recursive: true }));

/** A folder with one file of SQL. */
async function folder(name: string, sql: string): Promise<string> {
  const made = await mkdtemp(join(home, 'side-'));
  await writeFile(join(made, name), sql);
  return made;
}

test('db:check · a file that PostgreSQL does not understand · named with its message, and no server is left behind', async () => {
  const folders = [
    await folder('1_broken.sql', 'create tabel public.notes (id integer);'),
    // The second folder fails later than the first, while its server is still running.
    await folder('2_late.sql', 'select pg_sleep(2); create table public.notes (id nothing_known);'),
  ];
  const check = spawn(
    process.execPath,
    ['--import', 'tsx', 'tests/database/schema/db-check.ts', ...folders],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  // Waits for the end of both streams: a server left behind would hold them open.
  const [output, errors] = await Promise.all([text(check.stdout), text(check.stderr), once(check, 'close')]);
  expect(output).toBe('');
  expect(errors).toContain('1_broken.sql: syntax error at or near "tabel"');
  expect(errors).toContain('2_late.sql: type "nothing_known" does not exist');
  expect(errors).not.toContain('node:internal');
  expect(check.exitCode).toBe(1);
}, 40_000);
