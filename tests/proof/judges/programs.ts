import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Output and exit code of a program. */
export type ProgramResult = { code: number; stdout: string; stderr: string };

/**
 * Runs a program to its end, whatever its exit code.
 *
 * @param seconds after which it is stopped; its code is then 124, as that of `timeout`
 */
export function run(
  program: string,
  parameters: readonly string[],
  {
    input = '',
    seconds = 300,
    ...options
  }: { input?: string; seconds?: number; cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const ended = (error: ExecFileException | null, stdout: string, stderr: string) => {
      const code = typeof error?.code === 'number' ? error.code : error?.killed ? 124 : error ? 127 : 0;
      resolve({ code, stdout, stderr });
    };
    const limits = { maxBuffer: 256 * 1024 * 1024, timeout: seconds * 1000 };
    const child = execFile(program, parameters, { ...options, ...limits, encoding: 'utf8' }, ended);
    // A program that reads no input closes the pipe.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** Tells whether this machine has a program. */
export const has = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

const VERSION = /\d+(?:\.\d+)+/;

/** Returns the first version number that a program prints, else that of its Debian package; `undefined` where this machine does not have it. */
export async function versionOf(program: string, ...parameters: string[]): Promise<string | undefined> {
  if (!has(program)) return undefined;
  const { stdout, stderr } = await run(program, parameters);
  const own = VERSION.exec(stdout + stderr)?.[0];
  if (own) return own;
  const packaged = await run('dpkg-query', ['--show', program]);
  return VERSION.exec(packaged.stdout)?.[0] ?? 'unknown';
}

/** Folder for judges from the npm registry, so that they are no dependencies. */
const home = join(tmpdir(), 'territoire-360-judges');

/**
 * Installs an npm package outside the repository, once, without its install scripts.
 *
 * @returns its folder; `undefined` where the registry does not provide it
 */
export async function packageFolder(name: string, version: string): Promise<string | undefined> {
  const folder = join(home, `${name.replaceAll('/', '+')}@${version}`);
  const inside = join(folder, 'node_modules', name);
  if (existsSync(join(folder, 'installed'))) return inside;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const parameters = [
    'install',
    '--silent',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `${name}@${version}`,
  ];
  // npm passes variables about this repository to its scripts.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key)));
  const { code } = await run('npm', parameters, { cwd: folder, env });
  if (code !== 0) return undefined;
  writeFileSync(join(folder, 'installed'), '');
  return inside;
}
