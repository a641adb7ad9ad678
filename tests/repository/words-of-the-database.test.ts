import { readdirSync, readFileSync } from 'node:fs';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { provideWords, readTables, readTodayLines } from '@/admin/kit/data/subject-words';
import type { TodayItem } from '@/admin/kit/lib/today-lines';
import { subjects } from '@/admin/subjects';
import { recordPath } from '../../supabase/functions/_shared/record-paths.ts';

const schemas = readdirSync('supabase/schemas').map((file) =>
  readFileSync(`supabase/schemas/${file}`, 'utf8'),
);
const sql = schemas.join('\n');
const client = new QueryClient();
provideWords(client, subjects);

it('every kind that SQL brings to « Aujourd’hui » and to the digest has its words in both', async () => {
  const functions = sql.match(/create function private\.\w+_today_rows\([\s\S]+?\n\$\$;/g) ?? [];
  expect(functions.length).toBeGreaterThan(10);
  const kinds = functions.flatMap((body) =>
    // The kind of an item, followed by its words in the digest.
    [...body.matchAll(/^ *select (?:case (.+?) end|('\w+')),\s(?:'\p{L}{4}|format\('|\s+case )/gmu)].flatMap(
      ([, choice = '', one = '']) => choice.replace(/when '\w+'/g, '').match(/'\w+'/g) ?? [one],
    ),
  );
  const brought = new Set(kinds.map((kind) => kind.slice(1, -1)));
  expect(new Set(Object.keys(await readTodayLines(client)))).toEqual(brought);
});

it('the tables whose changes SQL logs are those that have French names for them', async () => {
  const logged = [...sql.matchAll(/^select private\.attach_activity_log\('(\w+)'/gm)].map(
    ([, table]) => table,
  );
  expect(logged.length).toBeGreaterThan(10);
  const named = Object.entries(await readTables(client)).flatMap(([name, table]) =>
    table.logged ? name : [],
  );
  expect(named.sort()).toEqual(logged.sort());
});

it('each line of « Aujourd’hui » about a record has its address in the edge functions too', async () => {
  const id = 'e701c340-8539-42c2-aa14-4594fcd8960d';
  const item = { record_id: id, title: '', detail: null, due_at: null, amount: 1, target: null };
  for (const [kind, { words }] of Object.entries(await readTodayLines(client))) {
    const { to } = words({
      ...item,
      kind,
      urgency: 0,
      target_id: null,
      phone: null,
      postponed_until: null,
    } as TodayItem);
    // Some are about a whole list, and some about the record that they name. A tender is read in its list.
    if (to.includes(id)) expect(to.startsWith(recordPath(kind, id) ?? 'an address'), kind).toBe(true);
  }
});
