import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { end } from '../../database/engines/postgres-server.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const deno = join(repository, 'tests/node_modules/deno-hosted/deno');
const server = join(repository, 'local/functions/functions-server.ts');

export type UploadedFunctions = ReturnType<typeof openUploadedFunctions>;

/**
 * Keeps the functions as they were uploaded and runs them under the Deno that hosted Supabase has. Each has its own
 * folder, as there: a file that the upload forgot is missing.
 */
export function openUploadedFunctions(environment: () => Record<string, string>) {
  const home = mkdtempSync(join(tmpdir(), 'territoire-uploaded-'));
  symlinkSync(join(repository, 'node_modules'), join(home, 'node_modules'));
  const uploaded = new Set<string>();
  const loaded = new Map<string, { child: ChildProcess; address: Promise<string> }>();

  const start = (name: string) => {
    const folder = join(home, name, 'supabase/functions');
    const child = spawn(
      deno,
      [
        ...['run', '--no-prompt', '--no-config', '--no-lock', '--no-remote', '--cached-only', '--quiet'],
        ...['--node-modules-dir=manual', `--import-map=${join(folder, 'deno.json')}`],
        ...['--allow-net', '--allow-env', '--allow-read', '--allow-sys', server, folder, name],
      ],
      {
        cwd: home,
        env: { ...environment(), DENO_DIR: join(home, 'cache'), READY_MARKER: 'ready ', NO_COLOR: '1' },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    const told: string[] = [];
    child.stderr.on('data', (text) => told.push(String(text)));
    const address = new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!line.startsWith('ready ')) return;
        const { port, failures } = JSON.parse(line.slice(6)) as { port: number; failures: object };
        if (Object.keys(failures).length > 0) reject(new Error(JSON.stringify(failures)));
        else resolve(`http://127.0.0.1:${port}/${name}`);
      });
      child.once('exit', () => reject(new Error(`${name} ended: ${told.join('')}`)));
    });
    address.catch(() => undefined);
    return { child, address };
  };
  const stop = async (name: string) => {
    const running = loaded.get(name);
    loaded.delete(name);
    if (running) await end(running.child);
  };
  return {
    uploaded,
    upload: async (name: string, files: { path: string; bytes: Uint8Array }[]) => {
      await stop(name);
      rmSync(join(home, name), { recursive: true, force: true });
      for (const { path, bytes } of files) {
        const target = join(home, name, path);
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, bytes);
      }
      uploaded.add(name);
    },
    /** Secrets changed: hosted, the next call starts anew. */
    renew: () => Promise.all([...loaded.keys()].map(stop)),
    addressOf: (name: string): Promise<string> => {
      const running = loaded.get(name) ?? start(name);
      loaded.set(name, running);
      return running.address;
    },
    close: async () => {
      await Promise.all([...loaded.keys()].map(stop));
      rmSync(home, { recursive: true, force: true });
    },
  };
}
