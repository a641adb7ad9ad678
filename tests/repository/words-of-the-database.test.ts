import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeChange } from '../../src/admin/kit/data/activity-texts.ts';
import { todayKinds } from '../../supabase/functions/_shared/contract/today-kinds.ts';

const schemas = readdirSync('supabase/schemas').map((file) =>
  readFileSync(`supabase/schemas/${file}`, 'utf8'),
);
const sql = schemas.join('\n');

it('every kind that SQL brings to « Aujourd’hui » and to the digest is in the contract, whose words the types require', () => {
  const functions = sql.match(/create function private\.\w+_today_rows\([\s\S]+?\n\$\$;/g) ?? [];
  expect(functions.length).toBeGreaterThan(10);
  const kinds = functions.flatMap((body) =>
    [...body.matchAll(/^ *select (?:case (.+?) end|('\w+')),/gm)].flatMap(
      ([, choice = '', one = '']) => choice.replace(/when '\w+'/g, '').match(/'\w+'/g) ?? [one],
    ),
  );
  expect(new Set(kinds.map((kind) => kind.slice(1, -1)))).toEqual(new Set(todayKinds));
});

it('every table whose changes SQL logs has its French name', () => {
  const tables = [...sql.matchAll(/^select private\.attach_activity_log\('(\w+)'/gm)].map(
    ([, table = '']) => table,
  );
  expect(tables.length).toBeGreaterThan(10);
  const change = { id: 1, created_at: '', actor_email: null, record_id: null, fields: [], record_count: 1 };
  for (const kind of tables)
    expect(describeChange({ ...change, kind, action: 'updated' })).not.toBe(`${kind}, modification`);
});
