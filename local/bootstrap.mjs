// Behind every script of package.json. Plain JavaScript without dependencies: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, run, runScripts, seconds } from './process/run-commands.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_NEEDED = [20, 19];

// These commands run the product and need no compiler, linter or test runner, which are a quarter of the download.
const RUNTIME_JOBS = ['start', 'reset', 'backup', 'restore', 'import', 'deploy'];

/** The targets of the proof that need neither an account nor Docker. */
const EVERY_TARGET_HERE = '--target embedded --target postgres';

/** Processor seconds that each part of `npm test` may take, on the machine of local/process/processor-account.mjs. */
const PROCESSOR_BUDGET = {
  'unit:screens': 105,
  'unit:logic': 57,
  database: 110,
  e2e: 115,
  types: 18,
  'types:functions': 5,
  lint: 12,
  deadcode: 6,
  'types -- -p tests': 7,
  'db:check': 4,
  'db:types -- --check': 4,
  'db:advisors': 4,
};

const script = (file) => `node --import tsx ${file}`;
const inTests = (name) => `npm run --silent --prefix tests ${name} --`;

/** The commands of the jobs that have several parts, as in `npm run bench -- load`. */
const optionalPackages = {
  bench: {
    assistant: script('tests/bench/assistant.ts'),
    load: script('tests/bench/load.ts'),
    segments: script('tests/bench/segments.ts'),
    search: script('tests/bench/search.ts'),
    sender: script('tests/bench/sender.ts'),
  },
  import: {
    municipalities: script('local/import-municipalities.ts'),
    register: script('local/register-seed.ts'),
  },
  proof: {
    selection: script('tests/selection/replay.ts'),
    mutants: script('tests/selection/mutants.ts'),
    database: 'vitest run --project proof',
    e2e: inTests('e2e:proof'),
    chaos: script('tests/proof/chaos/full.ts'),
    deploy: 'vitest run --project proof tests/proof/deploy',
    judges: script('tests/proof/judges/run.ts'),
  },
  renew: {
    lock: script('local/complete-lock.ts'),
    asvs: script('tests/asvs.ts'),
    'assistant-words': `${script('build/assistant-words.ts')} && biome check --write supabase/functions/assistant/words.ts`,
    'record-paths': `${script('build/record-paths.ts')} && biome check --write supabase/functions/_shared/record-paths.ts`,
    'role-matrix': script('tests/database/access/role-matrix-page.ts'),
    screenshots: inTests('screenshots'),
    requests: script('tests/requests/renew.ts'),
  },
};

const jobs = {
  start: (args) => runTypeScript('local/start.ts', args),
  reset: (args) => runTypeScript('local/reset.ts', args),
  backup: (args) => runTypeScript('local/backup.ts', args),
  restore: (args) => runTypeScript('local/restore.ts', args),
  deploy: async (args) => {
    await install(join(root, 'deploy'));
    return runTypeScript('deploy/deploy.ts', args);
  },
  /** Checks what the changed files, or those of the subject that is named, may break. */
  check: async (args) => {
    const { changed, tests, schemas, rows } = planCheck(args);
    console.log(`Fichiers changés : ${changed} ; fichiers d'essai qui en dépendent : ${tests}.`);
    if (schemas.length > 0) await installProof();
    process.env.CHANGED_SQL = schemas.join(' ');
    return runScripts(root, [rows]);
  },
  test: async () => {
    await installProof();
    // A file compiled earlier may import one that has another ending since.
    rmSync(join(root, 'node_modules', '.cache', 'vitest'), { recursive: true, force: true });
    // Three rows that take equally long on two processors, since end-to-end tests mostly wait (for pages and mail), then
    // what can be shared out to every processor.
    return runScripts(
      root,
      [
        [
          ['e2e'],
          [
            'types',
            'types:functions',
            'lint',
            'deadcode',
            'types -- -p tests',
            'db:check',
            'db:types -- --check',
            'db:advisors',
            'database',
          ],
          ['unit:screens'],
        ],
        [['unit:logic']],
      ],
      PROCESSOR_BUDGET,
    );
  },
  /** Checks that are too long for every change: nightly, and before a release. */
  proof: async (args) => {
    await installProof();
    // Its parts too run in full what npm test runs in part (tests/unit/proof-size.ts, the tag `proof`).
    process.env.PROOF = '1';
    if (args[0]?.startsWith('--target')) return runTypeScript('tests/proof/targets/run.ts', args);
    if (args.length > 0) return runPart('proof', args);
    process.env.KILLS ??= '3';
    return runScripts(root, [
      [
        [
          'proof -- selection',
          'proof -- mutants',
          'database',
          `proof -- ${EVERY_TARGET_HERE}`,
          'proof -- database',
          'proof -- e2e',
          'proof -- chaos',
          'proof -- judges',
        ],
      ],
    ]);
  },
  /** Runs one benchmark, or the measures in a browser: all of them, or those that are named. */
  bench: async (args) => {
    await installProof();
    return args[0] in optionalPackages.bench ? runPart('bench', args) : runCommand(inTests('bench'), args);
  },
  /** Runs an import of this folder, or that of a subject: src/admin/<subject>/data/<name>-command.ts. */
  import: (args) =>
    args[0] in optionalPackages.import ? runPart('import', args) : runTypeScript('local/import.ts', args),
  /** Regenerates the files of the repository that are derived from others. */
  renew: async (args) => {
    await installProof();
    return runPart('renew', args);
  },
  lighthouse: async () => {
    await installProof('tests/lighthouse');
    return runTypeScript('tests/lighthouse/run.ts');
  },
  /** Runs the walk in the machine's browsers, or `-- verifier`, `-- surveys` or `-- --tasks`, and names those that are missing. */
  walk: async (args) => {
    await installProof('tests/walk');
    const own = ['verifier', 'surveys', 'tasks'].find((name) => name === args[0]?.replace(/^--/, ''));
    if (own) return runTypeScript(`tests/walk/${own}.ts`, args.slice(1));
    return runTypeScript('tests/walk/run.ts', args);
  },
};

const [name = 'start', ...args] = process.argv.slice(2);
process.exitCode = await main();

async function main() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < NODE_NEEDED[0] || (major === NODE_NEEDED[0] && minor < NODE_NEEDED[1])) {
    console.error(
      `Node ${NODE_NEEDED.join('.')} ou plus récent est nécessaire (ici : ${process.versions.node}). Installez-le depuis nodejs.org, puis recommencez.`,
    );
    return 1;
  }
  const job = jobs[name];
  if (!job) {
    console.error(`Commande inconnue : « ${name} ». Commandes : ${Object.keys(jobs).join(', ')}.`);
    return 1;
  }
  stopWithNpm();
  try {
    await install(root, { withTools: !RUNTIME_JOBS.includes(name) });
    return await job(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return typeof error?.code === 'number' ? error.code : 1;
  }
}

/**
 * Installs exactly what the lock file says, when what is there was installed from another one or not at all.
 *
 * @param withTools also the development dependencies
 */
async function install(directory, { withTools = true } = {}) {
  const modules = join(directory, 'node_modules');
  const stamp = join(modules, '.installed-from');
  const lock = createHash('sha256')
    .update(readFileSync(join(directory, 'package-lock.json')))
    .digest('hex');
  const wanted = withTools ? lock : `${lock} without tools`;
  // An installation with the development tools is sufficient too.
  if (existsSync(stamp) && [lock, wanted].includes(readFileSync(stamp, 'utf8'))) return;
  if (isInstalled(directory, withTools)) return;
  const names = { [root]: 'des dépendances', [join(root, 'deploy')]: 'de la CLI de Supabase' };
  console.log(`Installation ${names[directory] ?? 'des outils de preuve'}…`);
  const begun = Date.now();
  const omitted = withTools ? [] : ['--omit=dev'];
  const code = await run(npm(), ['ci', '--no-audit', '--no-fund', ...omitted], directory);
  if (code !== 0) {
    throw Object.assign(new Error(`L'installation a échoué (npm ci, code ${code}).`), { code });
  }
  mkdirSync(modules, { recursive: true });
  writeFileSync(stamp, wanted);
  console.log(`Installation terminée en ${seconds(Date.now() - begun)} s.`);
}

/** Installs the tools of the proof: the official CLI is that of the deployment. */
async function installProof(...more) {
  for (const directory of ['tests', 'deploy', ...more]) await install(join(root, directory));
}

/** After an npm run by hand, npm's own record of the installed versions must match the lock file. */
function isInstalled(directory, withTools) {
  const record = join(directory, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const { packages: wanted } = JSON.parse(readFileSync(join(directory, 'package-lock.json'), 'utf8'));
  const { packages: found } = JSON.parse(readFileSync(record, 'utf8'));
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.link ||
      (entry.dev && !withTools) ||
      found[path]?.version === entry.version,
  );
}

/** The rows of scripts for what changed (tests/selection/plan.ts). */
function planCheck(planArgs) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tests/selection/plan.ts', ...planArgs],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function runPart(job, [part, ...partArgs]) {
  const command = optionalPackages[job][part];
  if (command) return runCommand(command, partArgs);
  console.error(`Usage : npm run ${job} -- ${Object.keys(optionalPackages[job]).join(' | ')}`);
  return 1;
}

/** Runs a command, or several that « && » joins, of which the last takes the arguments; no shell is the same everywhere. */
async function runCommand(command, commandArgs) {
  const commands = command.split(' && ').map((one) => one.split(' '));
  commands.at(-1).push(...commandArgs);
  let code = 0;
  for (const [program, ...programArgs] of commands)
    code ||= await run(program === 'npm' ? npm() : program, programArgs, root);
  return code;
}

function runTypeScript(file, fileArgs = []) {
  return run(process.execPath, ['--import', 'tsx', join(root, file), ...fileArgs], root);
}

/**
 * npm killed outright cannot tell its script, which would live on without a terminal. npm is the parent, or the
 * parent of the shell between the two.
 */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const { ppid } = process;
  const above = /sh$/.test(ps('comm', ppid)) ? Number(ps('ppid', ppid)) : ppid;
  setInterval(() => {
    if (process.ppid !== ppid || (above > 1 && !ps('pid', above))) process.kill(process.pid, 'SIGTERM');
  }, 2_000).unref();
}

function ps(column, pid) {
  const { stdout } = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return stdout?.trim() ?? '';
}
