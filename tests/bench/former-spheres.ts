import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { build, type Rolldown } from 'vite';
import { perspective } from '../../build/perspective.ts';
import type { CutPicture } from '../host/own-tour.ts';
import { sphereScripts } from '../support/sphere-script.ts';
import { cutAsOurs, type Equirectangular } from './peer-pictures.ts';

/**
 * Compares views drawn by our engine and by the former library from the same tiles: `FORMER=<folder> npm run bench --
 * former-spheres`, after `npm install @photo-sphere-viewer/core@5.15
 * @photo-sphere-viewer/equirectangular-tiles-adapter@5.15 three@0.185` in that folder. `OUT` names a folder for
 * pictures of the views.
 */

const { FORMER, OUT } = process.env;
const SIZE = { width: 640, height: 360 };
const HOST = 'https://spheres.example';

/** Largest mean difference of a view that nobody notices, of 256 levels. */
const MAX_DIFFERENCE = 2;

/** Fields of view of the library, in degrees. */
const FIELDS = { widest: 95, narrowest: 5 };

const photographs = [
  { file: 'fjord-du-saguenay', width: 4096 },
  { file: 'phare-de-metis', width: 8192 },
  { file: 'vieux-la-prairie', width: 16_384 },
];

type SeenView = { name: string; yaw: number; pitch: number; field: number };

/** Views all around, at the seam and the poles, and up to the deepest zoom. */
const views: readonly SeenView[] = [
  ...[0, 45, 90, 135, -135, -90, -45].map((yaw) => ({ name: 'autour', yaw, pitch: 0, field: 62.5 })),
  ...[-20, 0, 20].map((pitch) => ({ name: 'couture', yaw: 180, pitch, field: 62.5 })),
  { name: 'couture de près', yaw: 179, pitch: -5, field: 15 },
  ...[60, 90].flatMap((pitch) => [
    { name: 'haut', yaw: 30, pitch, field: 62.5 },
    { name: 'bas', yaw: 30, pitch: -pitch, field: 62.5 },
  ]),
  { name: 'zénith de près', yaw: 30, pitch: 90, field: 30 },
  { name: 'nadir de près', yaw: 30, pitch: -90, field: 30 },
  { name: 'le plus large', yaw: 20, pitch: 0, field: 95 },
  ...[40, 30, 20, 10].map((field) => ({ name: 'zoom', yaw: 75, pitch: -4, field })),
  { name: 'zoom le plus fort', yaw: 75, pitch: -4, field: FIELDS.narrowest },
  { name: 'zoom le plus fort', yaw: -120, pitch: 8, field: FIELDS.narrowest },
];

async function photograph(name: string, width: number): Promise<Equirectangular> {
  const file = fileURLToPath(new URL(`../../public/images/panoramas/${name}.jpg`, import.meta.url));
  const data = await sharp(file)
    .resize(width, width / 2, { kernel: 'lanczos3' })
    .removeAlpha()
    .raw()
    .toBuffer();
  return { data, width };
}

/** Bundles the library as a script that puts its exports in `former`. */
async function formerScript(folder: string): Promise<string> {
  const entry = join(folder, 'former.js');
  const exported = ['core', 'equirectangular-tiles-adapter'].map((name) => `@photo-sphere-viewer/${name}`);
  writeFileSync(entry, exported.map((name) => `export * from '${name}';\n`).join(''));
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, name: 'former', formats: ['iife'] } },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return `${output[0].code};globalThis.former = former;`;
}

/** Opens a page with one element and these scripts, whose host has the files of a picture. */
async function openPage(page: Page, { files }: CutPicture, scripts: readonly string[]) {
  const isQuiet = watchRequests(page);
  await page.route(`${HOST}/**`, (route) => {
    const body = files.get(new URL(route.request().url()).pathname.slice(1));
    if (body) return route.fulfill({ body });
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><style>*{margin:0}#box,canvas{width:${SIZE.width}px;height:${SIZE.height}px}</style><div id="box"></div>`,
    });
  });
  // The canvas can be read after its frame.
  await page.addInitScript(() => {
    const open = HTMLCanvasElement.prototype.getContext as (kind: string, options?: object) => unknown;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      options?: object,
    ) {
      return open.call(this, kind, { ...options, preserveDrawingBuffer: true });
    } as typeof HTMLCanvasElement.prototype.getContext;
  });
  await page.goto(`${HOST}/page`);
  for (const script of scripts) await page.evaluate(script);
  return isQuiet;
}

/** Duration without a request after which all tiles of a view are drawn, fades included, in ms. */
const QUIET_MS = 700;

/** Returns a check that the page has requested nothing for a while. */
function watchRequests(page: Page): () => Promise<void> {
  let [onItsWay, since] = [0, Date.now()];
  const ended = () => {
    onItsWay--;
    since = Date.now();
  };
  page.on('request', () => {
    onItsWay++;
  });
  page.on('requestfinished', ended).on('requestfailed', ended);
  return async () => {
    since = Date.now();
    while (onItsWay > 0 || Date.now() - since < QUIET_MS) await page.waitForTimeout(100);
  };
}

/** Reads the page's canvas. */
async function drawnIn(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => document.querySelector('canvas')?.toDataURL() ?? '');
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

async function drawnByOurs(page: Page, cut: CutPicture): Promise<Buffer[]> {
  const isQuiet = await openPage(page, cut, await sphereScripts());
  await page.evaluate(async ({ levels, format }) => {
    const canvas = document.createElement('canvas');
    document.querySelector('#box')?.append(canvas);
    const view = globalThis.views.createSphereView();
    const sphere = globalThis.engine.createSphere(canvas, { sphere: view });
    globalThis.shown = { sphere, view };
    await sphere.show([
      {
        whole: '/base.jpg',
        levels,
        tile: ({ level, column, row }) => `/${level}/${column}-${row}.${format}`,
      },
    ]);
  }, cut.picture);
  const pictures: Buffer[] = [];
  for (const { name: _name, ...view } of views) {
    await page.evaluate(async (next) => {
      const { sphere, view } = globalThis.shown;
      view.look(next);
      do await new Promise((drawn) => requestAnimationFrame(drawn));
      while (!sphere.isSharp());
    }, view);
    await isQuiet();
    pictures.push(await drawnIn(page));
  }
  return pictures;
}

type Former = {
  Viewer: new (
    options: object,
  ) => {
    addEventListener: (name: string, listener: () => void, options: object) => void;
    rotate: (to: { yaw: number; pitch: number }) => void;
    zoom: (level: number) => void;
  };
  EquirectangularTilesAdapter: { withConfig: (config: object) => unknown };
};

async function drawnByFormer(page: Page, cut: CutPicture, script: string): Promise<Buffer[]> {
  const isQuiet = await openPage(page, cut, [script]);
  await page.addStyleTag({ path: join(FORMER ?? '', 'node_modules/@photo-sphere-viewer/core/index.css') });
  await page.evaluate(
    async ({ picture: { levels, format }, fields }) => {
      const { former } = globalThis as unknown as { former: Former };
      const viewer = new former.Viewer({
        container: document.querySelector('#box'),
        navbar: false,
        minFov: fields.narrowest,
        maxFov: fields.widest,
        moveInertia: false,
        adapter: former.EquirectangularTilesAdapter.withConfig({ baseBlur: false, showErrorTile: false }),
        panorama: {
          baseUrl: '/base.jpg',
          // A level that is up to a quarter too small is used, as in published tours.
          levels: levels.map(({ width, columns, rows }) => ({ width: width * 1.25, cols: columns, rows })),
          tileUrl: (column: number, row: number, level: number) => `/${level}/${column}-${row}.${format}`,
        },
      });
      await new Promise<void>((ready) => viewer.addEventListener('ready', ready, { once: true }));
      (globalThis as unknown as { viewer: typeof viewer }).viewer = viewer;
    },
    { picture: cut.picture, fields: FIELDS },
  );
  const pictures: Buffer[] = [];
  for (const { yaw, pitch, field } of views) {
    const to = {
      at: { yaw: (yaw * Math.PI) / 180, pitch: (pitch * Math.PI) / 180 },
      level: ((FIELDS.widest - field) / (FIELDS.widest - FIELDS.narrowest)) * 100,
    };
    await page.evaluate(({ at, level }) => {
      const { viewer } = globalThis as unknown as { viewer: InstanceType<Former['Viewer']> };
      viewer.zoom(level);
      viewer.rotate(at);
    }, to);
    await isQuiet();
    pictures.push(await drawnIn(page));
  }
  return pictures;
}

/** Pixels of the exact picture averaged for each pixel of a view, as a lens does. */
const SAMPLES_PER_PIXEL = 3;

/** Draws a view exactly from the whole picture, without tiles or WebGL. */
async function drawnExactly(
  { data, width }: Equirectangular,
  { yaw, pitch, field }: SeenView,
): Promise<Buffer> {
  const size = { width: SIZE.width * SAMPLES_PER_PIXEL, height: SIZE.height * SAMPLES_PER_PIXEL };
  const whole = { data, info: { width, height: width / 2, channels: 3 as const } };
  const { data: drawn } = perspective(whole, { yaw, pitch, field }, size);
  return sharp(drawn, { raw: { ...size, channels: 3 } })
    .resize(SIZE.width, SIZE.height, { kernel: 'cubic' })
    .png()
    .toBuffer();
}

const pixelsOf = (png: Buffer) => sharp(png).removeAlpha().raw().toBuffer();

/** Returns the mean and largest difference of two pictures, of 256 levels, and a picture of it. */
async function differenceOf(one: Buffer, other: Buffer) {
  const [a, b] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  const apart = Buffer.from(a.map((value, at) => Math.abs(value - (b[at] ?? 0))));
  let [sum, most] = [0, 0];
  for (const value of apart) {
    sum += value;
    most = Math.max(most, value);
  }
  const amplified = Buffer.from(apart.map((value) => Math.min(255, value * 8)));
  const picture = sharp(amplified, { raw: { ...SIZE, channels: 3 } });
  return { mean: sum / apart.length, most, picture: await picture.png().toBuffer() };
}

test('our engine draws what the former library drew', async ({ browser }) => {
  test.setTimeout(3_600_000);
  const script = await formerScript(FORMER ?? '');
  const worst: string[] = [];
  console.log(
    `\n${'image'.padEnd(8)} ${'vue'.padEnd(18)}  lacet   site  champ     écart  nôtre/exact  ancien/exact  le plus`,
  );
  for (const { file, width } of photographs) {
    const whole = await photograph(file, width);
    const cut = await cutAsOurs(whole);
    const drawn: Buffer[][] = [];
    for (const draw of [drawnByOurs, drawnByFormer]) {
      const page = await browser.newPage({ viewport: SIZE });
      drawn.push(await draw(page, cut, script));
      await page.close();
    }
    for (const [index, view] of views.entries()) {
      const { name, yaw, pitch, field } = view;
      const [ours = Buffer.of(), former = Buffer.of()] = drawn.map((pictures) => pictures[index] as Buffer);
      const { mean, most, picture } = await differenceOf(ours, former);
      const exact = await drawnExactly(whole, view);
      const [oursOff, formerOff] = [await differenceOf(ours, exact), await differenceOf(former, exact)];
      const numbers = [yaw, pitch, field].map((value) => String(value).padStart(6)).join(' ');
      const means = [mean, oursOff.mean, formerOff.mean]
        .map((value) => value.toFixed(3).padStart(9))
        .join(' ');
      console.log(
        `${String(width).padEnd(8)} ${name.padEnd(18)} ${numbers} ${means} ${String(most).padStart(6)}`,
      );
      // Where the two differ by more, ours must be the one that is closer to the exact picture.
      if (mean >= MAX_DIFFERENCE && oursOff.mean > formerOff.mean)
        worst.push(`${width} ${name} ${numbers}: ${means}`);
      if (!OUT) continue;
      mkdirSync(OUT, { recursive: true });
      for (const [what, png] of [
        ['ours', ours],
        ['former', former],
        ['difference', picture],
      ] as const)
        writeFileSync(join(OUT, `${width}-${String(index + 1).padStart(2, '0')}-${what}.png`), png);
    }
  }
  expect(worst).toEqual([]);
});
