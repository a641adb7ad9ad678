import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readHeaderRules } from './host-rules.ts';
import { type PublishedSite, startPublishedSite } from './published-site.ts';

let folder: string;
let site: PublishedSite | undefined;
let reports: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'published-'));
  reports = [];
});
afterEach(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes a build that writes these files and ends when `until` resolves. */
const builder = (files: Record<string, string>, until: Promise<unknown> = Promise.resolve()) =>
  vi.fn(async (out: string) => {
    mkdirSync(join(out, 'realisations'), { recursive: true });
    writeFileSync(join(out, '404.html'), 'introuvable');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text);
    await until;
    writeFileSync(join(out, 'publication.json'), '{}');
  });

async function start(build: (out: string, signal: AbortSignal) => Promise<void>, builtFor = 'ici') {
  site = await startPublishedSite({
    folder,
    port: 0,
    build,
    builtFor,
    report: (message) => reports.push(message),
  });
  return site;
}
const getPage = async (path: string) => {
  const answer = await fetch(`${site?.url}${path}`, { redirect: 'manual' });
  return [answer.status, await answer.text(), answer.headers.get('location')];
};

it('serves nothing before the first publication, then what was built; its hook is a secret', async () => {
  const build = builder({ 'index.html': 'accueil' });
  const { url, hookUrl } = await start(build);
  expect((await getPage('/'))[0]).toBe(503);
  for (const wrong of [`${url}/construire`, `${url}/construire/x`, `${hookUrl}x`]) {
    await fetch(wrong, { method: 'POST' });
  }
  expect((await fetch(hookUrl)).status).toBe(405);
  expect(build).not.toHaveBeenCalled();
  expect((await fetch(hookUrl, { method: 'POST' })).status).toBe(202);
  await vi.waitFor(() => expect(reports).toHaveLength(1));
  expect(await getPage('/')).toEqual([200, 'accueil', null]);
});

it('a new tour is 404 then 200; a withdrawn one answers 410 with its page, a renamed one leads on', async () => {
  const files = [
    { 'realisations/phare.html': 'le phare', _redirects: '' },
    {
      'realisations/quai.html': 'le quai',
      'retiree.html': 'retirée',
      _redirects:
        '/realisations/phare /retiree.html 410\n/realisations/ancien /realisations/quai 301\n/visite/ancien/* /visite/quai/:splat 301\n',
    },
  ];
  const { hookUrl } = await start((out) => builder((files.shift() ?? {}) as Record<string, string>)(out));
  for (const count of [1, 2]) {
    await fetch(hookUrl, { method: 'POST' });
    await vi.waitFor(() => expect(reports).toHaveLength(count));
    if (count === 1) {
      expect((await getPage('/realisations/quai'))[0]).toBe(404);
      expect((await getPage('/realisations/phare'))[0]).toBe(200);
    }
  }
  expect((await getPage('/realisations/quai'))[0]).toBe(200);
  expect(await getPage('/realisations/phare')).toEqual([410, 'retirée', null]);
  expect(await getPage('/realisations/ancien')).toEqual([301, '', '/realisations/quai']);
  expect(await getPage('/visite/ancien/f0a1b2c3')).toEqual([301, '', '/visite/quai/f0a1b2c3']);
});

it('answers 404 with its page at the address of a file that is no page, and at one that cannot be read', async () => {
  const rules = '/admin /app.html 200\n/app.html /404.html 404!\n';
  const { hookUrl } = await start(builder({ 'app.html': 'application', _redirects: rules }));
  await fetch(hookUrl, { method: 'POST' });
  await vi.waitFor(() => expect(reports).toHaveLength(1));
  expect(await getPage('/admin')).toEqual([200, 'application', null]);
  for (const path of ['/app.html', '/_redirects', '/%', '/%E0%A4%A', '//']) {
    expect([path, ...(await getPage(path))]).toEqual([path, 404, 'introuvable', null]);
  }
});

it('closes the addresses of one part to frames by one rule, those of a visit excepted', () => {
  const [rule] = readHeaderRules('/:page\n  X-Frame-Options: DENY\n');
  expect(
    ['/services', '/nulle-part', '/404.html', '/', '/visite/quai'].filter((path) => rule?.matches(path)),
  ).toEqual(['/services', '/nulle-part', '/404.html']);
});

it('serves the last whole site while the next is made, and after one that failed; what was left half made is not it', async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let runs = 0;
  const { hookUrl } = await start(async (out) => {
    runs++;
    if (runs === 3) throw new Error('la base ne répond pas');
    await builder({ 'index.html': `version ${runs}` }, runs === 2 ? held : undefined)(out);
  });
  const press = () => fetch(hookUrl, { method: 'POST' });
  await press();
  await vi.waitFor(() => expect(reports).toHaveLength(1));
  await press();
  await vi.waitFor(() => expect(runs).toBe(2));
  // Two requests during a build make one more build.
  await press();
  await press();
  expect((await getPage('/'))[1]).toBe('version 1');
  finish();
  await vi.waitFor(() => expect(reports).toHaveLength(3));
  expect(runs).toBe(3);
  expect(reports[2]).toContain('la base ne répond pas');
  expect((await getPage('/'))[1]).toBe('version 2');
  await site?.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('site-'))).toHaveLength(1);
  // After a restart the same site is served.
  await start(builder({}));
  expect((await getPage('/'))[1]).toBe('version 2');
});

it('builds once the site that was never built, and says so in French meanwhile on a page that reloads', async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const build = builder({ 'index.html': 'accueil' }, held);
  const { ensureBuilt } = await start(build);
  ensureBuilt();
  ensureBuilt();
  const [status, text] = await getPage('/services');
  expect(status).toBe(503);
  expect(text).toMatch(/<html lang="fr-CA">[\s\S]*http-equiv="refresh"[\s\S]*se construit/);
  finish();
  await vi.waitFor(async () => expect(await getPage('/')).toEqual([200, 'accueil', null]));
  ensureBuilt();
  await site?.close();
  // The server starts again.
  const again = builder({});
  (await start(again)).ensureBuilt();
  await site?.close();
  expect([build, again].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

it('builds again the site of an older folder that was built for other addresses, and serves it until then', async () => {
  const { ensureBuilt } = await start(builder({ 'index.html': 'ancien' }), 'port 54321');
  ensureBuilt();
  await vi.waitFor(async () => expect((await getPage('/'))[1]).toBe('ancien'));
  await site?.close();
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const moved = await start(builder({ 'index.html': 'nouveau' }, held), 'port 5231');
  moved.ensureBuilt();
  expect((await getPage('/'))[1]).toBe('ancien');
  finish();
  await vi.waitFor(async () => expect((await getPage('/'))[1]).toBe('nouveau'));
});

it('says that the first build failed, and what to do', async () => {
  const { ensureBuilt } = await start(async () => {
    throw new Error('la base ne répond pas');
  });
  ensureBuilt();
  await vi.waitFor(async () =>
    expect(await getPage('/')).toMatchObject([
      503,
      expect.stringMatching(/n’a pas pu être construit[\s\S]*Publier le site/),
      null,
    ]),
  );
});
