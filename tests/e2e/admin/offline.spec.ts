import type { Page } from '@playwright/test';
import { api } from '../../support/api.ts';
import { expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, PROOF_TAG, stack, test } from '../../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** Reads what the browser stores for this origin: the texts in IndexedDB, and the addresses in the caches. */
const storedData = (page: Page) =>
  page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname);
    }
    // Opening a database that does not exist would create it.
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

test('the sheet of a trip is read without a network, marked, and gone after signing out', {
  tag: PROOF_TAG,
}, async ({ page, context, allowConsole }) => {
  allowConsole.push(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/, /dynamically imported/, /Failed to load/);
  const city = `Ville ${crypto.randomUUID().slice(0, 8)}`;
  const [trip] = await api<{ id: string }>('trip_plans', 'POST', {
    ...{ city, region: 'Mauricie', start_date: '2027-06-01', end_date: '2027-06-03' },
  });
  const path = `/admin/trip-plans/${trip?.id}/feuille`;
  const sheet = page.getByRole('heading', { level: 1, name: new RegExp(city) });
  await becomeAdmin(page);
  await page.goto(path);
  await expect(sheet).toBeVisible();
  await expect.poll(async () => (await storedData(page)).copies).toContain(city);
  await expect.poll(async () => (await storedData(page)).addresses).toContain('/admin/hors-ligne');
  // No address of the API or of the public site is cached.
  for (const address of (await storedData(page)).addresses) {
    expect(address).toMatch(/^\/(assets\/.*\.(js|css)|admin\/hors-ligne)$/);
  }

  await context.setOffline(true);
  await page.goto(path);
  await expect(sheet).toBeVisible();
  await expect(page.getByText(/Hors ligne\s: données du \d+(er)? \p{L}+ à \d\d?\sh/u)).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.goto('/admin/contacts');
  await expect(page.getByRole('heading', { name: 'Cette page demande une connexion' })).toBeVisible();
  await expectAccessibleAndFits(page);
  // The page appears without a reload once the network is back.
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  await expect(page.getByText(/^Hors ligne/)).toHaveCount(0);

  await context.setOffline(true);
  await page.goto(path);
  await expect(page.getByText(/^Hors ligne\s: données du/)).toBeVisible();
  await page.getByRole('button', { name: 'Mon compte' }).click();
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await expect.poll(async () => (await storedData(page)).copies).toBe('[]');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(stack.admin.email);
  await context.setOffline(false);
  await api(`trip_plans?id=eq.${trip?.id}`, 'DELETE');
});
