// Runs every unit test, and fails where one that fails would not have been run by `npm run check` after the day's commits.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { testsFor } from './select.ts';

type Report = { testResults: { name: string; status: string }[] };

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

const folder = mkdtempSync(join(tmpdir(), 'replay-'));
const file = join(folder, 'report.json');
const { status } = spawnSync(
  'npm',
  ['run', '--silent', 'unit', '--', '--reporter=json', `--outputFile=${file}`],
  {
    stdio: 'inherit',
  },
);
const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
rmSync(folder, { recursive: true });
const failedFiles = testResults
  .filter((one) => one.status === 'failed')
  .map(({ name }) => relative('.', name));

const commits = git('rev-list', '--no-merges', '--since=24.hours', 'HEAD');
const selected = new Set(
  commits.flatMap(
    (commit) => testsFor(git('show', '--format=', '--name-only', '--no-renames', commit)).selected,
  ),
);
const missedTests = commits.length > 0 ? failedFiles.filter((name) => !selected.has(name)) : [];
console.log(
  `${commits.length} commits of the day select ${selected.size} of ${testResults.length} test files; ${failedFiles.length} failed.`,
);
for (const name of failedFiles)
  console.error(`${missedTests.includes(name) ? 'not selected, failed' : 'failed'}: ${name}`);
process.exitCode = failedFiles.length > 0 ? 1 : (status ?? 1);
