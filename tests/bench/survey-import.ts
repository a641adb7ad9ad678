import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import type { StackInfo } from '../support/stack.ts';
import { adminSession, keepSession, withBenchSite } from './bench-site.ts';
import { peakMemory } from './peak-memory.ts';
import { record } from './performance-page.ts';
import type { Measure } from './table.ts';

const PICTURES = Number(process.env.PICTURES ?? 3000);

/** Number of seconds by which the camera's clock is fast. */
const OFFSET = 47;

/** A demo picture without a position; its time is rewritten for each picture of the folder. */
const picture = readFileSync(new URL('../../supabase/seed/rue/apres/R0010412.JPG', import.meta.url));
const WRITTEN = '2026:04:20 10:18:28';

/**
 * Runs in the page: gives it a folder of pictures, eight metres and two seconds apart on a synthetic track, whose files
 * are created when they are read.
 */
function giveFolder({
  base64,
  written,
  pictures,
  offset,
}: {
  base64: string;
  written: string;
  pictures: number;
  offset: number;
}) {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const tail = new Blob([bytes.slice(8192)]);
  const begin = Date.UTC(2026, 3, 20, 14, 0, 0);
  const text = (time: number) =>
    new Date(time - 4 * 3_600_000).toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');
  const fileOf = (index: number) => {
    const head = bytes.slice(0, 8192);
    const letters = [...text(begin + index * 2000 + offset * 1000)].map((letter) => letter.charCodeAt(0));
    const latin = new TextDecoder('latin1').decode(head);
    for (let at = latin.indexOf(written); at >= 0; at = latin.indexOf(written, at + 1)) head.set(letters, at);
    return new File([head, tail], `R${String(index).padStart(7, '0')}.JPG`, { lastModified: begin });
  };
  // The drive goes around blocks of 160 m, so that it has turns.
  const metre = 1 / 111_195;
  let [lat, lon] = [48.45, -68.52];
  const points = Array.from({ length: pictures * 2 + 60 }, (_, second) => {
    const way = (Math.floor(second / 40) % 4) * 90;
    lat += Math.cos((way * Math.PI) / 180) * 4 * metre;
    lon += Math.sin((way * Math.PI) / 180) * 6 * metre + (second % 160 === 0 ? 20 * metre : 0);
    const time = new Date(begin - 10_000 + second * 1000).toISOString();
    return `<trkpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}"><time>${time}</time></trkpt>`;
  });
  const track = new File(
    [`<gpx version="1.1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`],
    'trace.gpx',
  );
  const handle = (name: string, open: () => File) => ({ kind: 'file', name, getFile: async () => open() });
  Object.assign(window, {
    showDirectoryPicker: async () => ({
      kind: 'directory',
      name: 'Journée',
      async *entries() {
        yield ['trace.gpx', handle('trace.gpx', () => track)];
        for (let index = 0; index < pictures; index++) {
          const name = `R${String(index).padStart(7, '0')}.JPG`;
          yield [name, handle(name, () => fileOf(index))];
        }
      },
    }),
  });
  const seen = { longest: 0 };
  Object.assign(window, { benchTasks: seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
}

const longest = (page: Page) =>
  page.evaluate(() => (window as unknown as { benchTasks: { longest: number } }).benchTasks.longest);

const asService = ({ secretKey }: StackInfo, contentType = 'application/json') => ({
  apikey: secretKey,
  authorization: `Bearer ${secretKey}`,
  'content-type': contentType,
});

/** Gives every picture of a survey a preview of some bytes. */
async function givePreviews(stack: StackInfo, surveyId: string): Promise<void> {
  const rest = `${stack.apiUrl}/rest/v1/survey_pictures`;
  const ids: string[] = [];
  for (let start = 0; start < PICTURES; start += 1000) {
    const answer = await fetch(
      `${rest}?survey_id=eq.${surveyId}&select=id&order=id&limit=1000&offset=${start}`,
      { headers: asService(stack) },
    );
    ids.push(...((await answer.json()) as { id: string }[]).map(({ id }) => id));
  }
  const give = async () => {
    for (let id = ids.pop(); id; id = ids.pop()) {
      const path = `${surveyId}/${id}.jpg`;
      const sent = await fetch(`${stack.apiUrl}/storage/v1/object/survey-previews/${path}`, {
        method: 'POST',
        headers: asService(stack, 'image/jpeg'),
        body: picture.subarray(0, 2000),
      });
      const named = await fetch(`${rest}?id=eq.${id}`, {
        method: 'PATCH',
        headers: asService(stack),
        body: JSON.stringify({ preview: path }),
      });
      expect([sent.ok, named.ok]).toEqual([true, true]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, give));
}

/** Counts a survey's previews in the list of storage objects, at most a thousand. */
async function filesLeft(stack: StackInfo, surveyId: string): Promise<number> {
  const answer = await fetch(`${stack.apiUrl}/storage/v1/object/list/survey-previews`, {
    method: 'POST',
    headers: asService(stack),
    body: JSON.stringify({ prefix: surveyId, limit: 1000 }),
  });
  return ((await answer.json()) as unknown[]).length;
}

test('a drive of thousands of pictures', async ({ browser }) => {
  test.setTimeout(1_800_000);
  await withBenchSite(async (site) => {
    const id = '5b000000-0000-4000-8000-00000000be7c';
    const call = (path: string, body?: unknown) =>
      fetch(`${site.stack.apiUrl}/rest/v1/${path}`, {
        headers: { apikey: site.stack.secretKey, 'content-type': 'application/json', prefer: 'count=exact' },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
    expect((await call('surveys', { id, name: 'Mesure' })).ok).toBe(true);
    const count = async () =>
      Number(
        (await call(`survey_pictures?survey_id=eq.${id}&select=id&limit=1`)).headers
          .get('content-range')
          ?.split('/')[1],
      );
    const session = await adminSession(browser, site);
    const open = async () => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await keepSession(page, session);
      await page.addInitScript(giveFolder, {
        ...{ base64: picture.toString('base64'), written: WRITTEN },
        ...{ pictures: PICTURES, offset: OFFSET },
      });
      await page.goto(`${site.url}/admin/releves/${id}`);
      await page.getByRole('button', { name: 'Choisir le dossier' }).waitFor();
      return page;
    };

    // The page is closed while it reads; what is stored stays.
    const first = await open();
    const before = await peakMemory(browser);
    const startedAt = performance.now();
    await first.getByRole('button', { name: 'Choisir le dossier' }).click();
    await expect
      .poll(count, { timeout: 600_000, intervals: [200] })
      .toBeGreaterThanOrEqual(Math.min(1000, PICTURES / 3));
    const killedAt = performance.now() - startedAt;
    const readTask = await longest(first);
    const firstPeak = await peakMemory(browser);
    await first.close();
    const kept = await count();

    const page = await open();
    const resumedAt = performance.now();
    await page.getByRole('button', { name: 'Choisir le dossier' }).click();
    await page.getByText(/photos? importées?/).waitFor({ timeout: 900_000 });
    const resumed = performance.now() - resumedAt;
    expect(await count()).toBe(PICTURES);
    const said = await page.getByText(/photos? importées?/).textContent();
    await page.getByText(/Proposé|Aucun décalage/).waitFor({ timeout: 300_000 });
    const fitted = performance.now() - resumedAt - resumed;

    const seconds = page.getByLabel('En secondes');
    await page.evaluate(() => {
      (window as unknown as { benchTasks: { longest: number } }).benchTasks.longest = 0;
    });
    await page.getByLabel('Décalage', { exact: true }).focus();
    for (let step = 0; step < 20; step++) await page.keyboard.press(step % 2 ? 'ArrowLeft' : 'PageUp');
    const slide = await longest(page);
    await seconds.fill(String(OFFSET));
    const savedAt = performance.now();
    await page.getByRole('button', { name: 'Enregistrer les positions' }).click();
    await page.getByText('Positions enregistrées').waitFor({ timeout: 120_000 });
    const saved = performance.now() - savedAt;
    const peak = Math.max(firstPeak, await peakMemory(browser));
    const placed = Number(
      (await call(`survey_pictures?survey_id=eq.${id}&lat=not.is.null&select=id&limit=1`)).headers
        .get('content-range')
        ?.split('/')[1],
    );

    await givePreviews(site.stack, id);
    const left = () => filesLeft(site.stack, id);
    expect(await left(), 'aperçus avant la suppression').toBeGreaterThan(0);
    await page.goto(`${site.url}/admin/releves`);
    await page.getByRole('button', { name: 'Supprimer le relevé Mesure' }).click();
    await page.getByRole('button', { name: 'Supprimer', exact: true }).click();
    await page.goto(`${site.url}/admin/corbeille`);
    const deletedAt = performance.now();
    await page.getByRole('button', { name: 'Vider la corbeille' }).click();
    await page.getByRole('button', { name: 'Supprimer définitivement' }).click();
    await page.getByText('Suppression définitive effectuée').waitFor({ timeout: 300_000 });
    const deleted = performance.now() - deletedAt;
    expect(await count(), 'photos qui restent').toBe(0);
    expect(await left(), 'fichiers qui restent').toBe(0);

    const measures: Measure[] = [];
    const line = (label: string, value: number, unit: string, digits = 0) => {
      measures.push({ name: `${label}, ${unit}`, ours: value, digits });
      console.log(`  ${label.padEnd(52)} ${value.toFixed(digits).padStart(8)} ${unit}`);
    };
    console.log(`\nRelevé de ${PICTURES} photos (${said})`);
    line('photos gardées quand l’onglet est fermé en cours', kept, 'photos');
    line('jusqu’à cette fermeture', killedAt / 1000, 's', 1);
    line('reprise, jusqu’à la dernière photo', resumed / 1000, 's', 1);
    line('décalage proposé, après la lecture', fitted / 1000, 's', 1);
    line('plus longue tâche pendant la lecture', readTask, 'ms');
    line('plus longue tâche pendant le réglage', slide, 'ms');
    line('enregistrer les positions', saved / 1000, 's', 1);
    line('photos placées', placed, 'photos');
    line('suppression définitive, aperçus compris', deleted / 1000, 's', 1);
    line('mémoire de la page avant', before, 'Mo');
    line('mémoire de la page au plus', peak, 'Mo');
    record(
      'surveys',
      measures,
      `${PICTURES} photos de 2 048 × 1 024 sur une trace faite pour la mesure, ${(picture.length / 1000).toFixed(0)} ko chacune.`,
    );
    expect(kept).toBeLessThan(PICTURES);
    expect(placed).toBe(PICTURES);
    expect(peak, 'mémoire bornée').toBeLessThan(900);
  });
});
