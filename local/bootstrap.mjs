// Behind every script of package.json. Plain JavaScript without dependencies: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_NEEDED = [20, 19];

// These run the product: they need no compiler, linter or test runner, which are a quarter of what npm would download.
const RUNTIME_JOBS = ['start', 'reset', 'backup', 'restore'];

const check = ['types', 'lint', 'deadcode', 'unit'];
const jobs = {
  start: (args) => runTypeScript('local/start.ts', args),
  reset: (args) => runTypeScript('local/reset.ts', args),
  backup: (args) => runTypeScript('local/backup.ts', args),
  restore: (args) => runTypeScript('local/restore.ts', args),
  check: () => runScripts([check]),
  test: async () => {
    await install(join(root, 'tests'));
    // None of the first two rows keeps more than one core busy; the third, beside them, made all slower (672 s instead of 598).
    return runScripts(
      [
        ['unit'],
        ['types', 'lint', 'deadcode', 'types:tests', 'db:check', 'db:types:check', 'db:advisors', 'database'],
      ],
      ['e2e'],
    );
  },
  /** What is too long for every change: nightly, and before a release. */
  proof: async () => {
    await install(join(root, 'tests'));
    process.env.KILLS ??= '3';
    return runScripts([['database', 'database:proof', 'e2e:proof', 'chaos']]);
  },
  lighthouse: async () => {
    for (const directory of ['tests', 'tests/lighthouse']) await install(join(root, directory));
    return runTypeScript('tests/lighthouse/run.ts');
  },
  /** Needs the browsers of the machine; says which are missing. */
  walk: async (args) => {
    for (const directory of ['tests', 'tests/walk']) await install(join(root, directory));
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
  // What was installed with the tools is enough without them.
  if (existsSync(stamp) && [lock, wanted].includes(readFileSync(stamp, 'utf8'))) return;
  if (isInstalled(directory, withTools)) return;
  console.log(directory === root ? 'Installation des dépendances…' : 'Installation des outils de preuve…');
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

/** Somebody ran npm by hand: npm's own record of what it installed has to name the versions of the lock file. */
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

function runTypeScript(file, fileArgs = []) {
  return run(process.execPath, ['--import', 'tsx', join(root, file), ...fileArgs], root);
}

/**
 * Runs rows of scripts, a row at the side of the other, then one last row. What a script prints is shown whole when it
 * ends where two run at once. The first that fails ends the rest.
 */
async function runScripts(rows, last = []) {
  const begun = Date.now();
  const isAlone = rows.length === 1;
  let failed;
  const running = new Set();
  const runRow = async (scripts, live) => {
    for (const script of scripts) {
      const header = `\n── ${script} ${'─'.repeat(Math.max(2, 70 - script.length))}`;
      if (live) console.log(header);
      const scriptBegun = Date.now();
      const kept = live ? undefined : [];
      const code = await run(npm(), ['run', '--silent', script], root, { kept, running });
      if (failed) return;
      if (kept) process.stdout.write(Buffer.concat([Buffer.from(`${header}\n`), ...kept]));
      console.log(`${code === 0 ? '✓' : '✗'} ${script} (${seconds(Date.now() - scriptBegun)} s)`);
      if (code === 0) continue;
      failed = { script, code };
      for (const end of running) end('SIGTERM');
      return;
    }
  };
  await Promise.all(rows.map((row) => runRow(row, isAlone)));
  if (!failed) await runRow(last, true);
  if (failed) {
    console.log(`\nÉchec à « ${failed.script} » après ${seconds(Date.now() - begun)} s.`);
    return failed.code;
  }
  console.log(
    `\nTout est vert : ${[...rows.flat(), ...last].join(', ')} — ${seconds(Date.now() - begun)} s.`,
  );
  return 0;
}

/**
 * Runs a command on this terminal; its exit code, or 128 + the signal that ended it.
 *
 * @param kept where what it prints goes, instead of the terminal; it is then a group of its own, and ends whole: npm does
 *   not hand a signal on to what it started
 * @param running holds the way to end it, as long as it runs
 */
function run(command, commandArgs, cwd, { kept, running = new Set() } = {}) {
  const isGroup = kept !== undefined && process.platform !== 'win32';
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArgs, {
      cwd,
      stdio: kept ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      detached: isGroup,
      shell: process.platform === 'win32' && command !== process.execPath,
    });
    // Handed on, and this process waits. A terminal sends Ctrl-C to both, so the child may hear it twice.
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const handOn = (signal) => {
      try {
        isGroup ? process.kill(-child.pid, signal) : child.kill(signal);
      } catch (error) {
        // Ended in the meantime.
        if (error.code !== 'ESRCH') throw error;
      }
    };
    for (const signal of signals) process.on(signal, handOn);
    const forget = () => {
      running.delete(handOn);
      for (const signal of signals) process.off(signal, handOn);
    };
    running.add(handOn);
    for (const output of kept ? [child.stdout, child.stderr] : []) {
      output.on('data', (chunk) => kept.push(chunk));
    }
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    // Closed: ended, and everything it printed was read.
    child.once('close', (code, signal) => {
      forget();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
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

function npm() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm';
}

function seconds(ms) {
  return (ms / 1000).toFixed(1).replace('.', ',');
}
