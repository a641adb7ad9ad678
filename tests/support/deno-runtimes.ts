import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DenoRuntime, denoCommand } from '../../local/functions/deno-process.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The Deno version of hosted functions, from the packages of the tests. */
export const hostedDeno: DenoRuntime = {
  command: denoCommand(dirname(createRequire(import.meta.url).resolve('deno-hosted/package.json'))),
  flags: [],
};
