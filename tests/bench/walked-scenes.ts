import { expect, type Page, test } from '@playwright/test';
import type { Level, Tile } from '../../src/shared/sphere/tile-choice.ts';
import { sphereScripts } from '../support/sphere-script.ts';
import { memoryOfPages } from './measured-visit.ts';
import { cutAsOurs, largePicture } from './peer-pictures.ts';
import { record } from './performance-page.ts';
import { isKept, type Measure } from './table.ts';

/**
 * A walk through two hundred scenes in one tab, each looked at from two sides and from near: `npm run bench -- walked-scenes`. Each has
 * its own addresses, so that nothing is shared; what they show is one picture.
 */

const SCENES = Number(process.env.SCENES ?? 200);
const WIDTH = 4096;
const HOST = 'https://spheres.example';
const SIZE = { width: 960, height: 540 };

/** Graphics memory for tiles (src/shared/sphere/sphere.ts), and what the first pictures and the tiles in sight may add, in bytes. */
const CACHE_BYTES = 256e6;
const IN_SIGHT = 64e6;

/** Growth of the memory of the whole browser in the second half of the walk that is no growth: what the system lends and takes back. */
const MOST_GROWTH = 1.15;

declare global {
  /** Bytes of the textures that are in the graphics memory, and the most that ever were. */
  var textures: { bytes: number; most: number };
}

/** Counts the bytes of all textures of a page, by what it asks of WebGL. */
function countTextures(): void {
  globalThis.textures = { bytes: 0, most: 0 };
  const sizes = new WeakMap<WebGLTexture, number>();
  const { bindTexture, texStorage2D, deleteTexture } = WebGL2RenderingContext.prototype;
  let bound: WebGLTexture | null = null;
  const count = (bytes: number) => {
    globalThis.textures.bytes += bytes;
    globalThis.textures.most = Math.max(globalThis.textures.most, globalThis.textures.bytes);
  };
  WebGL2RenderingContext.prototype.bindTexture = function (target, texture) {
    bound = texture;
    bindTexture.call(this, target, texture);
  };
  WebGL2RenderingContext.prototype.texStorage2D = function (target, levels, format, width, height) {
    // With its smaller copies, where there is a graphics card, a texture takes a third more.
    const bytes = width * height * (levels > 1 ? 16 / 3 : 4);
    if (bound) sizes.set(bound, bytes);
    count(bytes);
    texStorage2D.call(this, target, levels, format, width, height);
  };
  WebGL2RenderingContext.prototype.deleteTexture = function (texture) {
    count(-((texture && sizes.get(texture)) ?? 0));
    deleteTexture.call(this, texture);
  };
}

/** Goes to a scene, and looks to both sides and from near until each view is sharp. */
const walkTo = (page: Page, scene: number, levels: Level[]) =>
  page.evaluate(
    async ({ scene, levels }) => {
      const { sphere, view } = globalThis.shown;
      const at = (name: string) => `/${scene}/${name}`;
      const tile = ({ level, column, row }: Tile) => at(`${level}/${column}-${row}.webp`);
      await sphere.show([{ whole: at('base.jpg'), levels, tile }], { fade: 100 });
      for (const next of [
        { yaw: 0, pitch: 0, field: 60 },
        { yaw: 150, pitch: -10, field: 60 },
        { yaw: 150, pitch: -10, field: 20 },
      ]) {
        view.look(next);
        do await new Promise((drawn) => requestAnimationFrame(drawn));
        while (!sphere.isSharp());
      }
    },
    { scene, levels },
  );

test('two hundred scenes walked in one tab keep the memory that they are given', async ({ browser }) => {
  test.setTimeout(3_600_000);
  const { files, picture } = await cutAsOurs(await largePicture(WIDTH));
  const page = await browser.newPage({ viewport: SIZE });
  await page.route(`${HOST}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.split('/').slice(2).join('/');
    const body = files.get(name);
    if (body) return route.fulfill({ body });
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><style>*{margin:0}canvas{width:100vw;height:100vh}</style><canvas></canvas>',
    });
  });
  await page.addInitScript(countTextures);
  await page.goto(`${HOST}/page`);
  for (const script of await sphereScripts()) await page.evaluate(script);
  await page.evaluate(() => {
    const view = globalThis.views.createSphereView();
    const canvas = document.querySelector('canvas') as HTMLCanvasElement;
    globalThis.shown = { sphere: globalThis.engine.createSphere(canvas, { sphere: view }), view };
  });
  console.log('\nscènes   textures, Mo   au plus, Mo   page et dessin, Mo   JS, Mo');
  const session = await page.context().newCDPSession(page);
  const memory: number[] = [];
  let heap = 0;
  for (let scene = 1; scene <= SCENES; scene++) {
    await walkTo(page, scene, picture.levels);
    if (scene % (SCENES / 10) !== 0) continue;
    await session.send('HeapProfiler.collectGarbage');
    heap = (await session.send('Runtime.getHeapUsage')).usedSize;
    const textures = await page.evaluate(() => globalThis.textures);
    memory.push(await memoryOfPages(browser));
    const columns = [textures.bytes, textures.most, memory.at(-1) ?? 0, heap];
    const widths = [15, 14, 21, 9];
    console.log(
      String(scene).padStart(6) +
        columns.map((bytes, index) => (bytes / 1e6).toFixed(1).padStart(widths[index] ?? 0)).join(''),
    );
  }
  const { bytes, most } = await page.evaluate(() => globalThis.textures);
  const half = memory.length / 2;
  const [before, after] = [memory.slice(0, half), memory.slice(half)].map((some) => Math.min(...some) / 1e6);
  const measures: Measure[] = [
    { name: 'textures à la fin, Mo', ours: bytes / 1e6 },
    { name: 'textures au plus, Mo', ours: most / 1e6, most: (CACHE_BYTES + IN_SIGHT) / 1e6 },
    { name: 'mémoire de la page et du dessin, première moitié, Mo', ours: before ?? 0 },
    {
      ...{ name: 'mémoire de la page et du dessin, seconde moitié, Mo', ours: after ?? 0 },
      ...{ reference: before, ratio: MOST_GROWTH },
    },
    { name: 'mémoire JS à la fin, Mo', ours: heap / 1e6, digits: 1 },
  ];
  record(
    'walkedScenes',
    measures,
    `${SCENES} scènes de ${WIDTH.toLocaleString('fr-CA')} px, chacune vue de deux côtés et de près, dans un seul onglet (${SIZE.width} × ${SIZE.height}); le rapport est celui des deux moitiés.`,
  );
  await page.close();
  for (const measure of measures) expect.soft(isKept(measure), measure.name).not.toBe(false);
});
