import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { cliProgram, quietCli } from '../../../deploy/official-cli.ts';

/**
 * Runs the official CLI outside the project folder (it would look for a linked project there), without
 * telemetry.
 * @returns what it printed; rejects when it exits with an error, with `code`, `stdout` and `stderr` on the error
 */
export function runSupabase(args: string[]): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(cliProgram, args, {
    cwd: tmpdir(),
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...quietCli },
  });
}
