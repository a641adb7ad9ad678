import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { repositoryFiles } from './import-graph.ts';
import { EVERYTHING, filesOfSubject, testsAmong, testsFor } from './select.ts';

/** Prints, as rows of npm scripts in JSON, what `npm run check` runs for what changed or for a subject (local/bootstrap.mjs). */
const [subject] = process.argv.slice(2);
const changedPaths = subject ? filesOfSubject(subject, repositoryFiles()) : changedFiles();
const presentFiles = changedPaths.filter((file) => existsSync(file));
const tests = subject ? testsAmong(presentFiles) : testsFor(changedPaths).selected;

const isIn = (...patterns: RegExp[]) =>
  changedPaths.some((file) => patterns.some((pattern) => pattern.test(file)));
const schemas = presentFiles.filter((file) => /^supabase\/schemas\/.*\.sql$/.test(file));
const lintedFiles = presentFiles.filter((file) => /\.(tsx?|mjs|json|css)$/.test(file));

const rows = [
  isIn(EVERYTHING) ? ['unit'] : tests.length > 0 ? [`unit -- ${tests.join(' ')}`] : [],
  [
    'types -- --incremental --tsBuildInfoFile node_modules/.cache/types.tsbuildinfo',
    ...(lintedFiles.length > 0 ? [`lint:changed -- ${lintedFiles.join(' ')}`] : []),
    ...(isIn(/^src\//, /^build\//, /^local\//, /^supabase\/functions\//) ? ['deadcode'] : []),
    ...(isIn(/^supabase\/functions\//) ? ['types:functions'] : []),
    ...(isIn(/^tests\/(?!unit|repository|walk)/) ? ['types -- -p tests'] : []),
    ...(schemas.length > 0
      ? [
          'db:check',
          'db:types -- --check',
          'database -- tests/database/postgres-access.test.ts tests/database/postgres.test.ts',
        ]
      : []),
  ],
].filter((row) => row.length > 0);

console.log(JSON.stringify({ changed: changedPaths.length, tests: tests.length, schemas, rows }));

/**
 * Lists what differs from where the branch began; on a branch without an upstream, what is not committed, or else the
 * last commit.
 */
function changedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  const since = (base: string) => [
    ...git('diff', '--name-only', '--no-renames', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  try {
    const [base = 'HEAD'] = git('merge-base', 'HEAD', '@{upstream}');
    const found = since(base);
    if (found.length > 0) return found;
  } catch {
    const found = since('HEAD');
    if (found.length > 0) return found;
  }
  return since('HEAD~1');
}
