// Writes the baseline migration from supabase/schemas. Migrations are append-only once there is a second one, or once a
// hosted project has applied the baseline: the command refuses the first case; nobody but a person knows the second.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = (name: string) => fileURLToPath(new URL(`../../../supabase/${name}`, import.meta.url));
const baseline = '20261122000000_baseline.sql';

const later = (await readdir(folder('migrations'))).filter(
  (name) => name.endsWith('.sql') && name !== baseline,
);
if (later.length > 0) {
  console.error(
    `${later.join(', ')} would follow a rewritten baseline. Add a migration instead; « npm run db:check » says what it must change.`,
  );
  process.exit(1);
}
const files = (await readdir(folder('schemas'))).filter((name) => name.endsWith('.sql')).sort();
const parts = await Promise.all(
  files.map(
    async (name) =>
      `-- schemas/${name}\n\n${(await readFile(join(folder('schemas'), name), 'utf8')).trim()}\n`,
  ),
);
const header =
  '-- Made from supabase/schemas by « npm run db:baseline ». Read the database there, not here.\n';
await writeFile(join(folder('migrations'), baseline), [header, ...parts].join('\n'));
console.log(`${baseline} written from ${files.length} files.`);
