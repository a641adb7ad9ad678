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
