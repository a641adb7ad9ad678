// Runs the commands of bootstrap.mjs. Plain JavaScript without dependencies, like bootstrap.mjs itself.
import { spawn } from 'node:child_process';
import { availableParallelism, constants } from 'node:os';
import { startAccount } from './processor-account.mjs';

/**
 * Runs npm scripts in a folder: the stages one after the other, the rows of a stage in parallel, the scripts of a row one
 * after the other. When two rows run at once, a script's output is printed whole at its end. The first failure ends the rest.
 *
 * @param budget processor seconds by script: what each used is printed, and too much in all is a failure
 */
export async function runScripts(root, stages, budget = undefined) {
  const begun = Date.now();
  const account = budget && startAccount(budget);
  let failed;
  const running = new Set();
  const runRow = async (scripts, rowCount) => {
    const live = rowCount === 1;
    // A second worker would have no processor to itself, and load the modules of its project once more.
    const workers = rowCount > availableParallelism() && { VITEST_MAX_WORKERS: '1' };
    for (const script of scripts) {
      const header = `\n── ${script.slice(0, 70)} ${'─'.repeat(Math.max(2, 70 - script.length))}`;
      if (live) console.log(header);
      const scriptBegun = Date.now();
      const kept = live ? undefined : [];
      const code = await run(npm(), ['run', '--silent', ...script.split(' ')], root, {
        kept,
        running,
        env: { ...account?.env, ...workers },
        onProcessorTime: account && ((used) => account.add(script, used)),
      });
      if (failed) return;
      if (kept) process.stdout.write(Buffer.concat([Buffer.from(`${header}\n`), ...kept]));
      console.log(
        `${code === 0 ? '✓' : '✗'} ${script.slice(0, 70)} (${seconds(Date.now() - scriptBegun)} s)`,
      );
      if (code === 0) continue;
      failed = { script, code };
      for (const end of running) end('SIGTERM');
      return;
    }
  };
  for (const rows of stages) {
    if (!failed) await Promise.all(rows.map((row) => runRow(row, rows.length)));
  }
  const isWithinBudget =
    (await account?.close({ isReported: !failed, clockSeconds: (Date.now() - begun) / 1000 })) ?? true;
  if (!isWithinBudget) failed = { script: 'budget', code: 1 };
  if (failed) {
    console.log(`\nÉchec à « ${failed.script.slice(0, 70)} » après ${seconds(Date.now() - begun)} s.`);
    return failed.code;
  }
  const scripts = stages.flat(2).map((script) => script.split(' -- ')[0]);
  console.log(`\nTout est vert : ${[...new Set(scripts)].join(', ')} — ${seconds(Date.now() - begun)} s.`);
  return 0;
}

/**
 * Runs a command on this terminal.
 *
 * @param kept receives its output instead of the terminal; the command is then a process group, killed as a whole,
 *   because npm does not forward signals to its children
 * @param running holds the function that ends it, as long as it runs
 * @param env variables that it gets besides those of this process
 * @param onProcessorTime gets the processor seconds of the command and of all that it waited for, where there is a
 *   POSIX shell
 * @returns its exit code, or 128 + the signal that ended it
 */
export function run(command, commandArgs, cwd, { kept, running = new Set(), env, onProcessorTime } = {}) {
  const isWindows = process.platform === 'win32';
  const isTimed = onProcessorTime !== undefined && !isWindows;
  const isGroup = (kept !== undefined || isTimed) && !isWindows;
  const [program, programArgs] = isTimed
    ? ['sh', ['-c', '"$@"; code=$?; times >&3; exit $code', 'sh', command, ...commandArgs]]
    : [command, commandArgs];
  return new Promise((resolve, reject) => {
    const output = kept ? 'pipe' : 'inherit';
    const child = spawn(program, programArgs, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [isGroup ? 'ignore' : 'inherit', output, output, ...(isTimed ? ['pipe'] : [])],
      detached: isGroup,
      shell: isWindows && command !== process.execPath,
    });
    let times = '';
    child.stdio[3]?.on('data', (chunk) => (times += chunk));
    // The signal is forwarded, and this process waits. A terminal sends Ctrl-C to both, so the child may
    // receive it twice.
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const handOn = (signal) => {
      try {
        isGroup ? process.kill(-child.pid, signal) : child.kill(signal);
      } catch (error) {
        // The process has ended in the meantime.
        if (error.code !== 'ESRCH') throw error;
      }
    };
    for (const signal of signals) process.on(signal, handOn);
    const forget = () => {
      running.delete(handOn);
      for (const signal of signals) process.off(signal, handOn);
    };
    running.add(handOn);
    for (const stream of kept ? [child.stdout, child.stderr] : []) {
      stream.on('data', (chunk) => kept.push(chunk));
    }
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    // « close » means that it has ended and that all its output was read.
    child.once('close', (code, signal) => {
      forget();
      if (isTimed) onProcessorTime(secondsOf(times));
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** The sum of what `times` prints of a shell's children in its second line, such as « 1m2.50s 0m0.25s ». */
function secondsOf(times) {
  const [, children = ''] = times.trim().split('\n');
  return Array.from(children.matchAll(/(\d+)m([\d.]+)s/g)).reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
    0,
  );
}

export function npm() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm';
}

export function seconds(ms) {
  return (ms / 1000).toFixed(1).replace('.', ',');
}
