import { beforeAll, describe, expect, it } from 'vitest';
import { lint } from './lint.ts';

/** Statements that a lint rule of tests/repository/rules refuses, with its message, and similar ones that it allows. */
const refused = [
  ['effect', "useEffect(() => said.current?.scrollIntoView({ block: 'nearest' }), []);"],
  ['effect', "useEffect(() => form.setFocus('name'), [form]);"],
  ['effect', 'useLayoutEffect(() => ready && measure(), [ready]);'],
  ['effect', 'useEffect(() => void load(), []);'],
  ['ref callback', 'draw(<iframe ref={(frame) => frame?.focus()} />);'],
  ['ref callback', 'draw(<p ref={(element) => (kept = element)} />);'],
  ['Scrolling', 'const intoView = (option) => option?.scrollIntoView?.({ block: 1 });'],
  ['JSX text', 'draw(<p>Publiée\\u00a0: rien</p>);'],
  ['JSX text', 'draw(<p aria-label="Plan\\u00a0: rien" />);'],
  ['Intl', "const day = format.format(date).replace(/^1 /, '1er ');"],
  ['Intl', "const time = date.toLocaleTimeString('fr-CA').slice(0, 5);"],
  ['ISO days', "const day = new Intl.DateTimeFormat('en-CA').format(date);"],
  ['local/ first', 'const changed = await supabase.from(table).update(row).maxAffected(1);'],
  ['local/ first', 'const added = await supabase.from(table).insert(rows, { defaultToNull: false });'],
  ['local/ first', "const { count } = await supabase.rpc('found', {}, { head: true, count: 'exact' });"],
  ['local/ first', 'const { data } = await bucket.createSignedUrls(paths, 60);'],
  ['local/ first', "const { data } = await supabase.from(table).select('id, contacts!inner ()');"],
  ['local/ first', "const { data } = await supabase.from(table).select('id, contacts!owner!inner( )');"],
  ['local/ first', 'const { data } = await bucket.createSignedUploadUrl(path);'],
] as const;

const allowed = [
  "const { count } = await supabase.from(table).select('id', { count: 'exact', head: true });",
  "const { count } = await supabase.rpc('found', {}, { count: 'exact' });",
  "const national = parsed.formatInternational().replace(/ ext/, '');",
  "const { data } = await supabase.from(table).select('id, contacts!inner (id)');",
  "useEffect(() => {\n  said.current?.scrollIntoView({ block: 'nearest' });\n}, []);",
  'useEffect(() => () => request.abort(), [request]);',
  'useEffect(() => follow(session), [session]);',
  'useEffect(() => (isDirty ? hold() : undefined), [isDirty]);',
  'draw(<iframe ref={(frame) => {\n  frame?.focus();\n}} />);',
  'draw(<button onClick={() => heading.focus()} />);',
  "draw(<p>Publiée&nbsp;: {'rien\\u00a0!'} {`a\\u00a0b`}</p>);",
  "const parts = new Intl.DateTimeFormat('fr-CA').formatToParts(date).map(partOf);",
  "const text = template.replace('a', format.format(date));",
];

let messages: Map<string, string[]>;

beforeAll(() => {
  const statements = [...refused.map(([, statement]) => statement), ...allowed];
  const fileOf = (index: number) => `src/shared/ui/case-${index}.tsx`;
  const remarks = lint(
    Object.fromEntries(statements.map((statement, index) => [fileOf(index), `${statement}\n`])),
  ).filter(({ rule }) => rule === 'plugin');
  messages = new Map(
    statements.map((statement, index) => [
      statement,
      remarks.filter(({ file }) => file === fileOf(index)).map(({ message }) => message),
    ]),
  );
});

describe('the linter, by the rules of this repository', () => {
  it.each(refused)('refuses, as %s: %s', (word, statement) => {
    expect(messages.get(statement)).toEqual([expect.stringContaining(word)]);
  });

  it.each(allowed)('allows %s', (statement) => {
    expect(messages.get(statement)).toEqual([]);
  });
});
