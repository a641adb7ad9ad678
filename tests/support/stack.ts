import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../database/engines/free-port.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const NOTE_REQUESTS = new URL('../requests/note-requests.ts', import.meta.url).href;

/** The contents of `local.json`, which the local stack writes when it is ready. */
export type StackInfo = {
  webUrl: string;
  apiUrl: string;
  publishableKey: string;
  secretKey: string;
  mailUrl: string;
  smtpPort: number;
  admin: { email: string; password: string };
};

export type Stack = {
  info: StackInfo;
  dataDir: string;
  child: ChildProcess;
  /** Everything the stack printed so far. */
  output: () => string;
  /** Stops it as Ctrl-C does and waits for its end. */
  stop: () => Promise<number | null>;
};

const hasEnded = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));

/**
 * Starts the stack exactly as `npm start` does, on free ports and a data folder of its own.
 *
 * @param env `NOTED_REQUESTS` names a file for what is asked of the data API (tests/requests)
 * @param dataDir an existing data folder to start on again; without it, a temporary one
 * @throws Error with what the stack printed, when it ends before being ready or takes more than four minutes
 */
export async function startStack({
  dataDir,
  env = {},
}: {
  dataDir?: string;
  env?: Record<string, string>;
} = {}): Promise<Stack> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'territoire-360-'));
  const ports = {
    PORT: String(await freePort()),
    SUPABASE_PORT: String(await freePort()),
    MAIL_PORT: String(await freePort()),
    SMTP_PORT: String(await freePort()),
  };
  const infoFile = join(folder, 'local.json');
  const startedAt = Date.now();
  const noting = env.NOTED_REQUESTS ? ['--import', NOTE_REQUESTS] : [];
  const child = spawn(process.execPath, ['--import', 'tsx', ...noting, 'local/start.ts'], {
    cwd: root,
    // Building the site after each change would take the tests' processors; the tests of publishing ask for
    // it.
    env: { ...process.env, PUBLISH: '0', ...ports, DATA_DIR: folder, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  child.stderr.on('data', (chunk) => (printed += chunk));

  const deadline = Date.now() + 240_000;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The local stack did not start:\n${printed}`);
    }
    try {
      // An earlier stack of this folder may have left its file.
      if (statSync(infoFile).mtimeMs < startedAt) throw new Error('not yet');
      const info = JSON.parse(readFileSync(infoFile, 'utf8')) as StackInfo;
      return {
        info,
        dataDir: folder,
        child,
        output: () => printed,
        stop: () => {
          child.kill('SIGINT');
          return hasEnded(child);
        },
      };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
