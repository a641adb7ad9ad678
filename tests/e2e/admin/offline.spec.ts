import type { Page } from '@playwright/test';
import { api } from '../../support/api.ts';
import { expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, PROOF_TAG, stack, test } from '../../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** What this origin keeps in the browser: the texts of IndexedDB, and the addresses in the caches. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname);
    }
    // Opening it would make it, and empty.
    const isThere = (await indexedDB.databases()).some(({ name }) => name === 'hors-ligne');
    if (!isThere) return { addresses, copies: '[]' };
    const copies = await new Promise<string>((resolve, reject) => {
      const opening = indexedDB.open('hors-ligne');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const base = opening.result;
        const all = base.transaction('lectures').objectStore('lectures').getAll();
        all.onsuccess = () => {
          base.close();
          resolve(JSON.stringify(all.result));
        };
      };
    });
    return { addresses, copies };
  });

test('a trip, its prospects and contacts are read without a network, marked, and gone after signing out', {
  tag: PROOF_TAG,
}, async ({ page, context, allowConsole }) => {
  allowConsole.push(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/, /dynamically imported/, /Failed to load/);
  const city = `Ville ${crypto.randomUUID().slice(0, 8)}`;
  const [trip] = await api<{ id: string }>('trip_plans', 'POST', {
    ...{ city, region: 'Mauricie', start_date: '2027-06-01', end_date: '2027-06-03' },
  });
  const [contact] = await api<{ id: string; name: string }>('contacts?limit=1&order=created_at.desc');
  const path = `/admin/trip-plans/${trip?.id}`;
  await becomeAdmin(page);
  await page.goto(path);
  await expect(page.getByLabel('Ville')).toHaveValue(city);
  await expect.poll(async () => (await kept(page)).copies).toContain(city);
  await page.goto('/admin/contacts');
  await page.getByRole('link', { name: `Modifier ${contact?.name}` }).click();
  await expect(page.getByLabel(/^Nom/)).toHaveValue(contact?.name ?? '');
  await expect
    .poll(async () => (await kept(page)).copies)
    .toContain(`"name":${JSON.stringify(contact?.name)}`);
  await expect.poll(async () => (await kept(page)).addresses).toContain('/admin/hors-ligne');
  // Neither the API nor the public site.
  for (const address of (await kept(page)).addresses) {
    expect(address).toMatch(/^\/(assets\/.*\.(js|css)|admin\/hors-ligne)$/);
  }

  await context.setOffline(true);
  await page.goto(path);
  await expect(page.getByLabel('Ville')).toHaveValue(city);
  await expect(page.getByText(/Hors ligne\s: données du \d+(er)? \p{L}+ à \d\d?\sh/u)).toBeVisible();
  await page.getByLabel('Client').fill('Auberge du retour');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Hors ligne')).toBeVisible();
  await expect(page.getByLabel('Client')).toHaveValue('Auberge du retour');
  await page.getByLabel('Client').fill('');

  await page.goto('/admin/contacts');
  await expect(page.getByRole('link', { name: `Modifier ${contact?.name}` })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.goto('/admin/campaigns');
  await expect(page.getByRole('heading', { name: 'Cette page demande une connexion' })).toBeVisible();
  await expectAccessibleAndFits(page);
  // The page shows by itself once the network is back.
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Campagnes' })).toBeVisible();
  await expect(page.getByText(/^Hors ligne/)).toHaveCount(0);

  await context.setOffline(true);
  await page.goto('/admin/contacts');
  await expect(page.getByText(/^Hors ligne\s: données du/)).toBeVisible();
  await page.getByRole('button', { name: 'Mon compte' }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await expect.poll(async () => (await kept(page)).copies).toBe('[]');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(stack.admin.email);
  await context.setOffline(false);
  await api(`trip_plans?id=eq.${trip?.id}`, 'DELETE');
});
