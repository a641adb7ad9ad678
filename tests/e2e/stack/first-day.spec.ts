import { rmSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { type Stack, startStack } from '../../support/stack.ts';

test.describe.configure({ timeout: 300_000 });

let stack: Stack;
test.afterAll(async () => {
  await stack?.stop();
  if (stack) rmSync(stack.dataDir, { recursive: true, force: true });
});

/** Counts presses of the mouse and focused fields. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('countPress', () => {
    presses++;
  });
  await page.addInitScript(() => {
    const count = () => Reflect.get(window, 'countPress')();
    let isPressed = false;
    addEventListener(
      'pointerdown',
      () => {
        isPressed = true;
        count();
      },
      true,
    );
    addEventListener('click', () => {
      isPressed = false;
    });
    addEventListener('focusin', ({ target, isTrusted }) => {
      if (!isPressed && isTrusted && target instanceof HTMLInputElement) count();
    });
  });
  return () => presses;
}

test('an empty studio is taken in hand and shows its first tour, by what its screens say', async ({
  page,
}) => {
  stack = await startStack({ env: { SEED: 'none', WEB: 'preview', NODE_ENV: 'production' } });
  // The setup code is printed beside the addresses.
  const printed = () => /[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}/.exec(stack.output())?.[0] ?? '';
  await expect.poll(printed).not.toBe('');
  const code = printed();
  const presses = await countPresses(page);
  await page.goto(`${stack.info.webUrl}/admin`);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await page.getByLabel('Courriel').fill('premiere@studio.test');
  await page.getByLabel(/^Mot de passe/).fill('un-mot-de-passe-long');
  await page.getByRole('button', { name: /^Créer/ }).click();
  await page.getByLabel('Code du studio').fill(code);
  await page.getByRole('button', { name: 'Prendre en main le studio' }).click();

  // The first screen lists the steps in their order.
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
  // Each screen leads back to the list, which is in the menu; optional fields do not count as missing.
  await expect(page.getByRole('heading', { level: 1, name: 'Démarrage' })).toBeVisible();
  await expect(step('Identité du studio').getByText('Fait')).toBeAttached();
  await expect(page.getByText(/Il manque/)).toHaveCount(0);
  await step('Courriels').getByRole('link', { name: 'Choisir l’expéditeur' }).click();
  await expect(page.getByLabel('Nouvelle adresse')).toHaveValue('premiere@studio.test');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  // The sender screen has the same button.
  await expect(page.getByRole('heading', { level: 1, name: 'Démarrage' })).toBeVisible();
  await page.getByRole('button', { name: 'M’envoyer un message d’essai' }).click();
  await expect(step('Courriels').getByText('Fait')).toBeAttached();
  await page.getByRole('button', { name: 'Installer le répertoire fourni' }).click();
  await expect(step('Répertoire des municipalités').getByText('Fait')).toBeAttached({ timeout: 60_000 });

  await page.getByRole('link', { name: 'Dashboard' }).click();
  // The shipped register does not count as old on the first day.
  await expect(page.getByText('Rien ne vous attend.')).toBeVisible();
  await page.getByRole('link', { name: 'Démarrage' }).click();
  await step('Catégories').getByRole('button', { name: 'Ajouter les huit services' }).click();
  await expect(page.getByText('Catégories ajoutées')).toBeVisible();

  await step('Première visite').getByRole('link', { name: 'Ajouter une visite' }).click();
  await page.getByRole('link', { name: 'J’ai déjà une adresse' }).click();
  await page.getByLabel(/^Titre/).fill('Parc du Bic');
  await page.getByLabel(/^URL de la visite/).fill('visites.example/bic');
  await page.getByRole('button', { name: 'Créer la visite' }).click();
  await expect(page.getByText('6 étapes faites sur 6')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Démarrage' })).toHaveCount(0);
  console.log(`First day: ${presses()} presses from the first screen to a published tour.`);
  // It took 55 presses before each step led to the next one.
  expect(presses()).toBeLessThanOrEqual(25);
  await page.goto(`${stack.info.webUrl}/realisations`);
  await expect(page.getByRole('heading', { name: 'Parc du Bic' })).toBeVisible();
});
