import { expect, PROOF_TAG, test } from '../../support/fixtures.ts';

test('where the colours of the system replace ours, what looks like a button keeps an outline', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const address of ['/', '/realisations', '/contact', '/auth']) {
    await page.goto(address);
    const buttons = page.locator('main :is(a, button).rounded-full');
    await expect(buttons.first()).toBeVisible();
    const bare = await buttons.evaluateAll((all) =>
      all
        .filter((button) => getComputedStyle(button).borderTopWidth === '0px')
        .map((button) => button.outerHTML),
    );
    expect(bare, address).toEqual([]);
  }
});
