import { expect, PROOF_TAG, test } from '../../support/fixtures.ts';

for (const width of [375, 1280]) {
  test(`Back from a tour finds the portfolio where it was left (${width} px)`, {
    tag: width === 375 ? [] : PROOF_TAG,
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/realisations');
    const card = page.getByRole('article').last();
    await card.scrollIntoViewIfNeeded();
    await expect(card).toBeInViewport();
    await card.getByRole('heading').getByRole('link').click();
    await expect(page).toHaveURL(/\/realisations\/.+/);
    await expect(page.getByRole('link', { name: 'Explorer la visite virtuelle' }).first()).toBeVisible();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect(card).toBeInViewport();
  });
}
