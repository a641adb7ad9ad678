import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Waits for the quote request form and fills it in; each organization has an e-mail address of its own. */
export async function fillQuote(page: Page, organization: string) {
  await expect(page.getByLabel('Nom de l’organisation')).toBeEditable();
  await page.getByLabel('Nom de l’organisation').fill(organization);
  await page.getByLabel('Type d’organisation').selectOption('mrc');
  await page.getByLabel('Votre nom').fill('Élise Tremblay-Côté');
  await page.getByLabel('Adresse courriel').fill(`elise-${organization.length}-${Date.now()}@example.org`);
  await page.getByLabel('Téléphone').fill('418 555-0199');
  await page.getByLabel('Type de service').selectOption('street-view');
  await page.getByLabel('Message').fill('Nous voulons montrer nos rues.\nMerci !');
}
