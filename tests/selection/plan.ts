import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { linksOf, repositoryFiles } from './import-graph.ts';
import { EVERYTHING, filesOfSubject, testsAmong, testsFor } from './select.ts';

/** The folders in which knip looks for dead code. */
const MAY_BE_DEAD = /^(src|build|local|supabase\/functions)\//;

/** Prints, as rows of npm scripts in JSON, what `npm run check` runs for what changed or for a subject (local/bootstrap.mjs). */
const [subject] = process.argv.slice(2);
const { paths: changedPaths, base } = subject
  ? { paths: filesOfSubject(subject, repositoryFiles()), base: undefined }
  : changedFiles();
const presentFiles = changedPaths.filter((file) => existsSync(file));
const tests = subject ? testsAmong(presentFiles) : testsFor(changedPaths).selected;

const isIn = (...patterns: RegExp[]) =>
  changedPaths.some((file) => patterns.some((pattern) => pattern.test(file)));
const schemas = presentFiles.filter((file) => /^supabase\/schemas\/.*\.sql$/.test(file));
const lintedFiles = presentFiles.filter((file) => /\.(tsx?|mjs|json|css)$/.test(file));

/** Dead code comes and goes with files, and with what they import and export. */
const changesLinks = (file: string) =>
  !base || !existsSync(file) || linksOf(readFileSync(file, 'utf8')) !== linksOf(textAt(base, file));

const rows = [
  isIn(EVERYTHING) ? ['unit'] : tests.length > 0 ? [`unit -- ${tests.join(' ')}`] : [],
  [
    'types -- --incremental --tsBuildInfoFile node_modules/.cache/types.tsbuildinfo',
    ...(lintedFiles.length > 0 ? [`lint:changed -- ${lintedFiles.join(' ')}`] : []),
    ...(changedPaths.some((file) => MAY_BE_DEAD.test(file) && changesLinks(file)) ? ['deadcode'] : []),
    ...(isIn(/^supabase\/functions\//) ? ['types:functions'] : []),
    ...(isIn(/^tests\/(?!unit|repository|walk)/)
      ? ['types -- -p tests --incremental --tsBuildInfoFile node_modules/.cache/types-of-tests.tsbuildinfo']
      : []),
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

/** The text that a file had in a commit; none when it was not there. */
function textAt(commit: string, file: string): string {
  try {
    return git('show', `${commit}:${file}`);
  } catch {
    return '';
  }
}

/**
 * Lists what differs from where the branch began; on a branch without an upstream, what is not committed, or else the
 * last commit.
 */
function changedFiles(): { paths: string[]; base: string } {
  const since = (base: string) => ({
    base,
    paths: [
      ...lines(git('diff', '--name-only', '--no-renames', base)),
      ...lines(git('ls-files', '--others', '--exclude-standard')),
    ],
  });
  try {
    const [base = 'HEAD'] = lines(git('merge-base', 'HEAD', '@{upstream}'));
    const found = since(base);
    if (found.paths.length > 0) return found;
  } catch {
    const found = since('HEAD');
    if (found.paths.length > 0) return found;
  }
  return since('HEAD~1');
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function lines(text: string): string[] {
  return text.split('\n').filter(Boolean);
}
