// Writes src/shared/database.types.ts from the migrations, or with --check fails when the file is stale.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startRealPostgres } from '../engines/real-postgres.ts';
import { runSupabase } from './supabase-cli.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const target = fileURLToPath(new URL('../../../src/shared/database.types.ts', import.meta.url));
const biome = fileURLToPath(new URL('../../../node_modules/.bin/biome', import.meta.url));
const command = 'node --import tsx tests/database/schema/generate-types.ts';

const types = await format(await generate());
if (process.argv.includes('--check')) {
  const current = await readFile(target, 'utf8').catch(() => '');
  if (current !== types) {
    console.error(`src/shared/database.types.ts does not match the migrations. Run: ${command}`);
    process.exit(1);
  }
  console.log('src/shared/database.types.ts matches the migrations.');
} else {
  await writeFile(target, types);
  console.log('src/shared/database.types.ts written.');
}

async function generate(): Promise<string> {
  const postgres = await startRealPostgres({ api: false });
  try {
    const { stdout } = await runSupabase([
      'gen',
      'types',
      '--schema',
      'public',
      `--remote=${postgres.url}?sslmode=disable`,
    ]);
    const start = stdout.indexOf('export type Json');
    if (start < 0) throw new Error(`The CLI printed no types:\n${stdout}`);
    return `// Generated from supabase/migrations. Do not edit; run: ${command}\n${stdout.slice(start)}`;
  } finally {
    await postgres.stop();
  }
}

/** The CLI prints its types unformatted; our formatter makes a change readable in a diff. */
async function format(source: string): Promise<string> {
  const child = run(biome, ['format', '--stdin-file-path=src/lib/generated.ts'], { cwd: root });
  child.child.stdin?.end(source);
  return (await child).stdout;
}
