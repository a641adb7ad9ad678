import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { proofSize } from '../tests/unit/proof-size.ts';
import { HOST, projectRoot, readSettings } from './process/settings.ts';
import { type Site, startSite } from './site-server.ts';

const SECRET = 'sb_secret_of_this_test';
/** Files of each kind: one that Vite serves as a module or as it is, and one that it serves as a page. */
const FILES = ['local.json', 'page.html'];

/**
 * Queries that make Vite return a file's text, its address, its bytes or a module; and suffixes that once got around
 * its deny list.
 */
const QUERIES = [
  '',
  '?raw',
  '?import&raw??',
  '?url&inline',
  '?worker&inline',
  '?html-proxy&index=0.js',
  '?.svg?.wasm?init',
  '#',
  '%00',
  '/.',
];

/** Folders with secrets: the usual data folder, one elsewhere, and the backups. */
const folders = [
  mkdtempSync(join(projectRoot, '.data-avant-')),
  mkdtempSync(join(tmpdir(), 'data-')),
  join(projectRoot, 'backups', `test-${process.pid}`),
];
let site: Site;
let port: number;
/** The server reads its API from the environment, which other test files of this process share. */
const environment = { ...process.env };

const freePort = async () => {
  const server = createServer().listen(0, HOST);
  await new Promise((done) => server.once('listening', done));
  const { port: free } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return free;
};

beforeAll(async () => {
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    for (const name of FILES) {
      writeFileSync(join(folder, name), `${JSON.stringify(SECRET)}\n`);
    }
  }
  port = await freePort();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const settings = readSettings({ DATA_DIR: folders[0], PORT: String(port) });
  site = await startSite(
    settings,
    `http://${HOST}:${port}`,
    { url: 'http://127.0.0.1:1', publishableKey: 'sb_publishable_test' },
    () => undefined,
  );
});
afterAll(async () => {
  await site.close();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  vi.restoreAllMocks();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/**
 * Requests a path exactly as written, since `fetch` would resolve dots. With « text/html » an unknown path gets the
 * home page.
 */
const getPath = (path: string, accept = 'application/json') =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    request({ host: HOST, port, path, headers: { accept } }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    })
      .on('error', reject)
      .end();
  });

/** Lists the spellings of a path to the development server. */
const spellingsOf = (file: string) => {
  const inside = file.slice(projectRoot.length);
  const paths = [`/@fs${file}`, `/@fs/${file}`, `/@id/${file}`, `/src/../../../..${file}`];
  if (file.startsWith(projectRoot)) {
    paths.push(
      inside,
      `/${inside}`,
      `/src/..${inside}`,
      `/src/%2e%2e${inside}`,
      `/@fs${projectRoot}/src/..${inside}`,
    );
    paths.push(inside.replaceAll('.', '%2e'), inside.replaceAll('a', '%61'), inside.toUpperCase());
    paths.push(`/${inside.slice(1).replaceAll('/', '%2f')}`, `/${inside.slice(1).replaceAll('/', '\\')}`);
  }
  // Every spelling without a query, and every query with the plain spellings.
  return paths.flatMap((path, index) =>
    QUERIES.slice(0, index < 2 ? QUERIES.length : proofSize(1, QUERIES.length)).map((query) => path + query),
  );
};

it('serves no file of the data folder, of another one or of the backups, however its path is written', async () => {
  const served: string[] = [];
  const ask = async (path: string) => {
    const { text } = await getPath(path);
    if (text.includes(SECRET) || text.includes(btoa(SECRET).slice(4, 24))) served.push(path);
  };
  for (const folder of folders) {
    await Promise.all(FILES.flatMap((name) => spellingsOf(join(folder, name))).map(ask));
  }
  expect(served).toEqual([]);
});

it('serves nothing of the project but what its pages are made of', async () => {
  for (const path of [
    '/package.json',
    '/README.md',
    '/.gitignore',
    '/.env.example',
    '/local/start.ts',
    '/supabase/seed.sql',
    '/supabase/config.toml',
    '/.git/config',
    '/tests/package.json',
  ]) {
    for (const query of ['', '?raw', '?import&raw', '?url&inline'])
      expect([path + query, (await getPath(path + query)).status]).not.toEqual([path + query, 200]);
  }
  // Pages come last, because Vite then prepares everything that they import; outside the nightly proof one
  // page is enough.
  const pages = ['/src/site/main.tsx', '/src/admin/main.tsx', '/', '/admin'];
  for (const path of [
    '/supabase/functions/_shared/contract/mailboxes.ts',
    '/@vite/client',
    '/favicon.svg',
    '/src/shared/lib/paths.ts',
    ...pages.slice(0, proofSize(0, pages.length)),
  ])
    expect([path, (await getPath(path, 'text/html')).status]).toEqual([path, 200]);
});
