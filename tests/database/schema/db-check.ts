// Compares the database that supabase/migrations makes with the one that supabase/schemas describes, on PostgreSQL 17.
// Two other folders may be named: node --import tsx tests/database/schema/db-check.ts <folder> <folder>
import { resolve } from 'node:path';
import { startRealPostgres } from '../engines/real-postgres.ts';
import { tablesOfMigrations } from '../fixtures/tables.ts';
import { type CatalogueEntry, describeCatalogue } from '../mutations/fingerprint.ts';

/** Settings tables with a single row; other single-row tables hold random keys. */
const settings = tablesOfMigrations.filter((table) => table.startsWith('public.'));
const [left = 'supabase/migrations', right = 'supabase/schemas'] = process.argv.slice(2);

// Waits for both sides, so that a failure of one leaves no server of the other.
const sides = await Promise.allSettled([read(left), read(right)]);
const failures = sides.filter((side) => side.status === 'rejected');
for (const { reason } of failures) console.error(reason instanceof Error ? reason.message : reason);
if (failures.length > 0) process.exit(1);
const [ours = [], theirs = []] = sides.flatMap((side) => (side.status === 'fulfilled' ? [side.value] : []));
const kinds = [...new Set([...ours, ...theirs].map(({ kind }) => kind))].sort();
const count = (entries: CatalogueEntry[], kind: string) =>
  entries.filter((entry) => entry.kind === kind).length;
console.log(`Compared, ${left} with ${right}:`);
console.log(kinds.map((kind) => `  ${count(ours, kind)} / ${count(theirs, kind)} ${kind}`).join('\n'));

const differences = compare(ours, theirs);
for (const difference of differences) console.error(`\n${difference}`);
console.log(
  differences.length === 0
    ? `${left} and ${right} make the same database.`
    : `\n${differences.length} difference(s). A change edits supabase/schemas/ and adds a migration that makes the same.`,
);
if (differences.length > 0) process.exitCode = 1;

/** Reads the catalogue and the initial rows of a database that a folder of SQL files makes. */
async function read(folder: string): Promise<CatalogueEntry[]> {
  const postgres = await startRealPostgres({ folder: resolve(folder), api: false });
  try {
    const tables = await postgres.sql<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'private') order by 1`,
    );
    const rows = await postgres.sql<CatalogueEntry>(
      `${tables.map(({ name }) => `select 'table row count' as kind, '${name}' as name, count(*)::text as value from ${name}`).join(' union all ')}
       ${settings.map((table) => `union all select 'row of settings', '${table}', (to_jsonb(s) - 'updated_at')::text from ${table} s`).join(' ')}`,
    );
    return [...(await describeCatalogue(postgres.sql)), ...rows];
  } finally {
    await postgres.stop();
  }
}

/** Describes each entry that differs or is missing on one side. */
function compare(first: CatalogueEntry[], second: CatalogueEntry[]): string[] {
  const key = ({ kind, name }: CatalogueEntry) => `${kind} ${name}`;
  const values = (entries: CatalogueEntry[]) => new Map(entries.map((entry) => [key(entry), entry.value]));
  const [before, after] = [values(first), values(second)];
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    if (one === other) return [];
    if (one === undefined) return [`${name}\n  is only in ${right}: ${other}`];
    if (other === undefined) return [`${name}\n  is only in ${left}: ${one}`];
    return [`${name}\n  ${left}: ${one}\n  ${right}: ${other}`];
  });
}
