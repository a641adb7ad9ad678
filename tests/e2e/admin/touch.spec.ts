import type { Page } from '@playwright/test';
import { becomeAdmin, expect, test } from '../../support/fixtures.ts';

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

/** The text controls whose letters an iPhone enlarges when one presses them, by moving the whole page. */
const zoomed = (page: Page) =>
  page.evaluate(() =>
    Array.from(
      document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=file]), select, textarea'),
    )
      .filter((control) => Number.parseFloat(getComputedStyle(control).fontSize) < 16)
      .map((control) => control.outerHTML),
  );

test('on touch no field has letters under 16 px: an iPhone would zoom into it', async ({ page }) => {
  await becomeAdmin(page);
  for (const [address, known] of [
    ['/admin/contacts', 'Rechercher'],
    ['/admin/soumissions', 'Rechercher'],
    ['/admin/campaigns/new', 'Rechercher un contact'],
    ['/admin/email-templates/new', 'Nom'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByLabel(known).first()).toBeVisible();
    expect(await zoomed(page), address).toEqual([]);
  }
});
