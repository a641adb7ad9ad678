import type { Page } from '@playwright/test';
import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

const row = 'tbody tr, [data-request]';

/** Returns where the first row begins, in px, and how many rows are whole on the first screen. */
const rowsOf = (page: Page) =>
  page.locator(row).evaluateAll((all) => {
    const boxes = all.map((one) => one.getBoundingClientRect());
    return {
      first: Math.round(boxes[0]?.top ?? 0),
      whole: boxes.filter(({ bottom }) => bottom <= innerHeight).length,
      room: Math.floor((innerHeight - (boxes[0]?.top ?? 0)) / (boxes[0]?.height ?? 1)),
    };
  });

test('on a phone every list begins by 260 px, with room for six rows', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await becomeAdmin(page);
  for (const list of [
    'contacts',
    'organisations',
    'tours',
    'soumissions',
    'campaigns',
    'trip-plans',
    'releves',
  ]) {
    await page.goto(`/admin/${list}`);
    await expect(page.locator(row).first()).toBeVisible();
    const { first, whole, room } = await rowsOf(page);
    console.log(`${list}: first row at ${first} px, ${whole} rows whole, room for ${room}`);
    expect(first, list).toBeLessThanOrEqual(260);
    expect(room, list).toBeGreaterThanOrEqual(6);
  }
});

test('on a phone the checkboxes of a list come when they are asked for, and go again', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await becomeAdmin(page);
  await page.goto('/admin/tours');
  const boxes = page.getByRole('checkbox');
  await expect(page.locator(row).first()).toBeVisible();
  await expect(boxes).toHaveCount(0);
  await page.getByRole('button', { name: 'Sélectionner', exact: true }).click();
  await boxes.nth(1).check();
  const actions = page.getByRole('region', { name: 'Actions sur la sélection' });
  await expect(actions).toContainText('1 visite sélectionnée');
  await page.getByRole('button', { name: 'Sélectionner', exact: true }).click();
  await expect(actions).toHaveCount(0);
  await expect(boxes).toHaveCount(0);
});

test('on a phone a contact opens on what is next and what was said, with its form folded', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await becomeAdmin(page);
  await page.goto('/admin/contacts');
  await page.locator(`${row} a`).first().click();
  await expect(page.getByRole('heading', { name: 'Prochaine action' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Consigner un échange' })).toBeInViewport();
  const company = page.getByLabel(/^Entreprise/);
  await expect(company).toBeHidden();
  await page.getByText('Modifier', { exact: true }).click();
  await company.fill('Nouvelle entreprise');
  // Turned to a width where nothing is folded, the phone keeps what was typed.
  await page.setViewportSize({ width: 1000, height: 700 });
  await expect(company).toHaveValue('Nouvelle entreprise');
});
