import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { unfilteredWrites } from './schema/unfiltered-writes.ts';

const folder = new URL('../../supabase/schemas/', import.meta.url);
const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

test.each(files)('%s · each DELETE and UPDATE has its WHERE, as hosted projects ask', async (name) => {
  expect(unfilteredWrites(await readFile(new URL(name, folder), 'utf8'))).toEqual([]);
});

const inFunction = (body: string, language = 'plpgsql') =>
  `create function public.f() returns void language ${language} as $$ ${body} $$;`;

describe('what the guard sees', () => {
  test.each([
    ['a statement', 'delete from a; update b set c = 1;', ['statement: a', 'statement: b']],
    ['SQL', inFunction('select 1; delete from public.a', 'sql'), ['function public.f: public.a']],
    ['PL/pgSQL', inFunction('begin if true then update a set b = 1; end if; end'), ['function public.f: a']],
    ['a join without WHERE', inFunction('begin delete from a using b; end'), ['function public.f: a']],
    [
      'a loop over what is changed',
      inFunction('declare r record; begin for r in update a set b = 1 returning * loop end loop; end'),
      ['function public.f: a'],
    ],
    [
      'a « with »',
      inFunction('with gone as (delete from a returning *) select 1', 'sql'),
      ['function public.f: a'],
    ],
    [
      'an assignment',
      inFunction('declare n int; begin n := (select 1); delete from a; end'),
      ['function public.f: a'],
    ],
    [
      'a text that is executed',
      inFunction(`begin execute format('delete from public.%I', 'a'); execute 'update b set c = 1'; end`),
      ['function public.f: public.name', 'function public.f: b'],
    ],
    ['a block', 'do $$ begin delete from a; end $$;', ['statement: a']],
  ])('%s', (_what, sql, found) => {
    expect(unfilteredWrites(sql)).toEqual(found);
  });

  test('nothing where there is a condition', () => {
    const sql = inFunction(
      `begin delete from a where true; update b set c = 1 where d; insert into a values (1) on conflict (x) do update set y = 1;
       execute format('update %s as t set %2$I = $1 where t.%2$I = $2', 'a', 'b'); end`,
    );
    expect(unfilteredWrites(sql)).toEqual([]);
  });
});
