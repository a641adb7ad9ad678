import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { api, type Row } from '../../support/api.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, confirmRemoval, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

const storedContacts = (email: string) => api(`contacts?email=eq.${encodeURIComponent(email)}`);

async function insert(change: Row): Promise<string> {
  const row = { name: 'Zoé Essai', company: 'Essais', city: 'Percé', region: 'Estrie', ...change };
  return String((await api('contacts', 'POST', row))[0]?.id);
}

test.beforeEach(async ({ page }) => {
  await api('contacts?email=like.*%40e2e.example', 'DELETE');
  await becomeAdmin(page);
});

async function openList(page: Page) {
  await page.goto('/admin/contacts');
  await expect(page.getByRole('table', { name: 'Contacts' })).toBeVisible();
}

const field = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${label}( \\*| \\(facultatif\\))?$`));

test('a contact is created by keyboard alone, refused twice, edited, found again and deleted', {
  tag: PROOF_TAG,
}, async ({ page, allowConsole }) => {
  // Saving an address that another contact has is a conflict.
  allowConsole.push(/409 \(Conflict\)/);
  await openList(page);
  await page.getByRole('link', { name: 'Nouveau contact' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Nouveau contact' })).toBeVisible();
  await field(page, 'Nom').focus();
  const typed = [
    'Zoé Côté',
    'Ville de Percé',
    'Zoe@e2e.example',
    '418 555-0199',
    'Percé',
    'Gaspésie–Îles-de-la-Madeleine',
  ];
  for (const text of typed) {
    await page.keyboard.insertText(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Enregistrer' }).press('Enter');
  await expect(page.getByText('Contact créé')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/contacts$/);
  expect(await storedContacts('Zoe@e2e.example')).toMatchObject([
    { name: 'Zoé Côté', sector: 'autre', status: 'nouveau', website: null, notes: null },
  ]);

  await page.getByRole('link', { name: 'Nouveau contact' }).click();
  for (const [label, text] of [
    ['Nom', 'Autre'],
    ['Entreprise', 'Autre'],
    ['Courriel', 'zoe@E2E.example'],
    ['Ville', 'Alma'],
    ['Région', 'Estrie'],
  ] as const) {
    await field(page, label).fill(text);
  }
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByRole('alert')).toHaveText('Ce courriel est celui de Zoé Côté (Ville de Percé).');
  await expect(field(page, 'Courriel')).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('alert').getByRole('link', { name: 'Zoé Côté' }).click();
  const question = page.getByRole('alertdialog', { name: 'Quitter sans enregistrer?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click();

  await expect(field(page, 'Nom')).toHaveValue('Zoé Côté');
  await field(page, 'Statut').selectOption('Intéressé');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Contact mis à jour')).toBeVisible();

  await page.getByRole('searchbox', { name: 'Rechercher un contact' }).fill('zoe cote');
  const row = page.getByRole('row', { name: /Zoé Côté/ });
  await expect(row.getByText('Intéressé')).toBeVisible();
  await row.getByRole('link', { name: 'Modifier Zoé Côté' }).click();
  await expect(
    page.getByText('Statut changé de «\u00a0Nouveau\u00a0» à «\u00a0Intéressé\u00a0»'),
  ).toBeVisible();
  const history = page.getByRole('region', { name: 'Historique' });
  await expect(history.getByText('Contact créé')).toBeVisible();
  await page.goBack();
  await row.getByRole('button', { name: 'Supprimer Zoé Côté' }).click();
  await confirmRemoval(page);
  await expect(page.getByText('Contact supprimé')).toBeVisible();
  await expectAccessible(page);
  await expect(row).toHaveCount(0);
  expect(await storedContacts('Zoe@e2e.example')).toEqual([]);
});

test('search, filters and order stay after a reload and in a shared link', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await openList(page);
  await page.getByRole('searchbox', { name: 'Rechercher un contact' }).fill('MUNICIPALITE');
  await page.getByRole('combobox', { name: 'Secteur' }).selectOption('Municipalité');
  await page.getByRole('button', { name: 'Lieu' }).click();
  await page.getByRole('button', { name: 'Lieu' }).click();
  await expect(page).toHaveURL(/\?q=MUNICIPALITE&secteur=municipalit%C3%A9&tri=-lieu$/);
  const rows = page.getByRole('table').getByRole('row');
  const before = await rows.allInnerTexts();
  expect(before.length).toBeGreaterThan(2);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('MUNICIPALITE');
  await expect(page.getByRole('columnheader', { name: 'Lieu' })).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => rows.allInnerTexts()).toEqual(before);
  await page.getByRole('searchbox').fill('introuvable');
  await expect(page.getByText('Aucun contact ne correspond à votre recherche')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Effacer les filtres' }).click();
  await expect(page).toHaveURL(/\/admin\/contacts\?tri=-lieu$/);
});

test('a selection gets a status, opens as a safe file, and is deleted in one go', { tag: PROOF_TAG }, async ({
  page,
}) => {
  for (const index of [1, 2, 3]) {
    await insert({ name: `Lot ${index}`, email: `lot${index}@e2e.example`, notes: '=cmd|calc' });
  }
  await openList(page);
  await page.getByRole('searchbox').fill('@e2e.example');
  await expect(page.getByText('3 résultats')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Tout sélectionner' }).check();
  await page.getByRole('combobox', { name: 'Changer le statut de la sélection' }).selectOption('Partenaire');
  await page.getByRole('button', { name: 'Appliquer' }).click();
  await expect(page.getByText('Statut mis à jour')).toBeVisible();
  expect((await api('contacts?email=like.*%40e2e.example&status=eq.partenaire')).length).toBe(3);
  await expectAccessible(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^contacts-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF"Nom";"Entreprise";"Courriel";')).toBe(true);
  expect(text.trim().split('\r\n')).toHaveLength(4);
  expect(text).toContain("'=cmd|calc");

  await page.getByRole('button', { name: 'Supprimer', exact: true }).click();
  await expect(page.getByText('Aucun contact ne correspond à votre recherche')).toBeVisible();
  expect(await api('contacts?email=like.*%40e2e.example')).toEqual([]);
});

test('the data of a person leave as a file, and deletion keeps the suppression', { tag: PROOF_TAG }, async ({
  page,
}) => {
  const email = 'loi25@e2e.example';
  const id = await insert({ email });
  await api('rpc/suppress_address', 'POST', { address: email, reason: 'unsubscribed' });
  await page.goto(`/admin/contacts/${id}`);
  await expect(page.getByRole('region', { name: 'Envois commerciaux' }).getByText('Désabonné')).toBeVisible();
  await page.getByText('Données personnelles', { exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter les données (JSON)' }).click(),
  ]);
  const data = JSON.parse(readFileSync(await download.path(), 'utf8')) as Record<string, unknown>;
  expect(data).toMatchObject({
    contact: { email },
    suppressions: [{ reason: 'unsubscribed' }],
    consents: [],
  });
  await page.getByRole('button', { name: 'Supprimer le contact' }).click();
  await confirmRemoval(page);
  await expect(page).toHaveURL(/\/admin\/contacts$/);
  expect(await storedContacts(email)).toEqual([]);
  await page.goto(`/admin/contacts/${await insert({ email })}`);
  await expect(page.getByRole('region', { name: 'Envois commerciaux' }).getByText('Désabonné')).toBeVisible();
});

test('the contact screens are accessible and fit, on a phone and on a laptop', { tag: PROOF_TAG }, async ({
  page,
}) => {
  const id = await insert({ email: 'axe@e2e.example' });
  for (const path of ['/admin/contacts', '/admin/contacts/new', `/admin/contacts/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Chargement…')).toHaveCount(0);
    await expectAccessibleAndFits(page);
  }
});
