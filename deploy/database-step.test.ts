import { describe, expect, it } from 'vitest';
import { isBusinessHour, longStatement } from './database-step.ts';

describe('business hours in Québec', () => {
  it.each([
    ['a Thursday at 8 h, in winter', '2026-11-26T13:00:00Z', true],
    ['a Thursday at 7 h 59', '2026-11-26T12:59:59Z', false],
    ['a Thursday at 17 h 59', '2026-11-26T22:59:59Z', true],
    ['a Thursday at 18 h', '2026-11-26T23:00:00Z', false],
    ['a Thursday at 8 h, in summer', '2026-07-02T12:00:00Z', true],
    ['a Saturday at noon', '2026-11-28T17:00:00Z', false],
    ['a Sunday evening that is Monday elsewhere', '2026-11-30T02:00:00Z', false],
    ['midnight before a Monday', '2026-11-30T05:00:00Z', false],
  ])('%s', (_case, at, expected) => {
    expect(isBusinessHour(new Date(at))).toBe(expected);
  });
});

describe('a migration that changes a policy of a database in service', () => {
  const policy = 'create policy "a" on public.a for select to authenticated using (true);';

  it.each([
    ['rows', `${policy} update public.a set b = 1 where true;`, 'update public.a'],
    ['an index', `create index a_b on public.a (b);\n${policy}`, 'create index a_b'],
    [
      'a constraint',
      `alter table public.a\n  add constraint c check (b > 0); ${policy}`,
      'alter table public.a add',
    ],
  ])('may not touch %s', (_what, sql, statement) => {
    expect(longStatement(sql)).toContain(statement);
  });

  it.each([
    ['policies alone', `${policy} drop policy "b" on public.a;`],
    [
      'a function whose body updates',
      `${policy} create function f() returns void language sql as $$ update a set b = 1; $$;`,
    ],
    ['a comment', `-- update public.a;\n${policy}`],
    ['a grant and a table', `${policy} grant select on public.a to anon; create table public.c (id int);`],
    ['rows, without a policy', 'update public.a set b = 1 where true;'],
  ])('may have %s', (_what, sql) => {
    expect(longStatement(sql)).toBeUndefined();
  });
});
