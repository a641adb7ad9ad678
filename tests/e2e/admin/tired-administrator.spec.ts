import type { Page } from '@playwright/test';
import { api, type Row } from '../../support/api.ts';
import { expectAccessible } from '../../support/axe.ts';
import { forgetAdminSession } from '../../support/environment.ts';
import { becomeAdmin, expect, PROOF_TAG, sessionKey, stack, test } from '../../support/fixtures.ts';

/** Mistakes of a tired administrator: a wrong key, two tabs, an expired session, a wrong button. */

const insert = async (table: string, row: Row) => String((await api(table, 'POST', row))[0]?.id);
const contact = (name: string) => ({
  ...{ name, company: 'Essais', email: `${Date.now()}@fatigue.example`, city: 'Percé', region: 'Estrie' },
});
const rowOf = async (table: string, id: string) => (await api(`${table}?id=eq.${id}`))[0];
const notesField = (page: Page) => page.getByLabel(/^Notes/);
const saveButton = (page: Page) => page.getByRole('button', { name: 'Enregistrer', exact: true });

test.afterAll(forgetAdminSession);
test.beforeEach(async ({ page }) => {
  await api('contacts?email=like.*%40fatigue.example', 'DELETE');
  await becomeAdmin(page);
});

test('goes through the statuses with the arrow keys: nothing is saved before it is applied', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const id = await insert('quote_requests', {
    ...{ organization_name: 'Ville Fatiguée', contact_name: 'Ève', email: 'eve@fatigue.example' },
    ...{ organization_type: 'ville', service_type: 'autre' },
  });
  await page.goto(`/admin/soumissions?demande=${id}`);
  const dialog = page.getByRole('region', { name: 'Ville Fatiguée' });
  await dialog.getByLabel('Statut').focus();
  for (const value of ['en_cours', 'répondu', 'archivé']) {
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByLabel('Statut')).toHaveValue(value);
  }
  await expect(dialog.getByText(/Répondu le/)).toHaveCount(0);
  expect(await rowOf('quote_requests', id)).toMatchObject({ status: 'nouveau', answered_at: null });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Statut mis à jour')).toBeVisible();
  expect(await rowOf('quote_requests', id)).toMatchObject({ status: 'archivé', answered_at: null });
  await api(`quote_requests?id=eq.${id}`, 'DELETE');
});

test('edits the same contact in two tabs: the second loses nothing of the first', { tag: PROOF_TAG }, async ({
  page,
  context,
}) => {
  const id = await insert('contacts', contact('Deux Onglets'));
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto(`/admin/contacts/${id}`);
    await expect(notesField(tab)).toBeVisible();
  }
  await page.getByLabel(/^Téléphone/).fill('418 555-0101');
  await saveButton(page).click();
  await expect(page.getByText('Contact mis à jour')).toBeVisible();
  await notesField(second).fill('Rappeler lundi');
  await saveButton(second).click();
  await expect(second.getByText('Contact mis à jour')).toBeVisible();
  expect(await rowOf('contacts', id)).toMatchObject({ phone: '418 555-0101', notes: 'Rappeler lundi' });
});

test('is signed out by another tab while typing: signs in over the page, and the save goes on', {
  tag: PROOF_TAG,
}, async ({ page, context }) => {
  const id = await insert('contacts', contact('Session Finie'));
  await page.goto(`/admin/contacts/${id}`);
  await notesField(page).fill('Une longue note');
  const other = await context.newPage();
  await other.goto('/admin');
  await other.getByRole('button', { name: 'Mon compte' }).click();
  await other.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(other).toHaveURL(/\/auth$/);
  const dialog = page.getByRole('dialog', { name: 'Votre session est terminée' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Mot de passe').fill(stack.admin.password);
  await dialog.getByRole('button', { name: 'Se reconnecter' }).click();
  await expect(dialog).toBeHidden();
  await expect(notesField(page)).toHaveValue('Une longue note');

  // The session ended silently: saving asks for the password, and then continues.
  await page.evaluate((key) => localStorage.removeItem(key), sessionKey());
  await saveButton(page).click();
  await dialog.getByLabel('Mot de passe').fill(stack.admin.password);
  await dialog.getByRole('button', { name: 'Se reconnecter' }).click();
  await expect(page.getByText('Contact mis à jour')).toBeVisible();
  expect(await rowOf('contacts', id)).toMatchObject({ notes: 'Une longue note' });
});

test('archives every tour by one press: is asked with the number, and « Annuler » puts all back', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const before = await api('virtual_tours?select=id,status&order=id');
  await page.goto('/admin/tours');
  await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check();
  await page.getByRole('button', { name: 'Archiver', exact: true }).click();
  const question = page.getByRole('alertdialog', {
    name: new RegExp(`^Archiver ${before.length}\\svisites\\?$`),
  });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: /^Archiver/ }).click();
  await expect(page.getByText(/visites archivées/)).toBeVisible();
  expect(await api('virtual_tours?status=neq.archived')).toEqual([]);
  await expectAccessible(page);
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('button', { name: 'Annuler' })
    .click();
  await expect(page.getByText('Changement annulé')).toBeVisible();
  expect(await api('virtual_tours?select=id,status&order=id')).toEqual(before);
});
