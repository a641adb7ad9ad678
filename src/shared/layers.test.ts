// @vitest-environment node
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

const forbidden = [
  ['src/lib', './ui/button'],
  ['src/lib', './data/tags'],
  ['src/ui', './data/tags'],
  ['src/ui', '@/admin/lib/supabase'],
  ['src/ui', '@supabase/supabase-js'],
  ['src/data/a', './ui/button'],
  ['src/data/a', '@/site/pages/home/home-page'],
  ['src/features/a', '@/site/pages/home/home-page'],
  ['src/features/a', '@/site/router'],
  ['src/features/a', './lib/rest'],
  ['src/features/a', '../site/home-page'],
  ['src/app', '@supabase/supabase-js'],
  ['supabase/functions/a', '../../../src/lib/text.ts'],
] as const;

const allowed = [
  ['src/ui', './lib/text'],
  ['src/data/a', '@/admin/lib/supabase'],
  ['src/features/a', './data/tags'],
  ['src/features/a', './b'],
  ['src/app', '@/site/pages/home/home-page'],
  ['supabase/functions/a', '../_shared/errors.ts'],
] as const;

const fileOf = (folder: string, imported: string) => `${folder}/${imported.replace(/[^a-z]+/g, '-')}x.ts`;
let refused: Set<string>;

// One run of the linter over a tree that holds one import a file.
beforeAll(() => {
  const tree = mkdtempSync(join(tmpdir(), 'import-floors-'));
  copyFileSync('biome.json', join(tree, 'biome.json'));
  for (const [folder, imported] of [...forbidden, ...allowed]) {
    const file = join(tree, fileOf(folder, imported));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { x } from '${imported}';\n\nexport const y = () => x;\n`);
  }
  const args = [
    biome,
    'lint',
    '--vcs-enabled=false',
    '--reporter=github',
    '--only=style/noRestrictedImports',
    '.',
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: tree, encoding: 'utf8' });
  refused = new Set(Array.from(stdout.matchAll(/file=([^,]+),/g), (match) => relative(tree, match[1] ?? '')));
  rmSync(tree, { recursive: true });
});

describe('the import floors: app → features → data → lib, features → ui → lib', () => {
  it.each(forbidden)('%s may not import %s', (folder, imported) => {
    expect(refused).toContain(fileOf(folder, imported));
  });

  it.each(allowed)('%s may import %s', (folder, imported) => {
    expect(refused).not.toContain(fileOf(folder, imported));
  });
});
