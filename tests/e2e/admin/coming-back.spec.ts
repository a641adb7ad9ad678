import type { Page } from '@playwright/test';
import { api } from '../../support/api.ts';
import { becomeAdmin, expect, PROOF_TAG, signIn, stack, test } from '../../support/fixtures.ts';

// A window in which every list has to scroll.
test.use({ viewport: { width: 1280, height: 400 } });

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

test('the link of an e-mail opens its request, through the sign-in page', { tag: PROOF_TAG }, async ({
  page,
}) => {
  const [request] = await api<{ id: string; organization_name: string }>('quote_requests?limit=1');
  const wanted = `/admin/soumissions?demande=${request?.id}`;
  await page.goto(wanted);
  await expect(page).toHaveURL(/\/auth\?/);
  await page.getByLabel('Courriel').fill(stack.admin.email);
  await page.getByLabel('Mot de passe').fill(stack.admin.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('region', { name: request?.organization_name ?? '' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${request?.id}$`));
});

test('a sign-in by itself opens the dashboard', { tag: PROOF_TAG }, async ({ page }) => {
  await signIn(page, stack.admin);
  await expect(page).toHaveURL(/\/admin$/);
});

test('a list keeps its filters when a row has been edited, and its place on Back', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/tours');
  await page.getByRole('button', { name: /^Filtrer/ }).click();
  await page.getByLabel('Statut', { exact: true }).selectOption('published');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/statut=published/);
  const last = page.getByRole('link', { name: /^Modifier / }).last();
  await last.scrollIntoViewIfNeeded();
  const place = await scrolled(page);
  // The table scrolls inside its frame.
  const frame = page.getByRole('region', { name: 'Visites virtuelles' });
  expect(await frame.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);

  await last.click();
  await expect(page.getByText('Modifier la visite')).toBeVisible();
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/statut=published/);
  await expect.poll(() => scrolled(page)).toBe(place);
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  await expect(last).toBeInViewport();

  await last.click();
  await page.getByLabel(/^Lieu/).fill('Rimouski');
  await page.getByRole('button', { name: 'Enregistrer les modifications' }).click();
  await expect(page).toHaveURL(/\/admin\/tours\?statut=published$/);
  await expect(page.getByRole('button', { name: /Statut\s:\sPublié/ })).toBeVisible();
});

test('a request opens beside the list without moving it', { tag: PROOF_TAG }, async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/soumissions');
  const link = page.locator('[data-request] a').last();
  await link.scrollIntoViewIfNeeded();
  const place = await scrolled(page);
  await link.click();
  await expect(page.getByRole('form', { name: 'Répondre' })).toBeVisible();
  expect(await scrolled(page)).toBe(place);
});
