import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { levelsOf } from '../../src/admin/tours/data/tile-plan.ts';
import type { Certificate } from '../host/certificate.ts';
import { publishOwnTour } from '../host/own-tour.ts';
import { startHost } from '../host/server.ts';
import { withBenchSite } from './bench-site.ts';
import { median } from './measure.ts';
import { type VisitMeasures, visit, WINDOW_SIZE } from './measured-visit.ts';
import { cutAsOurs, cutAsPannellums, largePicture, levelsOfPannellum, reduced } from './peer-pictures.ts';
import { record } from './performance-page.ts';
import { isKept, type Measure } from './table.ts';

/**
 * Compares a tour with Pannellum's multi-resolution viewer: same picture, view, window and line, alternately in new
 * browsers. Times come from a film of the screen. On an idle machine: `RUNS=5 WIDTHS=4096,8192,16384 npm run bench --
 * visit-peers`; `PANNELLUM` names a folder with another build.
 */

const RUNS = Number(process.env.RUNS ?? 3);
const WIDTHS = (process.env.WIDTHS ?? '4096,8192,16384').split(',').map(Number);
/** Folder of Pannellum's script and style sheet: its release, or another build. */
const PANNELLUM =
  process.env.PANNELLUM ?? fileURLToPath(new URL('../node_modules/pannellum/build', import.meta.url));
const SLUGS = ['vieux-la-prairie', 'phare-de-metis', 'baie-eternite'];
const VIEW = { yaw: 0, pitch: 0, zoom: 45 };
/**
 * Vertical field of view at that zoom (src/shared/panorama-tour/viewer-defaults.ts), and the horizontal one for
 * Pannellum.
 */
const VERTICAL = 95 - 0.45 * (95 - 30);
const HORIZONTAL =
  (Math.atan(Math.tan((VERTICAL * Math.PI) / 360) * (WINDOW_SIZE.width / WINDOW_SIZE.height)) * 360) /
  Math.PI;

const names = ['ours', 'pannellum'] as const;
type Name = (typeof names)[number];

/** Returns a page with Pannellum alone, as its documentation shows it. */
const pannellumPage = (config: object) => `<!doctype html><html lang="fr"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Visite</title>
<link rel="stylesheet" href="/pannellum.css"><script src="/pannellum.js"></script>
<style>html,body,#visite{margin:0;width:100%;height:100%}</style></head>
<body><div id="visite"></div><script>pannellum.viewer('visite', ${JSON.stringify(config)})</script></body></html>`;

test('a visit beside Pannellum: bytes, first view, sharp, memory, frames', async ({
  playwright,
  launchOptions,
}) => {
  test.setTimeout(7_200_000);
  const launch = () => playwright.chromium.launch(launchOptions);
  const folder = mkdtempSync(join(tmpdir(), 'territoire-360-pannellum-'));
  const certificate = JSON.parse(process.env.BENCH_CERTIFICATE ?? '') as Certificate;
  const measures: Measure[] = [];
  const peer: Record<string, number> = {};
  const host = await startHost(folder, certificate);
  try {
    for (const file of ['pannellum.js', 'pannellum.css']) {
      copyFileSync(join(PANNELLUM, file), join(folder, file));
    }
    await withBenchSite(
      async ({ url, built }) => {
        const page = readFileSync(join(built.folder, `visite/${SLUGS[0]}.html`), 'utf8');
        const [, engine = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
        const ours = brotliCompressSync(engine).length / 1000;
        expect(ours).toBeGreaterThan(1);
        measures.push({ name: 'moteur dans la page, ko', ours, most: 12, digits: 1 });
        for (const [index, width] of WIDTHS.entries()) {
          const urls = {
            ours: `${url}/visite/${SLUGS[index]}`,
            pannellum: `${host.url}/${width}`,
          };
          // A first visit makes our host compress its files, as real hosts have done in advance.
          const warming = await launch();
          for (const name of names) {
            const page = await warming.newPage({ viewport: WINDOW_SIZE });
            await page.goto(urls[name], { timeout: 300_000 });
            await page.waitForLoadState('networkidle', { timeout: 300_000 });
            await page.close();
          }
          await warming.close();
          const seen: Record<Name, VisitMeasures[]> = { ours: [], pannellum: [] };
          for (let run = 0; run < RUNS; run++) {
            for (const name of run % 2 === 0 ? names : [...names].reverse()) {
              seen[name].push(await visit(launch, urls[name]));
              console.log(`  ${width} ${name} ${JSON.stringify(seen[name].at(-1))}`);
            }
          }
          const of = (name: Name, key: keyof VisitMeasures) => median(seen[name].map((one) => one[key]));
          const size = width.toLocaleString('fr-CA');
          const line = (
            what: string,
            key: keyof VisitMeasures,
            per = 1,
            budget: Pick<Measure, 'ratio' | 'most'> = {},
          ) => {
            const [ours, reference] = [of('ours', key) / per, of('pannellum', key) / per];
            const name = `${size}\u00a0: ${what}`;
            measures.push({ name, ours, reference, ...budget });
            peer[name] = reference;
            console.log(
              `${name.padEnd(52)} ${ours.toFixed(0).padStart(7)} ${reference.toFixed(0).padStart(7)}`,
            );
          };
          // A time in ms depends on the machine and its load; the ratio to Pannellum's does not.
          line('première vue, ms', 'first', 1, { ratio: 0.5 });
          line('nette, ms', 'sharp', 1, { ratio: 0.35 });
          line('reçu à la première vue, ko', 'bytesFirst', 1000);
          line('reçu une fois nette, ko', 'bytesSharp', 1000);
          line('dont scripts, ko', 'scripts', 1000, { most: 125 });
          line('fichiers demandés', 'files');
          line('mémoire JS, Mo', 'heap', 1e6);
          line('mémoire de la page et du dessin, Mo', 'memory', 1e6, { ratio: 1 });
          line('images perdues en 3 s de glissement', 'lost', 1, { ratio: 0.2 });
          // Our levels are numbered from 0 and Pannellum's from 1, so only the widths of their pictures can
          // be compared.
          const widthOf = (name: Name, level: number) =>
            width / 2 ** ((name === 'ours' ? levelsOf(width).length - 1 : levelsOfPannellum(width)) - level);
          for (const [what, key] of [
            ['image lue, px de large', 'level'],
            ['image lue une fois grossie, px de large', 'levelZoomed'],
          ] as const) {
            const name = `${size}\u00a0: ${what}`;
            const [ours, reference] = names.map((one) => widthOf(one, of(one, key)));
            measures.push({ name, ours: ours ?? 0, reference: reference ?? 0 });
            peer[name] = reference ?? 0;
            console.log(`${name.padEnd(52)} ${ours} ${reference}`);
          }
        }
        record(
          'visitPeers',
          measures,
          `Pannellum mesuré dans le même essai, médiane de ${RUNS} : même image, même vue, même fenêtre (${WINDOW_SIZE.width} × ${WINDOW_SIZE.height}). Une image de démonstration, agrandie et couverte d’un grain fin pour que ses tuiles pèsent ce que pèsent celles d’un appareil. Dessin sans carte graphique : seuls les rapports comptent.`,
          [{ name: 'Pannellum', ...peer }],
        );
      },
      async (stack) => {
        const largest = await largePicture(Math.max(...WIDTHS));
        const maker = await launch();
        const page = await maker.newPage();
        for (const [index, width] of WIDTHS.entries()) {
          const picture = await reduced(largest, width);
          const cut = await cutAsOurs(picture);
          const scene = { id: 'place', name: 'La place', view: VIEW, cut };
          await publishOwnTour(page, stack, { slug: SLUGS[index] ?? '', scenes: [scene] });
          const tiles = join(folder, 'tuiles', `${width}`);
          mkdirSync(tiles, { recursive: true });
          const multiRes = await cutAsPannellums(picture, tiles);
          const config = {
            ...{ type: 'multires', autoLoad: true, hfov: HORIZONTAL, yaw: VIEW.yaw, pitch: VIEW.pitch },
            // The default limit does not zoom as far as the largest picture allows.
            minHfov: 10,
            multiRes: {
              basePath: `/tuiles/${width}`,
              path: '/%l/%s%y_%x',
              extension: 'jpg',
              ...multiRes,
            },
          };
          writeFileSync(join(folder, `${width}.html`), pannellumPage(config));
        }
        await maker.close();
      },
    );
  } finally {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  }
  for (const measure of measures) expect.soft(isKept(measure), measure.name).not.toBe(false);
});
