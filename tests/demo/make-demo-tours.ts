import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Page, test } from '@playwright/test';
import { createServer } from 'vite';
import { BASE, levelsOf } from '../../src/admin/tours/data/tile-plan.ts';
import type { PanoramaTour, Scene } from '../../src/shared/panorama-tour/panorama-tour.ts';
import { addExtras } from './demo-extras.ts';

type DraftScene = Scene & { blurs: [] };
type DraftTour = Pick<PanoramaTour, 'floors'> & { scenes: DraftScene[] };

type Source = {
  scenes: {
    id: string;
    file: string;
    name: string;
    heading: number;
    position: number[];
    links: { to: string; yaw: number; pitch: number }[];
  }[];
  points: { scene: string; yaw: number; pitch: number; title: string; text: string }[];
};

/** Tours of the seed, with the description that each is generated from and what its panoramas show. */
const tours = [
  {
    id: 'e0000000-0000-4000-8000-000000000001',
    source: 'vieux-tour.json',
    alts: [
      'Place pavée d’un vieux village vue de son centre\u00a0: l’église à flèche argentée, une fontaine et des maisons de pierre aux toits colorés.',
      'Parvis de l’église\u00a0: le portail de bois derrière soi, la fontaine et les façades de la place devant.',
      'Fontaine de pierre à double vasque, l’église derrière elle et des lampadaires de fonte tout autour.',
      'Coin sud de la place\u00a0: boutiques à auvents, pavés, et l’église au fond.',
    ],
  },
  {
    id: 'e0000000-0000-4000-8000-000000000002',
    source: 'fleuve-tour.json',
    alts: [
      'Récifs découverts à marée basse devant un îlot et son phare blanc à lanterne rouge, sur le fleuve.',
      'Herbe au pied du phare octogonal, la maison du gardien à toit rouge et une remise.',
      'Vue du haut de la galerie du phare\u00a0: l’îlot, la batture rocheuse et la rive boisée.',
    ],
  },
];

const folder = process.env.DEMO ?? '';
const seed = fileURLToPath(new URL('../../supabase/seed', import.meta.url));
const bucket = join(seed, 'panoramas');

/** SQL that runs last, so that the demo content does not count as an unpublished change. */
const UNMARKED_SQL = `
-- The demo itself is no change that waits to be published.
set constraints all immediate;
delete from public.publications;
`;

/** Writes `supabase/seed/panoramas/` and `supabase/seed/panorama-tours.sql`, with the code that the editor cuts with. */
test('the demo tours, from the panoramas in the folder DEMO', async ({ page }) => {
  const server = await createServer({
    mode: 'test',
    root: join(seed, '../..'),
    server: { port: 0, strictPort: false },
    logLevel: 'error',
  });
  await server.listen();
  try {
    // The page is any file of the same origin, from which the editor's modules can be imported.
    await page.goto(`${server.resolvedUrls?.local[0]}favicon.svg`);
    rmSync(bucket, { recursive: true, force: true });
    const statements: string[] = [];
    for (const tour of tours) {
      const made = await make(page, tour);
      const description = JSON.parse(readFileSync(join(folder, tour.source), 'utf8')) as Source;
      const isVillage = tour.source === 'vieux-tour.json';
      const whole = isVillage
        ? await addExtras(made, tour.id, description, { bucket, source: folder })
        : made;
      statements.push(insertStatement(tour.id, whole));
    }
    writeFileSync(
      join(seed, 'panorama-tours.sql'),
      `-- The demo tours made here, of the files in seed/panoramas. Written by tests/demo/make-demo-tours.ts: do not edit.\n\n${statements.join('\n')}${UNMARKED_SQL}`,
    );
  } finally {
    await server.close();
  }
});

async function make(page: Page, { id: tourId, source, alts }: (typeof tours)[number]): Promise<DraftTour> {
  const { scenes, points } = JSON.parse(readFileSync(join(folder, source), 'utf8')) as Source;
  const made: DraftScene[] = [];
  for (const [index, { file, heading, id, links, name }] of scenes.entries()) {
    const picture = `${tourId}/f0000000-0000-4000-8000-00000000000${index + 1}`;
    const { width, bytes } = await cutPanorama(page, readFileSync(join(folder, file)), picture);
    const [first] = links;
    made.push({
      ...{ id, name, alt: alts[index] ?? '', heading, blurs: [] },
      picture: {
        folder: picture,
        format: 'webp',
        width,
        baseWidth: BASE.width,
        levels: levelsOf(width),
        bytes,
      },
      view: { yaw: first?.yaw ?? 0, pitch: 0, zoom: 20 },
      links: links.map((link) => ({ id: `${id}-${link.to}`, ...link })),
      points: points
        .filter(({ scene }) => scene === id)
        .map(({ scene, ...point }, nth) => ({ id: `${scene}-p${nth + 1}`, ...point })),
    });
  }
  return { scenes: made };
}

/** Cuts one panorama in the page and writes its files. */
async function cutPanorama(
  page: Page,
  jpeg: Buffer,
  picture: string,
): Promise<{ width: number; bytes: number }> {
  const { width, files } = await page.evaluate(async (base64) => {
    const file = await (await fetch(`data:image/jpeg;base64,${base64}`)).blob();
    // Loads the constants of vite.config.ts, as Vite's own pages do.
    await import('/@vite/env' as string);
    const [core, check] = await Promise.all([
      import('/src/admin/tours/data/cut-panorama.ts' as string),
      import('/src/admin/tours/data/check-panorama.ts' as string),
    ]);
    const { width, height } = await check.checkPanorama(file);
    const files: { name: string; base64: string }[] = [];
    for await (const { name, blob } of core.cutPanorama({
      file,
      width,
      height,
      blurs: [],
      format: 'webp',
      done: [],
    })) {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      files.push({ name, base64: btoa(text) });
    }
    return { width, files };
  }, jpeg.toString('base64'));
  let bytes = 0;
  for (const { name, base64 } of files) {
    const path = join(bucket, picture, name);
    const content = Buffer.from(base64, 'base64');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    bytes += content.length;
  }
  console.log(`${picture}: ${files.length} files, ${Math.round(bytes / 1000)} kB`);
  return { width, bytes };
}

function insertStatement(id: string, draft: DraftTour): string {
  const text = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
  const published = { ...draft, scenes: draft.scenes.map(({ blurs: _blurs, ...scene }) => scene) };
  return `insert into public.panorama_tour_drafts (tour_id, document) values ('${id}', ${text(draft)});
insert into public.panorama_tours (tour_id, document) values ('${id}', ${text(published)});
`;
}
