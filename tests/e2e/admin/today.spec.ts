import { quebecDayAndTime } from '../../../src/admin/kit/lib/quebec-clock.ts';
import { api } from '../../support/api.ts';
import { expectAccessibleAndFits } from '../../support/axe.ts';
import { expect, openDashboard, PROOF_TAG, test } from '../../support/fixtures.ts';

test('an action planned on a contact waits in Aujourd’hui, leaves by the calendar, and is done there', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await openDashboard(page);
  const [contact] = await api<{ id: string; company: string }>('contacts?select=id,company&order=id&limit=1');
  await page.goto(`/admin/contacts/${contact?.id}`);
  await page.getByRole('button', { name: 'Planifier une action' }).click();
  await page.getByLabel('À faire').fill('Envoyer les dates');
  const day = quebecDayAndTime(new Date()).day;
  await page.getByRole('textbox', { name: 'Jour' }).fill(day);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Envoyer les dates')).toBeVisible();
  await expectAccessibleAndFits(page);

  await page.goto('/admin/parametres/securite');
  await page.getByRole('button', { name: 'Créer l’adresse de mon agenda' }).click();
  const address = await page.getByLabel('Adresse de votre agenda').inputValue();
  await expectAccessibleAndFits(page);
  const feed = await page.request.get(address);
  expect(feed.headers()['content-type']).toContain('text/calendar');
  expect((await feed.text()).replace(/\r\n /g, '')).toContain(`À faire\u00a0: ${contact?.company}`);
  await page.getByRole('button', { name: 'Révoquer' }).click();
  await expect(page.getByLabel('Adresse de votre agenda')).toBeHidden();
  expect((await page.request.get(address)).status()).toBe(404);

  await openDashboard(page);
  const line = page
    .getByRole('list', { name: 'À faire' })
    .getByRole('listitem')
    .filter({ hasText: 'Envoyer les dates' });
  await expect(line).toBeVisible();
  await expectAccessibleAndFits(page);
  await line.getByRole('button', { name: /^Reporter/ }).click();
  await expect(page.getByRole('button', { name: 'Demain' })).toBeVisible();
  await page.keyboard.press('Escape');
  await line.getByRole('button', { name: /^Fait/ }).click();
  await expect(line).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Aujourd’hui' })).toBeFocused();
});
