import type { Page } from '@playwright/test';
import { becomeAdmin, expect, notifications, PROOF_TAG, test } from '../../support/fixtures.ts';

// Only a browser computes where notices stand on the page.

test.beforeEach(async ({ page }) => becomeAdmin(page));

/** Waits for the visible notice to stop moving, and returns it. */
async function shownNotice(page: Page) {
  const notice = notifications(page).locator('li[data-visible=true]').first();
  await expect(notice).toBeVisible();
  await notice.evaluate((element) =>
    Promise.all(
      [element, element.parentElement].flatMap((one) =>
        (one?.getAnimations() ?? []).map(({ finished }) => finished.catch(() => {})),
      ),
    ),
  );
  return notice;
}

/** Lists the elements of a selector that the visible notice covers. */
const coveredElements = async (page: Page, selector: string) =>
  (await shownNotice(page)).evaluate((notice, asked) => {
    const { left, right, top, bottom } = notice.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>(asked)]
      .filter((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const words = /^H\d$/.test(element.tagName) ? range.getClientRects() : element.getClientRects();
        return [...words].some(
          (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
        );
      })
      .map((element) => element.getAttribute('aria-label') || element.textContent);
  }, selector);

for (const [width, height] of [
  [1280, 800],
  [375, 812],
] as const) {
  test(`a notice stands in the header over nothing that one presses, at ${width}, and is read whole on request`, {
    tag: PROOF_TAG,
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/admin/tours/new?avec=adresse');
    const picture = page.locator('input[type=file]').first();
    await picture.setInputFiles({ name: 'vide.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) });
    await picture.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('note') });
    await expect(notifications(page).locator('li')).toHaveCount(2);
    await expect(notifications(page).locator('li[data-visible=true]')).toHaveCount(1);
    // However long the words are, the notice is no higher than the header.
    await page.evaluate(() => {
      const [title] = document.querySelectorAll('[data-sonner-toast][data-front=true] [data-title] p');
      title?.append(' Une phrase de plus, qui ne tient pas dans un en-tête de téléphone.'.repeat(3));
    });
    const notice = await shownNotice(page);
    const header = await page.getByRole('banner').boundingBox();
    const box = await notice.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(header?.height ?? 0);
    expect(await coveredElements(page, 'header button, header a')).toEqual([]);
    const under = await notice.evaluate((element) => {
      const { left, top } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 12, top + 12));
    });
    expect(under, 'the pointer reaches what is under the notice').toBe(false);
    await notice.getByRole('button', { name: '+1 autre' }).click();
    await expect(notifications(page).locator('li[data-visible=true]')).toHaveCount(2);
    const whole = await notice.evaluate((element) => element.scrollHeight <= element.clientHeight + 1);
    expect(whole).toBe(true);
    await notice.getByRole('button', { name: 'Réduire' }).click();
    await expect(notifications(page).locator('li[data-visible=true]')).toHaveCount(1);
  });
}
