import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import { createServer, preview, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DELIVERED_SCRIPT, type DeliveredTour } from '../src/shared/panorama-tour/delivered-tour.ts';
import { basePath, tilePath } from '../src/shared/panorama-tour/panorama-tour.ts';
import { deliveredVisit } from './delivered-visit.ts';
import { demoVisit } from './demo-visit.ts';

const seed = readFileSync('supabase/seed.sql', 'utf8');
const tours = Array.from(
  seed.matchAll(/^ {4}'(.+)',\n {4}'(.+)',\n {4}'([^,]+), .+',\n.+\n {4}'(https?:\/\/.*)',$/gm),
  ([, title = '', slug = '', town = '', address = '']) => ({ title, slug, town, address }),
);

let origin = '';

const urlOf = (address: string) => origin + new URL(address).pathname;

/** Reads the tour that the script of a delivered page assigns to `window`. */
const tourOf = (script: string): DeliveredTour =>
  runInNewContext(`const window = {}; ${script}; window.visite`);

/** Decodes a picture completely, and returns its size. */
async function sizeOf(address: string): Promise<[number, number]> {
  const answer = await fetch(address);
  expect(answer.headers.get('content-type'), address).toBe('image/jpeg');
  const { info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [info.width, info.height];
}

it('the seed has its tours', () => {
  expect(tours).toHaveLength(14);
  for (const { address } of tours) expect(new URL(address).origin).toBe('http://localhost:5173');
});

// Each panorama is cut on request, and the delivered page is built.
describe('the visits of the demonstration', { tags: ['proof'] }, () => {
  let server: ViteDevServer;

  beforeAll(async () => {
    vi.stubEnv('VITE_SUPABASE_URL', 'http://127.0.0.1:1');
    vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_test');
    server = await createServer({
      configFile: false,
      logLevel: 'error',
      plugins: [demoVisit(), deliveredVisit()],
      appType: 'custom',
      optimizeDeps: { noDiscovery: true },
      server: { port: 0, strictPort: false, host: '127.0.0.1' },
    });
    await server.listen();
    origin = new URL(server.resolvedUrls?.local[0] ?? '').origin;
  });
  afterAll(async () => {
    await server.close();
    vi.unstubAllEnvs();
  });

  it.each(tours)('the address of $slug opens its visit', async ({ title, town, address }) => {
    const page = await (await fetch(urlOf(address))).text();
    const script = /<script [^>]*src="\.\/(.+?)"/.exec(page)?.[1] ?? 'no script';
    const asked = await fetch(`${urlOf(address)}${script}`);
    expect(asked.headers.get('content-type')).toBe('text/javascript');
    const tour = tourOf(await (await fetch(`${urlOf(address)}${DELIVERED_SCRIPT}`)).text());
    expect(tour).toMatchObject({ title, client: `Démonstration · ${town}` });
    expect(tour.tour.scenes).not.toEqual([]);
  });

  it.each(tours)(
    'the panorama of $slug has its base and its last tile',
    async ({ address }) => {
      const tour = tourOf(await (await fetch(`${urlOf(address)}${DELIVERED_SCRIPT}`)).text());
      const [scene] = tour.tour.scenes;
      if (!scene) throw new Error('no scene');
      const { picture } = scene;
      expect(await sizeOf(urlOf(address) + basePath(picture))).toEqual([
        picture.baseWidth,
        picture.baseWidth / 2,
      ]);
      const level = picture.levels.length - 1;
      const { width = 0, columns = 1, rows = 1 } = picture.levels[level] ?? {};
      expect(width).toBe(picture.width);
      const last = tilePath(picture, level, columns - 1, rows - 1);
      expect(await sizeOf(urlOf(address) + last)).toEqual([width / columns, width / 2 / rows]);
    },
    60_000,
  );

  it('an address without its closing slash leads to the page, whose addresses are relative', async () => {
    const { url } = await fetch(`${origin}/demo/visites/phare-de-metis`);
    expect(url).toBe(`${origin}/demo/visites/phare-de-metis/`);
  });

  it('no other address of the kind opens a visit', async () => {
    for (const path of ['nulle-part/', 'nulle-part/visite.js', 'phare-de-metis/scenes/1/9/0-0.jpg'])
      expect((await fetch(`${origin}/demo/visites/${path}`)).status, path).toBe(404);
  });

  it('a built site that is previewed gives the page that it holds', async () => {
    const outDir = mkdtempSync(join(tmpdir(), 'preview-'));
    mkdirSync(join(outDir, 'livraison'));
    writeFileSync(join(outDir, 'livraison/index.html'), 'the page');
    const previewed = await preview({
      configFile: false,
      logLevel: 'error',
      plugins: [demoVisit()],
      build: { outDir },
      preview: { port: 0, strictPort: false, host: '127.0.0.1' },
    });
    try {
      const { href } = new URL('/demo/visites/phare-de-metis/', previewed.resolvedUrls?.local[0]);
      expect(await (await fetch(href)).text()).toBe('the page');
      const script = await (await fetch(href + DELIVERED_SCRIPT)).text();
      expect(tourOf(script)).toHaveProperty('title', 'Le phare de Métis');
    } finally {
      await previewed.close();
      rmSync(outDir, { recursive: true });
    }
  });
});
