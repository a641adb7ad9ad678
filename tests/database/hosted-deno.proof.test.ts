// The edge functions on the Deno that hosted projects run (2.1.4) beside the one of `npm start`.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DenoProcess, startDeno } from '../../local/functions/deno-process.ts';
import { startSmtpServer } from '../../supabase/functions/_testing/smtp-server.ts';
import { makeCertificate } from '../host/certificate.ts';
import { hostedDeno, root } from '../support/deno-runtimes.ts';

const directory = join(root, 'supabase/functions');
const names = readdirSync(directory, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => name);
const folder = mkdtempSync(join(tmpdir(), 'hosted-deno-'));
let hosted: DenoProcess;
let present: DenoProcess;

beforeAll(async () => {
  const common = { directory, names, cacheDir: join(folder, 'cache'), env: {}, log: () => undefined };
  [hosted, present] = await Promise.all([startDeno({ ...common, runtime: hostedDeno }), startDeno(common)]);
});
afterAll(async () => {
  await Promise.all([hosted?.stop(), present?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

test('it is the version that hosted projects run', async () => {
  const [command = '', ...prefix] = hostedDeno.command;
  const { stdout } = await promisify(execFile)(command, [...prefix, '--version']);
  expect(stdout).toMatch(/^deno 2\.1\.4 /);
});

test('every function loads', () => {
  expect(names.length).toBeGreaterThanOrEqual(17);
  expect([hosted.failures, present.failures]).toEqual([{}, {}]);
});

test.each(names)('%s refuses an empty call in the same words, and answers a preflight', async (name) => {
  const ask = async ({ port }: DenoProcess, method: string) => {
    const body = method === 'POST' ? '{}' : null;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}/${name}`, {
      method,
      body,
      headers,
      redirect: 'manual',
    });
    const { requestId: _, ...said } = await answer.json().catch(() => ({}));
    return { status: answer.status, said };
  };
  for (const method of ['POST', 'GET', 'OPTIONS']) {
    const [ours, theirs] = [await ask(hosted, method), await ask(present, method)];
    expect(ours, method).toEqual(theirs);
    expect(ours.said, method).not.toMatchObject({ code: 'WORKER_ERROR' });
  }
});

test('mail goes out encrypted, where the first address of the host refuses', async () => {
  const { key, cert, file } = await makeCertificate(folder, ['courriel.test']);
  const smtp = await startSmtpServer({}, { tls: { key, cert } });
  const [command = '', ...prefix] = hostedDeno.command;
  const flags = ['--no-config', '--no-lock', '--no-remote', '--cached-only', '--node-modules-dir=manual'];
  const { stdout } = await promisify(execFile)(
    command,
    [
      ...[...prefix, 'run', '--quiet', '--allow-all', ...flags],
      `--import-map=${join(directory, 'deno.json')}`,
      `--cert=${file}`,
      join(root, 'tests/database/fixtures/mail-over-tls.ts'),
      String(smtp.port),
    ],
    { cwd: root, env: { ...process.env, DENO_DIR: join(folder, 'cache'), DENO_NO_UPDATE_CHECK: '1' } },
  );
  expect(JSON.parse(stdout)).toEqual({ kind: 'accepted', providerId: '250 ok numéro 7' });
  await smtp.close();
});
