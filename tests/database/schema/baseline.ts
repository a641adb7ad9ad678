// Writes the one migration of a product that is not deployed yet: the files of supabase/schemas, in their order. The file
// supabase/DEPLOYED marks the day of the first deployment; from then on migrations are append-only and this command refuses.
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = (name: string) => fileURLToPath(new URL(`../../../supabase/${name}`, import.meta.url));
const sqlFiles = async (name: string) =>
  (await readdir(folder(name))).filter((file) => file.endsWith('.sql')).sort();

if (existsSync(folder('DEPLOYED'))) {
  console.error(
    'supabase/DEPLOYED says that a hosted project has applied the baseline. Add a migration; « npm run db:check » says what it must change.',
  );
  process.exit(1);
}
const schemas = await sqlFiles('schemas');
const parts = await Promise.all(
  schemas.map(
    async (name) =>
      `-- schemas/${name}\n\n${(await readFile(join(folder('schemas'), name), 'utf8')).trim()}\n`,
  ),
);
const header =
  '-- Made from supabase/schemas by « npm run db:baseline ». Read the database there, not here.\n';
const migration = [header, ...parts].join('\n');

// Changed text gets a new version, so that a local data folder of another baseline is reported and not half
// migrated.
const previous = await sqlFiles('migrations');
const [current] = previous;
const isUnchanged =
  previous.length === 1 &&
  current !== undefined &&
  (await readFile(join(folder('migrations'), current), 'utf8')) === migration;
if (isUnchanged) {
  console.log(`${current} is what supabase/schemas says.`);
} else {
  const version = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  for (const name of previous) await rm(join(folder('migrations'), name));
  await writeFile(join(folder('migrations'), `${version}_baseline.sql`), migration);
  console.log(`${version}_baseline.sql written from ${schemas.length} files.`);
}
