import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/**
 * Runs the linter once, with the rules of this repository, over sources that exist in the test only.
 *
 * @param sources text by path
 * @returns each diagnostic with its path and line
 */
export function lint(sources: Record<string, string>, ...options: string[]) {
  const tree = mkdtempSync(join(tmpdir(), 'lint-'));
  for (const path of ['biome.json', 'tests/repository/rules'])
    cpSync(path, join(tree, path), { recursive: true });
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  const args = [
    biome,
    'lint',
    '--vcs-enabled=false',
    '--reporter=github',
    '--max-diagnostics=none',
    ...options,
  ];
  const { stdout } = spawnSync(process.execPath, [...args, '.'], { cwd: tree, encoding: 'utf8' });
  rmSync(tree, { recursive: true });
  return Array.from(
    stdout.matchAll(/title=([^,]+),file=([^,]+),line=(\d+),.*?::(.*)/g),
    ([, rule = '', file = '', line, message = '']) => ({
      rule,
      file: relative(tree, file),
      line: Number(line),
      message,
    }),
  );
}
