import { rmSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { type Stack, startStack } from '../../support/stack.ts';

test.describe.configure({ timeout: 300_000 });

let stack: Stack;
test.afterAll(async () => {
  await stack?.stop();
  if (stack) rmSync(stack.dataDir, { recursive: true, force: true });
});

test('an empty studio is taken in hand and shows its first tour, by what its screens say', async ({
  page,
}) => {
  stack = await startStack({ env: { SEED: 'none', WEB: 'preview', NODE_ENV: 'production' } });
  // Printed beside the addresses: nothing else is needed.
  const printed = () => /[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}/.exec(stack.output())?.[0] ?? '';
  await expect.poll(printed).not.toBe('');
  const code = printed();
  await page.goto(`${stack.info.webUrl}/admin`);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await page.getByLabel('Courriel').fill('premiere@studio.test');
  await page.getByLabel(/^Mot de passe/).fill('un-mot-de-passe-long');
  await page.getByRole('button', { name: /^Créer/ }).click();
  await page.getByLabel('Code du studio').fill(code);
  await page.getByRole('button', { name: 'Prendre en main le studio' }).click();

  // The steps, in their order; the first screen is their list.
  const steps = page.getByRole('listitem');
  const step = (title: string) =>
    steps.filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(page.getByRole('heading', { level: 1, name: 'Démarrage' })).toBeVisible();
  await expect(page.getByText('0 étape faite sur 6')).toBeVisible();

  await step('Identité du studio').getByRole('link', { name: 'Remplir l’identité' }).click();
  await page.getByLabel(/^Nom du studio/).fill('Studio Nord');
  await page.getByLabel(/^Nom légal/).fill('Studio Nord inc.');
  await page.getByLabel(/^Adresse postale/).fill('1, rue du Quai, Québec (Québec) G1K 0A1');
  await page.getByLabel(/^Courriel de contact/).fill('premiere@studio.test');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Paramètres enregistrés')).toBeVisible();

  await page.goto(`${stack.info.webUrl}/admin`);
  await page.getByRole('link', { name: 'Continuer la mise en route' }).click();
  await expect(step('Identité du studio')).toContainText(/Il manque.: téléphone, NEQ/);
  await page.getByRole('button', { name: 'Installer le répertoire fourni' }).click();
  await expect(step('Répertoire des municipalités').getByText('Fait')).toBeAttached({ timeout: 60_000 });

  await step('Catégories').getByRole('link', { name: 'Ajouter une catégorie' }).click();
  await page.getByRole('button', { name: 'Nouveau tag' }).first().click();
  await page.getByLabel(/^Nom/).fill('Parcs');
  await page.getByRole('button', { name: 'Créer le tag' }).click();
  await expect(page.getByText('Tag créé')).toBeVisible();

  await page.goto(`${stack.info.webUrl}/admin/demarrage`);
  await step('Première visite').getByRole('link', { name: 'Ajouter une visite' }).click();
  await page.getByLabel(/^Titre/).fill('Parc du Bic');
  await page.getByLabel(/^URL de la visite/).fill('visites.example/bic');
  await page.getByRole('button', { name: 'Créer la visite' }).click();
  await expect(page.getByText('Visite créée')).toBeVisible();

  await page.goto(`${stack.info.webUrl}/admin/demarrage`);
  await expect(page.getByText('4 étapes faites sur 6')).toBeVisible();
  await page.goto(`${stack.info.webUrl}/realisations`);
  await expect(page.getByRole('heading', { name: 'Parc du Bic' })).toBeVisible();
});
