import { changeSettings } from '../../support/api.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { expect, openDashboard, PROOF_TAG, test } from '../../support/fixtures.ts';

test.beforeEach(async ({ page }) => {
  await openDashboard(page);
});
test.afterEach(async () => {
  await changeSettings('studio', { postal_address: '100, rue du Quai, Québec (Québec)  G1K 0A1' });
  await changeSettings('sending_settings', { quiet_start: null, quiet_end: null });
});

test('the settings are changed, refuse what is wrong, and say what lacks', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await page.getByRole('link', { name: 'Réglages' }).click();
  await page.getByLabel('Adresse postale').fill('');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Réglages enregistrés').first()).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('L’envoi est refusé tant que ces réglages sont vides');
  await expectAccessibleAndFits(page);
  await page.getByRole('link', { name: 'Courriels' }).click();
  await expect(page.getByRole('region', { name: 'État de l’envoi' }).getByText('En marche')).toBeVisible();
  await expect(page.getByText('Serveur de courriel', { exact: true })).toBeVisible();
  await expect(page.getByText('Dernier passage')).toBeVisible();
  await expectAccessibleAndFits(page);

  await page.getByLabel('Nouvelle adresse').fill('essais@territoire360.example');
  await page.getByRole('button', { name: 'Ajouter' }).click();
  await page.getByLabel('Heures calmes, début').fill('21:00');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('L’heure de fin est requise')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Heures calmes, fin').fill('07:30');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await saved;
  await page.reload();
  await expect(page.getByLabel('Heures calmes, fin')).toHaveValue('07:30');
  await page.getByRole('link', { name: 'Campagnes' }).click();
  await page.getByRole('link', { name: 'Nouvelle campagne' }).click();
  await expect(page.getByRole('alert')).toContainText('adresse postale');
  await expect(page.getByLabel(/Expéditeur/).getByRole('option')).toContainText([
    'essais@territoire360.example',
  ]);
  await page.getByRole('link', { name: 'Compléter les réglages' }).click();
  await page.getByLabel('Adresse postale').fill('100, rue du Quai, Québec (Québec)  G1K 0A1');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Réglages enregistrés').first()).toBeVisible();
  await page.getByRole('link', { name: 'Courriels' }).click();
  await page.getByRole('button', { name: 'Retirer essais@territoire360.example' }).click();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
