import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { subjects } from '@/admin/subjects';

/** The file in which edge functions have the addresses of records: they cannot import the back office. */
export const RECORD_PATHS = 'supabase/functions/_shared/record-paths.ts';

const ID = 'id-of-a-record';

/** Writes the address of each kind of records, from the subjects of the back office. */
export function recordPaths(): string {
  const paths = subjects.flatMap(({ search = {}, records = {} }) => [
    ...Object.entries(search).flatMap(([kind, { href }]) => (href ? [[kind, href] as const] : [])),
    ...Object.entries(records),
  ]);
  const twice = paths.find(([kind], index) => paths.findIndex(([other]) => other === kind) < index);
  if (twice) throw new Error(`Two subjects give the address of « ${twice[0]} »`);
  const templates = Object.fromEntries(paths.map(([kind, href]) => [kind, href(ID).replace(ID, ':id')]));
  return `/** Addresses of records in the back office, by kind, written by \`npm run renew -- record-paths\`. */
const paths = new Map(Object.entries(${JSON.stringify(templates)}));

/** Returns the address of a record in the back office; undefined for a kind that has none. */
export const recordPath = (kind: string, id: string): string | undefined => paths.get(kind)?.replace(':id', () => id);
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL(`../${RECORD_PATHS}`, import.meta.url), recordPaths());
