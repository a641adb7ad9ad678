import { api } from '../../support/api.ts';
import { expectAccessibleAndFits } from '../../support/axe.ts';
import { expect, openDashboard, test } from '../../support/fixtures.ts';

test('a first quote, from a request to its number: written, kept by itself, printed to the cent', async ({
  page,
}) => {
  await api('settings?id=eq.1', 'PATCH', {
    ...{ tax_registered: true, tps_number: '123456789 RT0001', tvq_number: '1234567890 TQ0001' },
  });
  const [request] = await api<{ id: string }>('quote_requests?select=id&status=eq.nouveau&limit=1');
  await openDashboard(page);
  await page.goto(`/admin/soumissions?demande=${request?.id}`);
  await page.getByRole('button', { name: 'Nouveau devis' }).click();
  await expect(page).toHaveURL(/\/admin\/devis\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('textbox', { name: 'Courriel' })).not.toHaveValue('');
  await page.getByRole('textbox', { name: 'Objet' }).fill('Visite virtuelle du parc');
  await page.getByLabel('Ajouter un service du catalogue').selectOption('Rue numérisée');
  await page.getByLabel('Quantité, ligne 1').fill('10');
  await expect(page.getByRole('article')).toContainText(/1\s609,65/);
  await expect(page.getByRole('status').filter({ hasText: /^Enregistré$/ })).toBeVisible();
  await expectAccessibleAndFits(page);
  if (process.env.PICTURES) {
    for (const width of [375, 1280, 1600]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${process.env.PICTURES}/draft-${width}.png`, fullPage: true });
    }
  }
  await page.getByRole('button', { name: 'Numéroter et figer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Devis \d{4}-001/);
  await expectAccessibleAndFits(page);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/sent.png`, fullPage: true });
  await page.goto('/admin/devis');
  await expect(page.getByRole('list', { name: 'Devis par statut' })).toContainText(/1\s609,65/);
  await expectAccessibleAndFits(page);
  if (process.env.PICTURES) {
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.screenshot({ path: `${process.env.PICTURES}/list-${width}.png` });
    }
  }
});
