import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Layer → the layers below it that its files may import, besides their own. What is in no folder of the table (main,
 * router, layout) puts an application together and may import all of it.
 */
const layers: Record<string, readonly string[]> = {
  'shared/lib': [],
  'shared/data': ['shared/lib'],
  'shared/ui': ['shared/lib', 'shared/panorama-tour'],
  'shared/panorama-tour': ['shared/lib', 'shared/ui', 'shared/sphere'],
  'shared/survey': ['shared/lib'],
  'shared/sphere': ['shared/lib'],
  'shared/two-dates': ['shared/lib', 'shared/ui', 'shared/panorama-tour', 'shared/sphere'],
  'shared/evidence': ['shared/lib', 'shared/ui'],
  'shared/estimate': ['shared/lib', 'shared/ui'],
  verifier: ['shared/lib', 'shared/ui', 'shared/evidence'],
  delivered: ['shared/lib', 'shared/ui', 'shared/panorama-tour'],
  'site/lib': ['shared/lib', 'shared/estimate'],
  'site/data': [
    'site/lib',
    'shared/lib',
    'shared/data',
    'shared/estimate',
    'shared/panorama-tour',
    'shared/survey',
    'shared/two-dates',
  ],
  'site/ui': [
    'site/lib',
    'shared/lib',
    'shared/ui',
    'shared/sphere',
    'shared/panorama-tour',
    'shared/survey',
  ],
  'site/tours': ['site/lib', 'site/data', 'site/ui', 'shared'],
  'site/streets': ['site/lib', 'site/data', 'site/ui', 'shared'],
  'site/pages/*': ['site/lib', 'site/data', 'site/ui', 'site/tours', 'site/streets', 'shared'],
  site: ['shared'],
  'admin/kit/lib': ['shared/lib', 'shared/panorama-tour', 'shared/survey', 'shared/evidence'],
  'admin/kit/data': ['admin/kit/lib', 'shared/lib', 'shared/data'],
  'admin/kit/ui': ['admin/kit/lib', 'shared/lib', 'shared/ui', 'shared/panorama-tour', 'shared/survey'],
  // A subject of the back office: its screens, parts, data and addresses. Nobody imports another subject's
  // screens.
  'admin/*/paths': ['admin/kit/lib', 'shared/lib'],
  // `subject.ts` is in the first script of the back office, so it loads its screens and words lazily.
  'admin/*/subject': ['admin/*/paths', 'admin/kit/lib'],
  'admin/*/data': [
    'admin/*/data',
    'admin/*/paths',
    'admin/kit/lib',
    'admin/kit/data',
    'shared/lib',
    'shared/data',
    'shared/estimate',
    'shared/sphere',
    'shared/panorama-tour',
    'shared/survey',
    'shared/evidence',
  ],
  'admin/*/parts': ['admin/*/parts', 'admin/*/data', 'admin/*/paths', 'admin/kit', 'shared'],
  'admin/*/screens': ['admin/*/parts', 'admin/*/data', 'admin/*/paths', 'admin/kit', 'shared'],
  admin: ['shared'],
};

/** Generated types, fonts and styles are below every layer. */
const alwaysAllowed = ['shared/database.types', 'shared/assets', 'shared/styles.css'];
/** The Supabase client, and the helpers that call it. */
const client = /^@supabase\/|^@\/admin\/kit\/lib\/(supabase|functions$)|^@\/shared\/lib\/rest$/;

/**
 * Returns the part of a path that matches a folder of the table, whose stars stand for one name: « admin/tags/data ».
 */
const within = (path: string, folder: string) =>
  new RegExp(`^${folder.replaceAll('*', '[^/]+')}(?=/|$)`).exec(path)?.[0];

/** Finds the layer of a file, such as « admin/tags/screens ». */
function layerOf(path: string): { folder: string; below: readonly string[] } | undefined {
  for (const [name, below] of Object.entries(layers)) {
    const folder = within(path.replace(/\.tsx?$/, ''), name);
    if (folder) return { folder, below };
  }
  return undefined;
}

/** Returns the folder inside which imports may be relative: the subject's folder, or else the file's. */
const roomOf = (file: string) => /^admin\/[^/]+(?=\/)/.exec(file)?.[0] ?? posix.dirname(file);

/** Returns what is wrong with an import in a file of src, if anything. Paths are relative to src. */
function faultOf(file: string, imported: string, isLazy = false): string | undefined {
  const path = imported.startsWith('.')
    ? posix.join(posix.dirname(file), imported)
    : imported.replace(/^@\//, '');
  if (/^\.\.\/\.\./.test(imported) || (imported.startsWith('.') && !within(path, roomOf(file)))) {
    return 'climbs: « ./ » or « ../data/… » in a subject, « @/… » elsewhere';
  }
  const layer = layerOf(file);
  if (!layer) return undefined;
  if (isLazy && /^admin\/[^/]+\/subject\.ts$/.test(file) && /^\.\/(screens|parts|data)\//.test(imported))
    return undefined;
  if (client.test(imported) && !/\/(data|lib)\//.test(file)) return 'only data and lib touch the client';
  if (!/^(@\/|\.)/.test(imported)) return undefined;
  return [layer.folder, ...layer.below, ...alwaysAllowed].some((folder) => within(path, folder))
    ? undefined
    : `is above ${layer.folder}, or beside it`;
}

/** Lists the specifiers that a file imports, with types, dynamic imports and worker addresses. */
const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import|new URL)\s*\(?\s*'([^']+)'(?!\s*\))|import\s*\(\s*'([^']+)'\s*\)/g)].map(
    ([, specifier, loaded]) => ({ imported: specifier ?? loaded ?? '', isLazy: loaded !== undefined }),
  );

/** The source files of a folder, without the tests. */
const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`);

it('each file of src imports its own layer and those below it', () => {
  const found = sources('src').flatMap((file) =>
    importsOf(readFileSync(file, 'utf8')).flatMap(({ imported, isLazy }) => {
      const reason = faultOf(file.slice('src/'.length), imported, isLazy);
      return reason ? [`${file} imports ${imported}: ${reason}`] : [];
    }),
  );
  expect(found).toEqual([]);
});

it('each part is shown by another subject, or by a part that is', () => {
  const partsOf = (file: string, pattern: RegExp) =>
    importsOf(readFileSync(file, 'utf8')).flatMap(({ imported }) => pattern.exec(imported)?.[1] ?? []);
  const files = sources('src/admin');
  // Parts that `subject.ts` puts in another subject's slot, which other files need not import.
  const shown = new Set(
    files.flatMap((file) => {
      const room = /^src\/(admin\/[^/]+)\/subject\.ts$/.exec(file)?.[1];
      const loaded = room ? partsOf(file, /^\.\/(parts\/.+)/).map((name) => `${room}/${name}`) : [];
      return [...partsOf(file, /^@\/(admin\/[^/]+\/parts\/.+)/), ...loaded];
    }),
  );
  const parts = files.filter((file) => /^src\/admin\/[^/]+\/parts\//.test(file));
  const nameOf = (file: string) => file.slice('src/'.length).replace(/\.tsx?$/, '');
  for (const part of shown) {
    const file = parts.find((one) => nameOf(one) === part);
    for (const name of file ? partsOf(file, /^\.\/(.+)/) : []) shown.add(`${posix.dirname(part)}/${name}`);
  }
  expect(parts.map(nameOf).filter((part) => !shown.has(part))).toEqual([]);
});

it('edge functions import neither src nor local', () => {
  const found = sources('supabase/functions').flatMap((file) =>
    importsOf(readFileSync(file, 'utf8')).filter(({ imported }) => /^@\/|\/(src|local)\//.test(imported)),
  );
  expect(found).toEqual([]);
});

it.each([
  ['site/pages/home/a.ts', '@/admin/kit/ui/modal'],
  ['admin/router.tsx', '@/site/router'],
  ['shared/ui/a.ts', '@/shared/data/tags'],
  ['admin/kit/lib/a.ts', '@/admin/kit/ui/modal'],
  ['admin/kit/ui/a.ts', '@/admin/kit/data/query-keys'],
  ['admin/kit/data/a.ts', '@/admin/tags/data/tags'],
  ['admin/tags/data/a.ts', '../parts/tag-badge'],
  ['admin/tags/data/a.ts', '@/admin/kit/ui/modal'],
  ['admin/tags/data/a.ts', '@/admin/municipalities/parts/place-fields'],
  ['admin/municipalities/parts/a.ts', '@/admin/contacts/screens/contact-page'],
  ['admin/municipalities/parts/a.ts', '../screens/municipality-page'],
  ['admin/tags/screens/a.ts', '@/admin/contacts/screens/contact-page'],
  ['admin/tags/screens/a.ts', '../../contacts/data/contacts'],
  ['admin/tags/screens/a.ts', '@/admin/router'],
  ['admin/tags/screens/a.ts', '@/admin/subjects'],
  ['admin/tags/data/a.ts', '@/admin/contacts/subject'],
  ['admin/tags/subject.ts', './screens/tags-page'],
  ['admin/tags/subject.ts', './data/tags'],
  ['admin/tags/subject.ts', '@/admin/kit/ui/modal'],
  ['admin/tags/paths.ts', '@/admin/contacts/paths'],
  ['admin/kit/lib/a.ts', '@/admin/tags/paths'],
  ['admin/tags/screens/a.ts', '@/admin/kit/lib/supabase'],
  ['admin/main.tsx', '@supabase/supabase-js'],
  ['site/pages/home/a.ts', '../tour/tour-page'],
])('%s may not import %s', (file, imported) => {
  expect(faultOf(file, imported)).toBeDefined();
});

it('a subject loads its own screens lazily, and no others', () => {
  expect(faultOf('admin/tags/subject.ts', './screens/tags-page', true)).toBeUndefined();
  expect(faultOf('admin/tags/subject.ts', '@/admin/contacts/screens/contact-page', true)).toBeDefined();
});

it('a test that needs a page ends in `.tsx`, and asks for none otherwise', () => {
  const tests = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.test\.tsx?$/.test(name),
  );
  const asks = (name: string, word: RegExp) => word.test(readFileSync(`src/${name}`, 'utf8'));
  expect(tests.filter((name) => asks(name, /@vitest-environment/))).toEqual([]);
  // The client keeps the fetch of whoever imports it first, which without a page is not the backend of the tests.
  expect(tests.filter((name) => name.endsWith('.ts') && asks(name, /@tests\/fake-backend/))).toEqual([]);
});
