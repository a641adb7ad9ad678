import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { backUpDataFolder, proveDataFolder, restoreDataFolder } from '../../../local/data-folder-backup.ts';
import { type Stack, startStack } from '../../support/stack.ts';

test.describe.configure({ mode: 'serial', timeout: 240_000 });

const dataDir = mkdtempSync(join(tmpdir(), 'territoire-360-stack-'));
const folders = { dataDir, supabaseDir: join(import.meta.dirname, '../../../supabase') };
let stack: Stack;

test.afterAll(async () => {
  await stack?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const headers = () => ({ apikey: stack.info.secretKey, 'content-type': 'application/json' });

async function tagSlugs(): Promise<string[]> {
  const answer = await fetch(`${stack.info.apiUrl}/rest/v1/tags?select=slug&slug=like.kill-*`, {
    headers: headers(),
  });
  return ((await answer.json()) as { slug: string }[]).map(({ slug }) => slug);
}

/** Number of times that the stack is killed; `npm run proof` asks for more. */
const KILLS = Number(process.env.KILLS ?? 1);

test('killed in the middle of writes, it starts again with everything that was acknowledged', async () => {
  // Only the last start serves the site, which plays no part here.
  stack = await startStack({ dataDir, env: { WEB: '0' } });
  const acknowledged: string[] = [];
  for (let round = 0; round < KILLS; round++) {
    let stop = false;
    const writer = (async () => {
      for (let index = 0; !stop; index++) {
        const slug = `kill-${round}-${index}`;
        try {
          const answer = await fetch(`${stack.info.apiUrl}/rest/v1/tags`, {
            method: 'POST',
            headers: headers(),
            body: JSON.stringify({ name: slug, slug, color: '#123456' }),
          });
          if (answer.status === 201) acknowledged.push(slug);
        } catch {
          return;
        }
      }
    })();
    const atLeast = acknowledged.length + 20;
    await expect(() => expect(acknowledged.length).toBeGreaterThan(atLeast)).toPass({ intervals: [10] });
    stack.child.kill('SIGKILL');
    stop = true;
    await writer;
    stack = await startStack({ dataDir, env: round < KILLS - 1 ? { WEB: '0' } : {} });
    const kept = new Set(await tagSlugs());
    expect(acknowledged.filter((slug) => !kept.has(slug))).toEqual([]);
  }
  expect(acknowledged.length).toBeGreaterThan(20 * KILLS);
});

test('its development server shows the site', async ({ page }) => {
  await page.goto(stack.info.webUrl);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Photographie 360°');
  await page.goto(`${stack.info.webUrl}/auth`);
  await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
});

test('its home page opens on the tour that is featured now, as the built one does', async ({ page }) => {
  const enter = page.getByRole('link', { name: 'Entrer dans la visite' });
  await page.goto(stack.info.webUrl);
  await expect(enter).toHaveAttribute('href', '/visite/phare-de-metis');
  await expect(page.getByText('Métis-sur-Mer, Bas-Saint-Laurent · image de démonstration')).toBeVisible();

  const tour = `${stack.info.apiUrl}/rest/v1/virtual_tours?slug=eq.phare-de-metis`;
  const change = (status: string) =>
    fetch(tour, {
      method: 'PATCH',
      headers: { ...headers(), authorization: `Bearer ${stack.info.secretKey}` },
      body: JSON.stringify({ status }),
    });
  expect((await change('archived')).status).toBe(204);
  await page.reload();
  await expect(page.getByText('Image de démonstration', { exact: true }).first()).toBeVisible();
  await expect(enter).toHaveCount(0);
  expect((await change('published')).status).toBe(204);
  await page.reload();
  await enter.click();
  await expect(page.getByRole('application')).toBeVisible();
});

test('a second start on the same data folder says so and leaves the first alone', async () => {
  const before = await tagSlugs();
  await expect(startStack({ dataDir: stack.dataDir })).rejects.toThrow(/Déjà en marche/);
  expect(await tagSlugs()).toEqual(before);
  const web = await fetch(stack.info.webUrl);
  expect(web.status).toBe(200);
});

test('a busy port is named, and nothing is left behind', async () => {
  const port = new URL(stack.info.apiUrl).port;
  const other = mkdtempSync(join(tmpdir(), 'territoire-360-port-'));
  await expect(startStack({ dataDir: other, env: { SUPABASE_PORT: port } })).rejects.toThrow(
    new RegExp(`${port}[\\s\\S]*SUPABASE_PORT|SUPABASE_PORT[\\s\\S]*${port}`),
  );
  rmSync(other, { recursive: true, force: true });
});

test('Ctrl-C stops every part', async () => {
  const { webUrl, apiUrl, mailUrl } = stack.info;
  expect(await stack.stop()).toBe(0);
  for (const url of [webUrl, apiUrl, mailUrl]) await expect(fetch(url)).rejects.toThrow();
});

test('backed up, wiped and restored, it has the same rows, pictures and accounts', async () => {
  const home = mkdtempSync(join(tmpdir(), 'territoire-360-backup-'));
  try {
    stack = await startStack({ dataDir, env: { WEB: '0' } });
    const { apiUrl, secretKey, publishableKey, admin } = stack.info;
    const bearer = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
    const picture = `${apiUrl}/storage/v1/object/tour-images/sauvegarde.jpg`;
    await fetch(picture, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'image/jpeg' },
      body: 'octets',
    });
    const tags = await tagSlugs();
    await expect(backUpDataFolder(folders, join(home, 'trop-tot'), new Date())).rejects.toThrow(/arrêtez-le/);
    await stack.stop();

    await backUpDataFolder(folders, join(home, 'copie'), new Date());
    const proof = await proveDataFolder(folders, join(home, 'copie'), new Date());
    expect(proof.manifest.rows['public.tags']).toBeGreaterThan(0);
    expect(proof.differences).toBe(0);
    rmSync(dataDir, { recursive: true });
    expect(await restoreDataFolder(folders, join(home, 'copie'), new Date())).toBeUndefined();

    stack = await startStack({ dataDir, env: { WEB: '0', SUPABASE_PORT: new URL(apiUrl).port } });
    expect(await tagSlugs()).toEqual(tags);
    const restored = await fetch(`${apiUrl}/storage/v1/object/public/tour-images/sauvegarde.jpg`);
    expect(await restored.text()).toBe('octets');
    const signIn = await fetch(`${apiUrl}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    });
    expect(signIn.status).toBe(200);
    console.log(
      `Backup and restore of a data folder: ${tags.length} tags, 1 picture, 1 sign-in are the same.`,
    );
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
