import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { plannedTour } from '../../host/demo-tour.ts';
import { publishOwnTour } from '../../host/own-tour.ts';
import { listen } from '../../host/server.ts';
import { unpackStored } from '../../host/stored-zip.ts';
import { api } from '../../support/api.ts';
import { becomeAdmin, expect, PROOF_TAG, stack, test } from '../../support/fixtures.ts';

const TYPES: Record<string, string> = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' },
  ...{ '.jpg': 'image/jpeg', '.woff2': 'font/woff2' },
};

test('a delivered tour is whole in any folder of a bare server, without an outside address', {
  tag: PROOF_TAG,
}, async ({ page, browser }) => {
  test.setTimeout(300_000);
  const { tourId, document } = await publishOwnTour(page, stack, {
    slug: 'vieux-la-prairie',
    scenes: plannedTour,
  });
  // A test cannot answer the file picker, so the page downloads the file.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await becomeAdmin(page);
  await page.goto(`/admin/tours/${tourId}/livraison`);
  await page.getByRole('textbox', { name: 'Client' }).fill('Ville de La Prairie');
  await page.getByLabel('Couleur').fill('#ffd400');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Préparer la livraison' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^vieux-la-prairie-\d{4}-\d\d-\d\d\.zip$/);
  const files = unpackStored(readFileSync(await download.path()));
  await expect(page.getByRole('heading', { name: 'Fiche de livraison' })).toBeVisible();

  // The list names every other file of the archive, and the delivery on record has its hash.
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const list = files.get('integrite.sha256') ?? Buffer.alloc(0);
  const listed = new Map(
    list
      .toString()
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  expect([...listed.keys()].sort()).toEqual(
    [...files.keys()].filter((name) => name !== 'integrite.sha256').sort(),
  );
  for (const [name, sum] of listed) expect(sha256(files.get(name) as Buffer), name).toBe(sum);
  const [written] = await api(`tour_deliveries?tour_id=eq.${tourId}&order=version.desc`);
  expect(written).toMatchObject({
    ...{ client: 'Ville de La Prairie', color: '#ffd400', panoramas: 3, width: 2048 },
    ...{ files: files.size, checksum: sha256(list) },
  });
  expect(files.get('licences.txt')?.toString()).toMatch(
    /^lucide-react .*\(ISC\)[\s\S]*^react-dom .*\(MIT\)/m,
  );

  const host = await listen((request, response) => {
    const name = decodeURIComponent(
      new URL(request.url ?? '/', 'http://h').pathname.replace(/^\/un\/dossier\//, ''),
    );
    const content = files.get(name || 'index.html');
    response.writeHead(content ? 200 : 404, { 'content-type': TYPES[extname(name)] ?? 'text/html' });
    response.end(content);
  });
  const visit = await browser.newPage();
  const wrong: string[] = [];
  visit.on('response', (answer) => answer.status() >= 400 && wrong.push(answer.url()));
  visit.on('pageerror', (error) => wrong.push(String(error)));
  visit.on('dialog', (dialog) => wrong.push(dialog.message()));
  await visit.context().route('**', (route) => {
    const isHost = route.request().url().startsWith(host.url);
    if (!isHost) wrong.push(route.request().url());
    return isHost ? route.continue() : route.abort();
  });
  await visit.goto(`${host.url}/un/dossier/`);
  const stage = visit.getByRole('region', { name: /^Visite à 360°/ });
  await expect(stage).not.toHaveAttribute('aria-busy');
  await expect(visit.getByText('Ville de La Prairie')).toBeVisible();
  await visit.getByRole('button', { name: 'Scènes et repères', exact: true }).click();
  const scenes = visit.getByRole('navigation', { name: 'Scènes de la visite' });
  const here = visit.getByRole('region', { name: 'Scène présente' });
  for (const scene of document.scenes) {
    for (const link of scene.links) {
      await scenes.getByRole('button', { name: scene.name }).click();
      await expect(here.getByRole('heading', { level: 2 })).toHaveText(scene.name);
      const to = document.scenes.find(({ id }) => id === link.to)?.name ?? '';
      await here.getByRole('button', { name: to }).click();
      await expect(here.getByRole('heading', { level: 2 })).toHaveText(to);
      await expect(visit).toHaveURL(new RegExp(`#scene=${link.to}&vue=`));
    }
    await scenes.getByRole('button', { name: scene.name }).click();
    await expect(here.getByRole('heading', { level: 2 })).toHaveText(scene.name);
    for (const point of scene.points) {
      await here.getByRole('button', { name: point.title }).click();
      const dialog = visit.getByRole('dialog', { name: point.title });
      if (point.text) await expect(dialog).toContainText(point.text);
      await dialog.getByRole('button', { name: 'Fermer' }).click();
    }
  }
  // Every tile that was displayed came from the folder.
  expect(wrong).toEqual([]);
  await visit.close();
  await host.close();
});
