import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { Keyboard } from './keyboard.ts';

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

/**
 * Fills in and sends the quote request form by keyboard alone, with the consent, after it was sent empty by mistake: the
 * first invalid field gets the focus.
 */
export async function sendQuoteByKeys(
  page: Page,
  keys: Keyboard,
  { organization, email, message }: { organization: string; email: string; message: string },
) {
  const first = page.getByLabel('Nom de l’organisation');
  await expect(first).toBeEditable();
  await keys.tabTo(first);
  await keys.press('Enter');
  await expect(page.getByText("Le nom de l'organisation est requis")).toBeVisible();
  await expect(first).toBeFocused();
  await keys.type(organization);
  for (const [label, text] of [
    ['Type d’organisation', 'Ville'],
    ['Votre nom', 'Noémie Clavier'],
    ['Adresse courriel', email],
    ['Téléphone', '418 555-0142'],
    ['Type de service', 'Street'],
    ['Message', message],
  ] as const) {
    await keys.tabTo(page.getByLabel(label));
    await keys.type(text);
  }
  const consent = page.getByRole('checkbox', { name: /J’accepte de recevoir/ });
  await keys.tabTo(consent);
  await expect(consent).not.toBeChecked();
  await keys.press('Space');
  await expect(consent).toBeChecked();
  await keys.tabTo(page.getByRole('button', { name: 'Envoyer la demande' }));
  await keys.press('Enter');
}
