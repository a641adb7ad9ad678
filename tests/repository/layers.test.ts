// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * Layer → the layers below it that its files may import, besides their own. What is in no folder of the table (main,
 * router, layout) puts an application together and may import all of it.
 */
const layers: Record<string, readonly string[]> = {
  'shared/lib': [],
  'shared/data': ['shared/lib'],
  'shared/ui': ['shared/lib', 'shared/panorama-tour'],
  'shared/panorama-tour': ['shared/lib', 'shared/ui'],
  'shared/survey': ['shared/lib'],
  'shared/sphere': ['shared/lib', 'shared/panorama-tour'],
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
  'site/ui': ['site/lib', 'shared/lib', 'shared/ui', 'shared/panorama-tour', 'shared/survey'],
  'site/tours': ['site/lib', 'site/data', 'site/ui', 'shared'],
  'site/streets': ['site/lib', 'site/data', 'site/ui', 'shared'],
  'site/pages/*': ['site/lib', 'site/data', 'site/ui', 'site/tours', 'site/streets', 'shared'],
  site: ['shared'],
  'admin/lib': ['shared/lib', 'shared/panorama-tour', 'shared/survey', 'shared/evidence'],
  'admin/data': [
    'admin/lib',
    'shared/lib',
    'shared/data',
    'shared/estimate',
    'shared/panorama-tour',
    'shared/survey',
    'shared/evidence',
  ],
  'admin/ui': ['admin/lib', 'shared/lib', 'shared/ui', 'shared/panorama-tour', 'shared/survey'],
  'admin/parts': ['admin/lib', 'admin/data', 'admin/ui', 'shared'],
  'admin/features/*': ['admin/lib', 'admin/data', 'admin/ui', 'admin/parts', 'shared'],
  admin: ['shared'],
};

/** Generated types, fonts and styles are below every layer. */
const everywhere = ['shared/database.types', 'shared/assets', 'shared/styles.css'];
/** The Supabase client, and what reads by it. */
const client = /^@supabase\/|^@\/admin\/lib\/(supabase|functions$)|^@\/shared\/lib\/rest$/;
const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** The layer of a file, « admin/features/tags » for a feature or a page of its own. */
function layerOf(path: string): { folder: string; below: readonly string[] } | undefined {
  for (const [name, below] of Object.entries(layers)) {
    const [folder = ''] = new RegExp(`^${name.replace('*', '[^/]+')}(?=/)`).exec(path) ?? [];
    if (folder) return { folder, below };
  }
  return undefined;
}

/** What is wrong with an import of a file of src, or undefined. Paths are relative to src. */
function wrong(file: string, imported: string): string | undefined {
  if (imported.startsWith('../')) return 'climbs: « ./ » in the folder, « @/… » elsewhere';
  const layer = layerOf(file);
  if (!layer) return undefined;
  if (client.test(imported) && !/^\w+\/(data|lib)\//.test(file)) return 'only data and lib touch the client';
  if (!imported.startsWith('@/')) return undefined;
  const path = imported.slice(2);
  return [layer.folder, ...layer.below, ...everywhere].some((folder) => isWithin(path, folder))
    ? undefined
    : `is above ${layer.folder}, or beside it`;
}

/** Every specifier that a file imports: types, dynamic imports and the addresses of workers included. */
const importsOf = (text: string) =>
  [...text.matchAll(/(?:from|import|new URL)\s*\(?\s*'([^']+)'(?!\s*\))|import\s*\(\s*'([^']+)'\s*\)/g)].map(
    ([, specifier, loaded]) => specifier ?? loaded ?? '',
  );

/** The source files of a folder, without the tests. */
const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`);

it('each file of src imports its own layer and those below it', () => {
  const found = sources('src').flatMap((file) =>
    importsOf(readFileSync(file, 'utf8')).flatMap((imported) => {
      const reason = wrong(file.slice('src/'.length), imported);
      return reason ? [`${file} imports ${imported}: ${reason}`] : [];
    }),
  );
  expect(found).toEqual([]);
});

it('edge functions import neither src nor local', () => {
  const found = sources('supabase/functions').flatMap((file) =>
    importsOf(readFileSync(file, 'utf8')).filter((imported) => /^@\/|\/(src|local)\//.test(imported)),
  );
  expect(found).toEqual([]);
});

it.each([
  ['site/pages/home/a.ts', '@/admin/ui/modal'],
  ['admin/router.tsx', '@/site/router'],
  ['shared/ui/a.ts', '@/shared/data/tags'],
  ['admin/lib/a.ts', '@/admin/ui/modal'],
  ['admin/ui/a.ts', '@/admin/data/tags/tags'],
  ['admin/data/tags/a.ts', '@/admin/parts/places/place-fields'],
  ['admin/parts/places/a.ts', '@/admin/features/contacts/contact-page'],
  ['admin/features/tags/a.ts', '@/admin/features/contacts/contact-page'],
  ['admin/features/tags/a.ts', '@/admin/router'],
  ['admin/features/tags/a.ts', '@/admin/lib/supabase'],
  ['admin/main.tsx', '@supabase/supabase-js'],
  ['site/pages/home/a.ts', '../tour/tour-page'],
])('%s may not import %s', (file, imported) => {
  expect(wrong(file, imported)).toBeDefined();
});
