import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ASSISTANT_WORDS, assistantWords } from '../../build/assistant-words.ts';
import { RECORD_PATHS, recordPaths } from '../../build/record-paths.ts';
import { Constants } from '../../src/shared/database.types.ts';
import { PERFORMANCE_PAGE, performancePage } from '../bench/performance-page.ts';
import { ROLE_MATRIX_PAGE, roleMatrixPage } from '../database/access/role-matrix-page.ts';
import { JUDGES_PAGE, judgesPage } from '../proof/judges/page.ts';

const records = readdirSync('docs/decisions')
  .filter((name) => /^\d{4}-/.test(name))
  .map((name) => `docs/decisions/${name}`);
const SPECIFICATION = 'docs/specification-tests.md';
const documents = [
  'README.md',
  'docs/architecture.md',
  'docs/deploy.md',
  'docs/backup.md',
  'docs/mutants.md',
  JUDGES_PAGE,
  'local/README.md',
  SPECIFICATION,
  ...records,
];

/** Lists the paths that a document has between backticks: `src/site/main.tsx`, `supabase/schemas/`. */
const pathsIn = (text: string): string[] =>
  Array.from(
    text.matchAll(/`((?:src|supabase|tests|local|build|docs)\/[^`\s<…*{]+)`/g),
    ([, path = '']) => path,
  );

/** Reads the file and title of each row of a table in the specification. */
const specified = Array.from(
  readFileSync(SPECIFICATION, 'utf8').matchAll(/^\| .+ \| `([^`]+)` \| `(.+)` \|$/gm),
  ([, file = '', title = '']) => [title, file] as const,
);

it.each(specified)('a line of the specification is read by « %s », in %s', (title, file) => {
  expect(readFileSync(file, 'utf8')).toContain(title);
});

/** A module without what the formatter chooses. */
const plain = (text: string) => text.replace(/[\s,'"]/g, '');

describe('the documents', () => {
  it('the page of the role matrix says what the tests of access ask of the database', () => {
    const isSame = readFileSync(ROLE_MATRIX_PAGE, 'utf8') === roleMatrixPage();
    expect(isSame, '`npm run renew -- role-matrix` writes it anew').toBe(true);
  });

  it('the function of the assistant has the words of the back office', async () => {
    const isSame = plain(readFileSync(ASSISTANT_WORDS, 'utf8')) === plain(await assistantWords());
    expect(isSame, '`npm run renew -- assistant-words` writes it anew').toBe(true);
  });

  it('the edge functions have the addresses of the back office, those of every list with views among them', () => {
    const written = readFileSync(RECORD_PATHS, 'utf8');
    const isSame = plain(written) === plain(recordPaths());
    expect(isSame, '`npm run renew -- record-paths` writes it anew').toBe(true);
    for (const list of Constants.public.Enums.saved_view_list) expect(written).toContain(`view_${list}: `);
  });

  it('the page of performance says what was measured last', () => {
    const isSame = readFileSync(PERFORMANCE_PAGE, 'utf8') === performancePage();
    expect(isSame, '`npm run bench -- segments` writes it anew').toBe(true);
  });

  it('the page of the judges says what each of them said last', () => {
    const isSame = readFileSync(JUDGES_PAGE, 'utf8') === judgesPage();
    expect(isSame, '`npm run proof -- judges hledger` writes it anew').toBe(true);
  });

  it('the table of subjects has a row for each folder of the back office, and subjects.ts a line', () => {
    const folders = readdirSync('src/admin', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const table =
      readFileSync('docs/architecture.md', 'utf8').split('| subject |')[1]?.split('\n\n')[0] ?? '';
    const rows = Array.from(table.matchAll(/^\| ([a-z]+) \|/gm), ([, subject]) => subject);
    const subjectFolders = folders.map(({ name }) => name).filter((name) => name !== 'kit');
    expect(rows).toEqual(subjectFolders);
    const contents = readFileSync('src/admin/subjects.ts', 'utf8');
    const listed = Array.from(contents.matchAll(/from '\.\/([a-z]+)\/subject'/g), ([, subject]) => subject);
    expect(listed.sort()).toEqual(subjectFolders);
  });

  it.each(documents)('%s names files that exist', (document) => {
    const missing = pathsIn(readFileSync(document, 'utf8')).filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });

  it.each(records)('%s has its number, a status and a date', (record) => {
    const [title, , status, date] = readFileSync(record, 'utf8').split('\n');
    expect(title).toMatch(new RegExp(`^# ${record.slice(15, 19)}\\. .+: .+`));
    expect(status).toMatch(/^- Status: (Accepted|Superseded by \[\d{4}\])/);
    expect(date).toMatch(/^- Date: \d{4}-\d{2}-\d{2}$/);
  });
});
