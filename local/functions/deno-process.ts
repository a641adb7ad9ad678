import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../process/settings.ts';
import { UserError } from '../process/user-error.ts';

const SERVER_SCRIPT = fileURLToPath(new URL('./functions-server.ts', import.meta.url));
const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 4_000;

/** Command that runs Deno, and the flags that this version has. */
export interface DenoRuntime {
  command: string[];
  flags: string[];
}

/** The Deno of this package. */
const current = (): DenoRuntime => ({
  command: denoCommand(dirname(createRequire(import.meta.url).resolve('deno/package.json'))),
  // A request's signal aborts when its caller goes away, and not also when the answer is complete.
  flags: ['--unstable-no-legacy-abort'],
});

export interface DenoProcess {
  pid: number | undefined;
  port: number;
  /** Function name → why it could not be loaded. */
  failures: Record<string, string>;
  /** Resolves when the process has ended, on request or by itself. */
  ended: Promise<void>;
  stop: () => Promise<void>;
}

/**
 * Starts one Deno process that serves the named functions, and waits until it listens. It may read the functions and
 * node_modules only, writes nothing, gets no variable but `env`, and downloads no package.
 *
 * @param log called with each line that the functions print.
 */
export async function startDeno({
  directory,
  names,
  cacheDir,
  env,
  log,
  runtime = current(),
}: {
  directory: string;
  names: string[];
  cacheDir: string;
  env: Record<string, string>;
  log: (line: string) => void;
  runtime?: DenoRuntime;
}): Promise<DenoProcess> {
  const readyMarker = `ready-${randomUUID()} `;
  const modules = join(projectRoot, 'node_modules');
  const importMap = join(directory, 'deno.json');
  const [command = '', ...prefix] = runtime.command;
  const child = spawn(
    command,
    [
      ...prefix,
      'run',
      '--no-prompt',
      '--no-config',
      '--no-lock',
      '--no-remote',
      '--cached-only',
      '--quiet',
      '--node-modules-dir=manual',
      ...runtime.flags,
      ...(existsSync(importMap) ? [`--import-map=${importMap}`] : []),
      `--allow-read=${[directory, modules, SERVER_SCRIPT].join(',')}`,
      // Functions may call any provider, as hosted, and see only the variables given here.
      '--allow-net',
      '--allow-env',
      SERVER_SCRIPT,
      directory,
      ...names,
    ],
    {
      cwd: projectRoot,
      env: { ...env, DENO_DIR: cacheDir, DENO_NO_UPDATE_CHECK: '1', READY_MARKER: readyMarker },
      stdio: ['pipe', 'pipe', 'pipe'],
      // Out of the terminal's process group: Ctrl-C stops the stack in order, not this process first.
      detached: true,
      windowsHide: true,
    },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdin.on('error', () => undefined);
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    errors.push(line);
    log(line);
  });
  const ready = new Promise<{ port: number; failures: Record<string, string> }>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith(readyMarker)) resolve(JSON.parse(line.slice(readyMarker.length)));
      else log(line);
    });
    child.once('error', reject);
    child.once('close', () =>
      reject(new UserError(`Deno s'est arrêté avant d'être prêt. ${errors.slice(-3).join(' ')}`)),
    );
    setTimeout(
      () => reject(new UserError("Deno n'est pas prêt après 20 secondes.")),
      START_TIMEOUT_MS,
    ).unref();
  });
  try {
    return { ...(await ready), pid: child.pid, ended, stop: () => stop(child, ended) };
  } catch (error) {
    await stop(child, ended);
    throw error;
  }
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.pid === undefined) return;
  child.stdin?.end();
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(force);
}

/** Finds the binary of the npm package in this folder, or its JavaScript wrapper where the binary is elsewhere. */
export function denoCommand(folder: string): string[] {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const libc = process.platform === 'linux' ? '-glibc' : '';
  const found = [
    join(folder, `deno${suffix}`),
    join(folder, '..', '@deno', `${process.platform}-${process.arch}${libc}`, `deno${suffix}`),
  ].find((path) => existsSync(path));
  return found ? [found] : [process.execPath, join(folder, 'bin.cjs')];
}
