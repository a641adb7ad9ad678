import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'seao-'));
const received: { path: string; key: unknown; body: Record<string, unknown> | null }[] = [];
/** A fake data API with what the command calls. */
const server = createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  const path = request.url ?? '';
  received.push({ path, key: request.headers.apikey, body: text ? JSON.parse(text) : null });
  const answer = path.startsWith('/rest/v1/tender_settings')
    ? [{ phrases: ['visite virtuelle'] }]
    : path.startsWith('/rest/v1/tender_weeks')
      ? [
          { first_day: '2026-10-05', last_day: '2026-10-11' },
          { first_day: '2026-10-19', last_day: '2026-10-25' },
        ]
      : [{ added: 1, changed: 0, unchanged: 0, removed: 0 }];
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function run(...words: string[]): Promise<{ code: number | null; output: string }> {
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, ['--import', 'tsx', 'local/import.ts', 'seao', ...words], {
    env: { ...process.env, SUPABASE_URL: `http://127.0.0.1:${port}/`, SUPABASE_SECRET_KEY: 'cle' },
  });
  let output = '';
  child.stdout.on('data', (part) => (output += part));
  child.stderr.on('data', (part) => (output += part));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

const release = (n: number, title: string) => ({
  ocid: `ocds-ec9k95-${n}`,
  date: '2026-10-20T10:00:00-04:00',
  buyer: { name: 'Ville d’Amqui' },
  tender: { title, tenderPeriod: { endDate: '2026-11-20T11:00:00-05:00' } },
});

test('npm run import -- seao · sends what has a phrase, with its week, and says which weeks are missing', async () => {
  const file = join(folder, 'hebdo_20261019_20261025.json');
  writeFileSync(file, JSON.stringify({ releases: [release(1, 'Visite virtuelle'), release(2, 'Pavage')] }));
  const { code, output } = await run(file);
  expect(output).toMatch(
    /hebdo_20261019_20261025\.json : 2.avis lus.: 1.nouveau,.*\nSemaines absentes, par leur lundi : 2026-10-12/,
  );
  expect(code).toBe(0);
  expect(received.every(({ key }) => key === 'cle')).toBe(true);
  const sent = received.find(({ path }) => path === '/rest/v1/rpc/import_tender_week')?.body;
  expect(sent).toMatchObject({ first_day: '2026-10-19', last_day: '2026-10-25', releases: 2 });
  expect(sent?.notices).toEqual([expect.objectContaining({ ocid: 'ocds-ec9k95-1', kind: 'appel' })]);
}, 60_000);

test.each([
  ['no file', [], /^Usage/],
  ['another name', ['mensuel.json'], /le nom du fichier dit sa semaine/],
  ['an absent file', ['hebdo_20261019_20261025.json'], /introuvable/],
  ['an address that is not safe', ['http://127.0.0.1/hebdo_20261019_20261025.json'], /adresse https/],
])(
  'npm run import -- seao · %s is refused in French',
  async (_, words, why) => {
    const { code, output } = await run(...words);
    expect([code, output]).toEqual([1, expect.stringMatching(why)]);
  },
  60_000,
);
