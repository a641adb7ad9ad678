import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DenoProcess, startDeno } from '../../../local/functions/deno-process.ts';
import { hostedDeno, root } from '../../support/deno-runtimes.ts';

export type UploadedFunctions = ReturnType<typeof openUploadedFunctions>;

/**
 * Stores the uploaded functions and runs them with hosted Supabase's Deno. Each has a folder of its own, so that a file
 * missing from the upload is noticed.
 */
export function openUploadedFunctions(environment: () => Record<string, string>) {
  const home = mkdtempSync(join(tmpdir(), 'territoire-uploaded-'));
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'));
  // Hosted Supabase downloads the packages of the import map; here Deno takes them from node_modules.
  copyFileSync(join(root, 'supabase/functions/package.json'), join(home, 'package.json'));
  const uploaded = new Set<string>();
  const running = new Map<string, Promise<DenoProcess>>();

  const start = async (name: string) => {
    const deno = await startDeno({
      directory: join(home, name, 'supabase/functions'),
      names: [name],
      cacheDir: join(home, 'cache'),
      env: environment(),
      log: () => undefined,
      runtime: hostedDeno,
    });
    if (deno.failures[name]) throw new Error(deno.failures[name]);
    return deno;
  };
  const stop = async (name: string) => {
    const process = running.get(name);
    running.delete(name);
    await process?.then((deno) => deno.stop()).catch(() => undefined);
  };
  const stopAll = () => Promise.all([...running.keys()].map(stop));
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
    /** New secrets restart the functions at their next call. */
    renew: stopAll,
    addressOf: async (name: string): Promise<string> => {
      const process = running.get(name) ?? start(name);
      running.set(name, process);
      return `http://127.0.0.1:${(await process).port}/${name}`;
    },
    close: async () => {
      await stopAll();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
