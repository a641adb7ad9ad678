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

/** Makes a notice appear by asking for a description without a title. */
async function provokeNotice(page: Page) {
  await page.getByRole('button', { name: /^Générer/ }).click();
  await expect(notifications(page).getByText('Veuillez entrer un titre').first()).toBeVisible();
}

test('one notice is in sight, at the bottom right, with the count of the others, and lets the mouse through', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin/tours/new?avec=adresse');
  // The focused field is further down than a heading, which would have moved the notice.
  await expect(page.getByLabel('URL de la visite')).toBeFocused();
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    for (let part: Element | null = heading; part; part = part.parentElement) part.scrollTop = 0;
  });
  const picture = page.locator('input[type=file]').first();
  await picture.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('note') });
  await picture.setInputFiles({ name: 'vide.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) });
  await expect(notifications(page).locator('li')).toHaveCount(2);
  await expect(notifications(page).locator('li[data-visible=true]')).toHaveCount(1);
  const notice = await shownNotice(page);
  const box = await notice.boundingBox();
  expect(box && { right: box.x + box.width > 1230, low: box.y > 600 }).toEqual({ right: true, low: true });
  const others = notice.getByRole('button', { name: 'et 1 autre' });
  await expect(others).toBeVisible();
  const under = await notice.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 12, top + 12));
  });
  expect(under, 'the pointer reaches what is under the notice').toBe(false);
  await others.click();
  await expect(notifications(page).locator('li[data-visible=true]')).toHaveCount(2);
});

for (const [width, height] of [
  [1280, 800],
  [375, 812],
] as const) {
  test(`a notice stands above the bar that saves, and over no button or heading of a dialog, at ${width}`, {
    tag: PROOF_TAG,
  }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/admin/tours/new?avec=adresse');
    await provokeNotice(page);
    expect(await coveredElements(page, 'main button[type=submit], main a[href="/admin/tours"]')).toEqual([]);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect.poll(() => coveredElements(page, '[role=dialog] :is(h1, h2, h3, button, a)')).toEqual([]);
  });
}
