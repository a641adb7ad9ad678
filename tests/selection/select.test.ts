import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { closureOf, linksOf, readDependents } from './import-graph.ts';
import mutants from './mutants.json' with { type: 'json' };
import { filesOfSubject } from './select.ts';

const sourceTexts: Record<string, string> = {
  'src/admin/tags/tags-page.tsx':
    "import { tags } from '@/admin/tags/tags';\nimport { plural } from './plural';",
  'src/admin/tags/tags.ts': "import type { Tag } from '@contract/tags.ts';",
  'src/admin/tags/plural.ts': '',
  'src/admin/tags/tags-page.test.tsx': "import { TagsPage } from './tags-page';",
  'src/admin/tags/lazy.tsx': "const Page = lazy(() => import('./tags-page'));",
  'src/admin/tags/count.ts': "new Worker(new URL('./count-worker.ts', import.meta.url), { type: 'module' });",
  'src/admin/tags/count-worker.ts': '',
  'src/admin/tags/mocked.test.tsx': "vi.mock('@/admin/tags/plural', () => ({}));",
  'src/admin/tags/subject.ts': "list: page(() => import('./tags-page'), 'TagsPage'),",
  'src/admin/router.tsx': "import { subjects } from './tags/subject';",
  'src/admin/other.test.tsx': "import { subjects } from './tags/subject';",
  'supabase/functions/_shared/contract/tags.ts': '',
  'supabase/seed.sql': 'insert into tags …',
  'local/start-api.test.ts': "cpSync(join(root, 'supabase'), folder);",
  'tests/repository/words.test.ts': "for (const text of textsOf('src/admin/tags')) check(text);",
  'build/page.test.ts': "await build({ root: resolve('src/admin/tags') });",
};
const dependents = readDependents(Object.keys(sourceTexts), (file) => sourceTexts[file]);
const dependentsOf = (file: string) => [...closureOf([file], dependents)].slice(1).sort();

describe('what depends on a file', () => {
  it.each([
    ['an import', 'src/admin/tags/tags.ts', ['src/admin/tags/tags-page.tsx']],
    ['an import of an import', 'src/admin/tags/plural.ts', ['src/admin/tags/tags-page.test.tsx']],
    ['an import when needed', 'src/admin/tags/tags-page.tsx', ['src/admin/tags/lazy.tsx']],
    ['an import by a shorthand', 'supabase/functions/_shared/contract/tags.ts', ['src/admin/tags/tags.ts']],
    ['a worker', 'src/admin/tags/count-worker.ts', ['src/admin/tags/count.ts']],
    ['a mock', 'src/admin/tags/plural.ts', ['src/admin/tags/mocked.test.tsx']],
    ['a folder that is read', 'supabase/seed.sql', ['local/start-api.test.ts']],
  ])('%s', (_what, file, expected) => {
    expect(dependentsOf(file)).toEqual(expect.arrayContaining(expected));
  });

  it('of the screen that a subject names, the router', () => {
    expect(dependentsOf('src/admin/tags/tags-page.tsx')).toContain('src/admin/router.tsx');
    expect(dependentsOf('src/admin/tags/tags-page.tsx')).not.toContain('src/admin/other.test.tsx');
  });

  it('who reads a folder, of its files alone; who builds one, of what they import too', () => {
    expect(dependentsOf('src/admin/tags/tags.ts')).toContain('tests/repository/words.test.ts');
    expect(dependentsOf('supabase/functions/_shared/contract/tags.ts')).toContain('build/page.test.ts');
    expect(dependentsOf('supabase/functions/_shared/contract/tags.ts')).not.toContain(
      'tests/repository/words.test.ts',
    );
  });

  it('nothing else', () => {
    expect(dependentsOf('src/admin/tags/lazy.tsx')).toEqual([
      'build/page.test.ts',
      'tests/repository/words.test.ts',
    ]);
  });
});

describe('what dead code hangs on', () => {
  const text =
    "import {\n  a,\n  b,\n} from './x';\n\nexport const c = () => a(b);\nconst d = () => import('./y');\n";

  it.each([
    ['a name that is no longer imported', ['  b,\n', '']],
    ['another file', ['./x', './z']],
    ['an import when needed', ['./y', './z']],
    ['a name that is exported', ['const d', 'export const d']],
  ])('%s', (_what, [before = '', after = '']) => {
    expect(linksOf(text.replace(before, after))).not.toBe(linksOf(text));
  });

  it('nothing else', () => {
    expect(linksOf(`${text}// Why.\nconst e = 1;\n`)).toBe(linksOf(text));
  });
});

it('finds the files of a subject by a folder or a name, in one number or the other', () => {
  const files = [
    'src/admin/tags/x.ts',
    'src/admin/kit/ui/tag-badge.tsx',
    'supabase/schemas/04_tags.sql',
    'src/stages.ts',
  ];
  expect(filesOfSubject('tags', files)).toEqual(files.slice(0, 3));
});

it.each(mutants)('$file holds once what the nightly fault replaces', ({ file, before, after }) => {
  expect(readFileSync(file, 'utf8').split(before)).toHaveLength(2);
  expect(after).not.toBe(before);
});
