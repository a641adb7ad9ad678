import { plannedTour } from '../../host/demo-tour.ts';
import { publishOwnTour } from '../../host/own-tour.ts';
import { expectAccessible } from '../../support/axe.ts';
import { expect, stack, test } from '../../support/fixtures.ts';

test('a tour is walked with the keyboard alone, in a real viewer, and no state of it fails axe', async ({
  page,
}) => {
  await publishOwnTour(page, stack, { slug: 'baie-eternite', scenes: plannedTour });
  const asked: string[] = [];
  page.on('dialog', (dialog) => asked.push(dialog.message()));
  await page.goto('/visite/baie-eternite#scene=quai&vue=0,0,45');
  const stage = page.getByRole('region', { name: /^Visite à 360°/ });
  await expect(stage).toHaveAttribute('aria-label', /./);
  await expect(stage).not.toHaveAttribute('aria-busy');
  await expectAccessible(page);

  await page.keyboard.press('Tab');
  await expect(page.getByRole('application')).toBeFocused();
  const bearing = () => page.getByTestId('cap').textContent();
  const before = await bearing();
  await page.keyboard.down('ArrowRight');
  await expect.poll(bearing).not.toBe(before);
  await page.keyboard.up('ArrowRight');

  const list = page.getByRole('button', { name: 'Scènes et repères', exact: true });
  for (
    let presses = 0;
    presses < 12 && !(await list.evaluate((one) => one === document.activeElement));
    presses++
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const here = page.getByRole('region', { name: 'Scène présente' });
  // A name that would be HTML is text.
  const place = here.getByRole('button', { name: 'La place <img src=x onerror=alert(1)>' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(place).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(here.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(here.getByRole('heading', { level: 2 })).toContainText('La place');
  // North stays where it was: 20° of a picture turned to 90 is 110, and this one is turned to 180.
  await expect(page).toHaveURL(/#scene=place&vue=-70,0,\d+$/);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Le banc' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(here.getByRole('button', { name: 'Le banc' })).toBeFocused();
  expect(asked).toEqual([]);
});

test('no panel covers a control of the picture, and none the point that it explains', async ({ page }) => {
  await publishOwnTour(page, stack, { slug: 'baie-eternite', scenes: plannedTour });
  await page.goto('/visite/baie-eternite');
  // The viewer arrives after its page.
  await expect(page.getByRole('button', { name: 'Réduire', exact: true })).toBeVisible();
  const stage = page.getByRole('application');
  const list = page.getByRole('button', { name: 'Scènes et repères', exact: true });
  const bouee = page
    .getByRole('region', { name: 'Scène présente' })
    .getByRole('button', { name: 'La bouée' });
  const dialog = page.getByRole('dialog', { name: 'La bouée' });
  /** Each could be pressed where it is. */
  const expectFree = async () => {
    for (const name of ['Réduire', 'Agrandir', 'Copier le lien de cette vue', 'Plein écran'])
      await page.getByRole('button', { name, exact: true }).click({ trial: true, timeout: 5_000 });
    await list.click({ trial: true, timeout: 5_000 });
    await page.getByRole('link', { name: 'Quitter la visite' }).click({ trial: true, timeout: 5_000 });
  };
  for (const [width, height] of [
    [375, 667],
    [320, 568],
    [844, 390],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectFree();
    await list.click();
    await expectFree();
    await bouee.click();
    await expectFree();
    // The name of the scene stands beside the picture where it would cover marks.
    const [picture, name] = await Promise.all([stage.boundingBox(), list.boundingBox()]);
    if (width < 640) expect(picture?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
    const mark = page.locator('.psv-marker').first();
    await expect(async () => {
      const box = await mark.boundingBox();
      const middle = (picture?.x ?? 0) + (picture?.width ?? 0) / 2;
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - middle)).toBeLessThan(30);
    }).toPass();
    await expect(dialog).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(bouee).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list).toBeFocused();
  }

  // In the page of its tour, where the picture and its text are one screen on a phone.
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto('/realisations/baie-eternite#scene=quai&vue=0,0,45');
  await bouee.click();
  await expect(dialog).toBeInViewport();
  await expect(stage).toBeInViewport({ ratio: 0.9 });
  expect((await stage.boundingBox())?.height).toBeGreaterThan(300);
});
