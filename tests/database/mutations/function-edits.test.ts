import { expect, test } from 'vitest';
import { editsOf } from './function-edits.ts';

const enums = [
  ['brouillon', 'envoyé', 'annulé'],
  ['en_attente', 'envoyé', 'annulé'],
];

/** Returns the mutants of a body, by what was changed. */
function editsOfBody(body: string): Record<string, string> {
  const [before, after] = ['CREATE FUNCTION private.f()\n LANGUAGE plpgsql\nAS $function$', '$function$\n'];
  return Object.fromEntries(
    editsOf(before + body + after, enums).map(({ what, text }) => [
      what,
      text.slice(before.length, -after.length).replace(/\s+/g, ' '),
    ]),
  );
}

test('a conjunct is dropped from either side of an `and`, within its own parentheses, case and clause', () => {
  expect(editsOfBody("select 1 where a = 'x and y' and (b or c) and d between 2 and 3 order by e")).toEqual({
    "without « a = 'x and y' and »": 'select 1 where (b or c) and d between 2 and 3 order by e',
    'without « and (b or c) »': "select 1 where a = 'x and y' and d between 2 and 3 order by e",
    'without « and d between 2 and 3 »': "select 1 where a = 'x and y' and (b or c) order by e",
  });
  expect(
    Object.keys(editsOfBody('select case when a and b then c end from t left join u on d and e -- and f')),
  ).toEqual(['without « a and »', 'without « and b »', 'without « d and »', 'without « and e »']);
});

test('a condition is negated, also where nothing is known', () => {
  expect(editsOfBody('if a is null then return; end if;')).toEqual({
    'not « a is null »': 'if (a is null) is not true then return; end if;',
  });
});

test('a statement that checks or writes is removed, a query is not', () => {
  expect(editsOfBody('begin perform private.require_admin(); select delete from t; end')).toEqual({
    'without « perform private.require_admin(); »': 'begin select delete from t; end',
  });
});

test('bounds and intervals are one more', () => {
  expect(
    editsOfBody("return count >= 10 limit 5.5; wait := interval '7 days'; other := '1 day'::interval"),
  ).toEqual({
    'one more than « >= 10 »':
      "return count >= 11 limit 5.5; wait := interval '7 days'; other := '1 day'::interval",
    'one more than « limit 5.5 »':
      "return count >= 10 limit 5.6; wait := interval '7 days'; other := '1 day'::interval",
    "one more than « '7 days' »":
      "return count >= 10 limit 5.5; wait := interval '8 days'; other := '1 day'::interval",
    "one more than « '1 day' »":
      "return count >= 10 limit 5.5; wait := interval '7 days'; other := '2 day'::interval",
  });
});

test('the only row of a table, and the only row that is asked for, stay', () => {
  expect(editsOfBody('select from t where id = 1 and a or b and id = 1 limit 1')).toEqual({
    'without « and a »': 'select from t where id = 1 or b and id = 1 limit 1',
    'without « b and »': 'select from t where id = 1 and a or id = 1 limit 1',
  });
});

test('a label gives way to a neighbour of every enum that has it; a key of JSON does not', () => {
  expect(editsOfBody("return 'envoyé' <> row ->> 'envoyé' or 'unknown' = 'brouillon'")).toEqual({
    "« annulé » for « 'envoyé' »": "return 'annulé' <> row ->> 'envoyé' or 'unknown' = 'brouillon'",
    "« envoyé » for « 'brouillon' »": "return 'envoyé' <> row ->> 'envoyé' or 'unknown' = 'envoyé'",
  });
});

test('the same change twice in one function has two names', () => {
  expect(Object.keys(editsOfBody('if a then null; end if; if a then null; end if;'))).toEqual([
    'not « a »',
    'not « a » (2)',
  ]);
});
