import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { adminSession, type BenchSite, keepSession, withBenchSite } from './bench-site.ts';
import { peakMemory } from './peak-memory.ts';
import { record } from './performance-page.ts';
import type { Measure } from './table.ts';

/**
 * Measures the search for faces and plates on the back office's own screen in the built site: plates of a synthetic
 * street, and a face drawn into demo panoramas at 5, 10 and 20 m.
 */

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

type Place = { yaw: number; pitch: number; distance: number };
type Panorama = { jpeg: Buffer; width: number; truth: Place[] };
type Found = { kind: string; yaw: number; pitch: number; width: number; height: number };

const WIDTHS = (process.env.WIDTHS ?? '4096,8192,16384').split(',').map(Number);
const DISTANCES = [5, 10, 20];

/** Width of a face in metres, and its share of the width of `face.jpg`. */
const FACE = { width: 0.16, share: 85 / 160 };

/** Panoramas of the demo into which faces are drawn: a square of stone houses, a shore. */
const backgrounds = ['vieux-la-prairie', 'fjord-du-saguenay'];

/** Draws four faces at each distance into a demo panorama enlarged to this width. */
async function withFaces(name: string, width: number): Promise<Panorama> {
  const perDegree = width / 360;
  const truth: Place[] = [];
  const overlays: { input: Buffer; left: number; top: number }[] = [];
  const count = DISTANCES.length * 4;
  for (let nth = 0; nth < count; nth++) {
    const distance = DISTANCES[nth % DISTANCES.length] ?? 5;
    const yaw = -170 + (340 * nth) / (count - 1);
    const pitch = ((nth * 7) % 5) - 2;
    const degrees = (2 * Math.atan(FACE.width / 2 / distance) * 180) / Math.PI;
    const size = Math.max(4, Math.round((degrees * perDegree) / FACE.share));
    const head = Buffer.from(
      `<svg width="${size}" height="${size}"><ellipse cx="${size * 0.47}" cy="${size * 0.48}" rx="${size * 0.44}" ry="${size * 0.47}"/></svg>`,
    );
    let face = sharp(file('detection/face.jpg'))
      .resize(size, size, { fit: 'cover' })
      .modulate({ brightness: [1, 0.75, 0.55, 0.85][nth % 4] ?? 1 });
    if (nth % 2 === 1) face = face.flop();
    // A lens never shows a face sharper than the panorama.
    const soft = await face.blur(0.6).ensureAlpha().png().toBuffer();
    const input = await sharp(soft)
      .composite([{ input: head, blend: 'dest-in' }])
      .png()
      .toBuffer();
    const left = Math.round((yaw / 360 + 0.5) * width - size / 2);
    const top = Math.round((0.5 - pitch / 180) * (width / 2) - size / 2);
    overlays.push({ input, left, top });
    truth.push({ yaw, pitch, distance });
  }
  const background = file(`../../public/images/panoramas/${name}.jpg`);
  const enlarged = await sharp(background, { limitInputPixels: false })
    .resize(width, width / 2)
    .toBuffer();
  const jpeg = await sharp(enlarged, { limitInputPixels: false })
    .composite(overlays)
    .jpeg({ quality: 90 })
    .toBuffer();
  return { jpeg, width, truth };
}

/** Stores panoramas as the scenes of a new tour, with their originals, and returns its id. */
async function storeTour(site: BenchSite, nth: number, panoramas: readonly Panorama[]): Promise<string> {
  const uuid = (tail: string) => `e0000000-0000-4000-8000-${tail.padStart(12, '0')}`;
  const id = uuid(`be7c${nth}`);
  const { apiUrl, publishableKey, admin } = site.stack;
  let headers: Record<string, string> = { apikey: publishableKey };
  const send = async (path: string, body: BodyInit, type: string) => {
    const answer = await fetch(`${apiUrl}/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const json = 'application/json';
  const signedIn = await send('auth/v1/token?grant_type=password', JSON.stringify(admin), json);
  const { access_token } = (await signedIn.json()) as { access_token: string };
  headers = { ...headers, authorization: `Bearer ${access_token}` };
  const row = { id, title: `Mesure ${nth}`, slug: `mesure-${nth}`, url: 'https://visites.example/mesure' };
  await send('rest/v1/virtual_tours', JSON.stringify(row), json);
  const scenes = [];
  for (const [index, { jpeg, width }] of panoramas.entries()) {
    const folder = `${id}/${uuid(`${nth}00${index}`)}`;
    const base = await sharp(jpeg, { limitInputPixels: false }).resize(1536, 768).jpeg().toBuffer();
    await send(
      `storage/v1/object/panorama-originals/${folder}/original.jpg`,
      new Uint8Array(jpeg),
      'image/jpeg',
    );
    await send(`storage/v1/object/panoramas/${folder}/base.jpg`, new Uint8Array(base), 'image/jpeg');
    scenes.push({
      id: `scene-${index}`,
      name: `Scène ${index + 1}`,
      alt: '',
      heading: 0,
      view: { yaw: 0, pitch: 0, zoom: 30 },
      links: [],
      points: [],
      blurs: [],
      original: `${folder}/original.jpg`,
      picture: {
        folder,
        width,
        baseWidth: 1536,
        levels: [{ width, columns: 8, rows: 4 }],
        bytes: jpeg.length,
      },
    });
  }
  await send(
    'rest/v1/rpc/save_panorama_tour_draft',
    JSON.stringify({ tour_id: id, document: { scenes } }),
    json,
  );
  return id;
}

/** Searches every scene of a stored tour on its screen, and reads the saved proposals. */
async function searchTour(page: Page, site: BenchSite, id: string, count: number) {
  await page.goto(`${site.url}/admin/tours/${id}/visite`);
  const button =
    count > 1 ? `Chercher dans toutes les scènes (${count})` : 'Chercher les visages et les plaques';
  const startedAt = performance.now();
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByRole('button', { name: 'Arrêter' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Arrêter' })).toBeHidden({ timeout: 3_000_000 });
  const seconds = (performance.now() - startedAt) / 1000;
  type Row = { document: { scenes: { searchedBy?: string; proposals?: Found[] }[] } };
  let scenes: Row['document']['scenes'] = [];
  await expect(async () => {
    const answer = await fetch(`${site.stack.apiUrl}/rest/v1/panorama_tour_drafts?tour_id=eq.${id}`, {
      headers: { apikey: site.stack.secretKey },
    });
    scenes = ((await answer.json()) as Row[])[0]?.document.scenes ?? [];
    expect(scenes.filter(({ searchedBy }) => searchedBy)).toHaveLength(count);
  }).toPass({ timeout: 30_000 });
  return { seconds, found: scenes.map(({ proposals = [] }) => proposals) };
}

/** Tells whether a place lies within a proposal's ellipse. */
function hides({ yaw, pitch, width, height }: Found, place: Place): boolean {
  const turn = Math.abs(((((place.yaw - yaw + 180) % 360) + 360) % 360) - 180);
  return (2 * turn) / width <= 1 && (2 * Math.abs(place.pitch - pitch)) / height <= 1;
}

/** Counts the places of a kind that proposals cover, by distance, and the proposals that cover none. */
function recallOf(
  kind: string,
  panoramas: readonly Panorama[],
  found: readonly (readonly Found[])[],
  bands: readonly (readonly [number, number])[],
) {
  const own = found.map((all) => all.filter((one) => one.kind === kind));
  const places = panoramas.flatMap(({ truth }, index) =>
    truth.map((place) => ({ ...place, isFound: own[index]?.some((one) => hides(one, place)) ?? false })),
  );
  const recall = bands.map(([from, to]) => {
    const within = places.filter(({ distance }) => distance >= from && distance < to);
    return { all: within.length, found: within.filter(({ isFound }) => isFound).length };
  });
  const falseOnes = own.reduce(
    (sum, all, index) =>
      sum + all.filter((one) => !panoramas[index]?.truth.some((place) => hides(one, place))).length,
    0,
  );
  return { recall, falseOnes: falseOnes / panoramas.length };
}

test('faces and plates: recall, false proposals, time and memory', async ({ browser }) => {
  test.setTimeout(7_200_000);
  await withBenchSite(async (site) => {
    const session = await adminSession(browser, site);
    const measures: Measure[] = [];
    const line = (name: string, ours: number, digits = 0) => {
      measures.push({ name, ours, digits });
      console.log(`  ${name.padEnd(60)} ${ours.toFixed(digits).padStart(8)}`);
    };
    const share = ({ all, found }: { all: number; found: number }) => (all > 0 ? (100 * found) / all : 0);
    const measure = async (nth: number, panoramas: readonly Panorama[]) => {
      const id = await storeTour(site, nth, panoramas);
      // Each size has a page of its own, so that the peak memory is that of its panoramas.
      const page = await browser.newPage();
      page.on('console', (message) => {
        if (/Recherche interrompue/.test(message.text())) console.log(message.text());
      });
      await keepSession(page, session);
      const { seconds, found } = await searchTour(page, site, id, panoramas.length);
      const peak = await peakMemory(browser);
      await page.close();
      return { seconds: seconds / panoramas.length, found, peak };
    };

    const plates = JSON.parse(readFileSync(file('detection/plates.json'), 'utf8')) as (Place & {
      file: string;
    })[];
    const names = [...new Set(plates.map((plate) => plate.file))];
    const street = names.slice(0, Number(process.env.STREET ?? names.length)).map(
      (name): Panorama => ({
        jpeg: readFileSync(file(`detection/${name}`)),
        width: 2048,
        truth: plates.filter((plate) => plate.file === name),
      }),
    );
    const ofStreet = await measure(1, street);
    const bands = [
      [0, 5],
      [5, 8],
      [8, 12],
    ] as const;
    const ofPlates = recallOf('plate', street, ofStreet.found, bands);
    console.log(`\nRue de synthèse, ${street.length} panoramas de 2 048 px`);
    for (const [index, [from, to]] of bands.entries()) {
      const part = ofPlates.recall[index] ?? { all: 0, found: 0 };
      line(`plaques de ${from} à ${to} m trouvées (sur ${part.all}), %`, share(part));
    }
    line('fausses plaques par panorama', ofPlates.falseOnes, 1);
    const faceless = street.map((panorama) => ({ ...panorama, truth: [] }));
    line('faux visages par panorama', recallOf('face', faceless, ofStreet.found, []).falseOnes, 1);
    line('temps par panorama de 2 048 px, s', ofStreet.seconds, 1);

    for (const [nth, width] of WIDTHS.entries()) {
      const panoramas: Panorama[] = [];
      for (const name of backgrounds) panoramas.push(await withFaces(name, width));
      const { seconds, found, peak } = await measure(nth + 2, panoramas);
      const ofFaces = recallOf(
        'face',
        panoramas,
        found,
        DISTANCES.map((distance) => [distance, distance + 1]),
      );
      console.log(`\nVisages dans ${panoramas.length} panoramas de ${width} px`);
      for (const [index, distance] of DISTANCES.entries()) {
        const part = ofFaces.recall[index] ?? { all: 0, found: 0 };
        line(`visages à ${distance} m trouvés (sur ${part.all}), ${width} px, %`, share(part));
      }
      line(`faux visages par panorama, ${width} px`, ofFaces.falseOnes, 1);
      const plateless = panoramas.map((panorama) => ({ ...panorama, truth: [] }));
      line(`fausses plaques par panorama, ${width} px`, recallOf('plate', plateless, found, []).falseOnes, 1);
      line(`temps par panorama, ${width} px, s`, seconds, 1);
      line(`mémoire de la page au plus, ${width} px, Mo`, peak);
    }
    record(
      'detection',
      measures,
      `${street.length} panoramas d’une rue de synthèse (plaques de 40 cm); un seul visage, du domaine public, dessiné à la taille qu’il a à cette distance dans ${backgrounds.length} panoramas.`,
    );
  });
});
