import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../../local/api/start-api.ts';
import {
  backUpProject,
  type Project,
  proveProject,
  restoreProject,
} from '../../supabase/operations/hosted-backup.ts';
import { startEmptyApi } from './engines/empty-api.ts';
import { type RealPostgres, startRealPostgres } from './engines/real-postgres.ts';

// Rows come from real PostgreSQL with a hosted project's rights; objects come through the storage service.
let postgres: RealPostgres;
let api: Api;
let home: string;
let project: Project;

const supabaseDir = join(import.meta.dirname, '../../supabase');

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'territoire-360-backup-'));
  [postgres, api] = await Promise.all([
    startRealPostgres({ api: false }),
    startEmptyApi({ webUrls: ['http://127.0.0.1:1'] }),
  ]);
  // The demo content goes into a copy, because other files use the original database.
  for (const name of ['seed.sql', 'seed/panorama-tours.sql'])
    await postgres.sql(await readFile(join(supabaseDir, name), 'utf8'));
  project = { databaseUrl: postgres.url, apiUrl: api.url, secretKey: api.secretKey };
});

afterAll(async () => {
  await postgres?.stop();
  await api?.close();
  await rm(home, { recursive: true, force: true });
});

const objectUrl = (name: string) => `${api.url}/storage/v1/object/tour-images/${name}`;
const publicUrl = (name: string) => `${api.url}/storage/v1/object/public/tour-images/${name}`;
const putObject = (name: string, content: string) =>
  fetch(objectUrl(name), {
    method: 'POST',
    headers: {
      apikey: api.secretKey,
      authorization: `Bearer ${api.secretKey}`,
      'content-type': 'image/jpeg',
    },
    body: content,
  });

/** Tables that a hold on sending changes, so that no restore leaves them as they were. */
const HELD_TABLES = [
  'public.sending_holds',
  'public.campaigns',
  'public.email_sends',
  'public.notifications',
  'private.daily_digests',
];

/** Reads every value of every business table, as text. */
async function everyRow(): Promise<Record<string, string>> {
  const tables = await postgres.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private') or schemaname = 'auth' and tablename in ('users', 'identities')`,
  );
  const rows: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await postgres.sql<{ all: string }>(
      `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as all from ${name} t`,
    );
    rows[name] = row?.all ?? '';
  }
  return rows;
}

it('backup, wipe, restore: every row, every picture, every counter is what it was', async () => {
  await postgres.sql(
    `insert into public.tags (name, slug, color, display_order) values ('é;"x', 'difficile', '#123456', 99);
     insert into private.request_rate_limits (key) values ('a'), ('b');
     update public.tags set icon = '' where slug = 'difficile'`,
  );
  expect((await putObject('phare.jpg', 'octets du phare')).status).toBe(200);
  const tiles = 'survey-tiles/a.tiles';
  await fetch(`${api.url}/storage/v1/object/${tiles}`, {
    method: 'POST',
    headers: {
      apikey: api.secretKey,
      authorization: `Bearer ${api.secretKey}`,
      'content-type': 'application/octet-stream',
    },
    body: 'tuiles',
  });
  const before = await everyRow();
  const manifest = await backUpProject(project, join(home, 'sauvegarde'), new Date());
  expect(manifest.rows['public.tags']).toBeGreaterThan(1);
  const files = Object.keys(manifest.files);
  // Every bucket is copied, whenever it was added, except the send mark.
  expect(files).toEqual(expect.arrayContaining(['storage/tour-images/phare.jpg', `storage/${tiles}`]));
  expect(files.some((name) => name.startsWith('storage/send-mark/'))).toBe(false);

  await postgres.sql(
    'delete from public.virtual_tours; delete from public.contacts; delete from public.organisations; delete from public.tags; delete from auth.users; alter table private.request_rate_limits alter column id restart with 1',
  );
  await putObject('apres.jpg', 'une autre');
  await fetch(objectUrl('phare.jpg'), {
    method: 'DELETE',
    headers: { apikey: api.secretKey, authorization: `Bearer ${api.secretKey}` },
  });
  expect(await everyRow()).not.toEqual(before);

  await restoreProject(project, join(home, 'sauvegarde'));
  const after = await everyRow();
  for (const [table, rows] of Object.entries(before))
    if (!HELD_TABLES.includes(table)) expect(after[table], table).toBe(rows);
  const [held] = await postgres.sql(
    'select copied_at, found_by from public.sending_holds where lifted_at is null',
  );
  expect(held).toEqual({ copied_at: new Date(manifest.madeAt), found_by: 'restore' });
  const [waiting] = await postgres.sql(
    `select (select count(*) from public.campaigns where status in ('en_cours', 'programmé') and paused_at is null)
       + (select count(*) from public.notifications where state = 'en_attente') as number`,
  );
  expect(waiting).toEqual({ number: '0' });
  expect(await (await fetch(publicUrl('phare.jpg'))).text()).toBe('octets du phare');
  expect((await fetch(publicUrl('apres.jpg'))).ok).toBe(false);
  // The next sequence value follows the restored rows.
  await postgres.sql("insert into private.request_rate_limits (key) values ('c')");
  console.log(
    `Backup and restore: ${Object.values(manifest.rows).reduce((sum, rows) => sum + rows, 0)} rows of ${Object.keys(manifest.rows).length} tables, ${Object.keys(manifest.files).length} files.`,
  );
});

it('a backup put back elsewhere: compared, noted, and the other database is left as it was', {
  tags: ['proof'],
}, async () => {
  const folder = join(home, 'prouvee');
  const other = await startRealPostgres({ api: false });
  try {
    await other.sql(
      "insert into public.tags (name, slug, color, display_order) values ('À elle', 'a-elle', '#123456', 1)",
    );
    const made = await backUpProject(project, folder, new Date());
    const at = new Date();
    expect((await proveProject(project, other.url, folder, at)).differences).toBe(0);
    const noted = await postgres.sql(
      'select made_at, row_count, file_count, proven_at, differences from public.backups where made_at = $1',
      [made.madeAt],
    );
    const row_count = Object.values(made.rows).reduce((sum, rows) => sum + rows, 0);
    const file_count = Object.keys(made.files).length;
    expect(noted).toEqual([
      { made_at: new Date(made.madeAt), row_count, file_count, proven_at: at, differences: 0 },
    ]);
    expect(await other.sql('select slug from public.tags')).toEqual([{ slug: 'a-elle' }]);
    // A trigger changes what is inserted, so the restored rows differ from the copy.
    await other.sql(`create function private.shout() returns trigger language plpgsql as 'begin new.name := upper(new.name); return new; end';
      create trigger shout before insert on public.tags for each row execute function private.shout();
      alter table public.tags enable always trigger shout`);
    expect((await proveProject(project, other.url, folder, at)).differences).toBe(made.rows['public.tags']);
    await expect(proveProject(project, project.databaseUrl, folder, at)).rejects.toThrow(/autre projet/);
  } finally {
    await other.stop();
  }
});

it('a damaged or interrupted backup, one of other migrations or of other tables changes nothing', async () => {
  const folder = join(home, 'abimee');
  await backUpProject(project, folder, new Date());
  const before = await everyRow();
  const file = join(folder, 'database/public.tags.csv');
  const content = await readFile(file, 'utf8');
  await writeFile(file, content.replace('difficile', 'facile'));
  await expect(restoreProject(project, folder)).rejects.toThrow(/abîmée.*public\.tags\.csv/);
  await writeFile(file, content);

  const manifestFile = join(folder, 'manifest.json');
  const manifest = await readFile(manifestFile, 'utf8');
  await writeFile(manifestFile, manifest.replace('"public.tags":', '"public.disparue":'));
  await expect(restoreProject(project, folder)).rejects.toThrow(/public\.disparue/);
  await writeFile(manifestFile, manifest.replace(/"migration": .*/, '"migration": "19990101000000",'));
  await expect(restoreProject(project, folder)).rejects.toThrow(/migration 19990101000000/);
  await rm(manifestFile);
  await expect(restoreProject(project, folder)).rejects.toThrow(/n'est pas une sauvegarde complète/);
  expect(await everyRow()).toEqual(before);
  expect(await readdir(folder)).toEqual(['database', 'storage']);
});
