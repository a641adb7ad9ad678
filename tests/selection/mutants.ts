// Puts each fault of mutants.json into its file, one at a time, and runs the tests that `npm run check` would run for it: one
// of them has to fail. Needs a clean work tree, which it leaves as it was.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { testsFor } from './select.ts';

type Mutant = { file: string; before: string; after: string };

const mutants = JSON.parse(readFileSync('tests/selection/mutants.json', 'utf8')) as Mutant[];
if (execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }) !== '') {
  throw new Error('Commit first: files are changed and put back.');
}

const unnoticedMutants: string[] = [];
for (const { file, before, after } of mutants) {
  const text = readFileSync(file, 'utf8');
  if (text.split(before).length !== 2) throw new Error(`${file} does not hold this once: ${before}`);
  // The check that each fault still has its place would notice every one of them.
  const selected = testsFor([file]).selected.filter((test) => !test.startsWith('tests/selection/'));
  writeFileSync(
    file,
    text.replace(before, () => after),
  );
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['run', '--silent', 'unit', '--', '--bail=1', '--retry=0', ...selected],
    // The tests run as in npm run check, without the nightly ones.
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, env: { ...process.env, PROOF: '' } },
  );
  writeFileSync(file, text);
  const [, noticed = ''] = /FAIL\s+(.+)/.exec(stripVTControlCharacters(stdout + stderr)) ?? [];
  const isNoticed = status !== 0 && noticed !== '';
  if (!isNoticed) unnoticedMutants.push(file);
  console.log(`${isNoticed ? '✓' : '✗'} ${file} · ${selected.length} files · ${noticed}`);
}
console.log(`${mutants.length} mutants, ${mutants.length - unnoticedMutants.length} noticed.`);
process.exitCode = unnoticedMutants.length > 0 ? 1 : 0;
