import type { Locator } from '@playwright/test';
import { plannedTour } from '../../host/demo-tour.ts';
import { publishOwnTour } from '../../host/own-tour.ts';
import { expectAccessible } from '../../support/axe.ts';
import { expect, LENGTHS, PROOF_TAG, stack, test } from '../../support/fixtures.ts';

for (const { isWhole, suffix, tag } of LENGTHS)
  test(`a tour is walked with the keyboard alone, in a real viewer, and no state of it fails axe${suffix}`, {
    tag,
  }, async ({ page }) => {
    await publishOwnTour(page, stack, { slug: 'baie-eternite', scenes: plannedTour });
    const asked: string[] = [];
    page.on('dialog', (dialog) => asked.push(dialog.message()));
    const tiles: string[] = [];
    page.on('response', (answer) => {
      if (/\/panoramas\/.+\/\d+\/\d+-\d+\.(jpg|webp)$/.test(answer.url()) && answer.ok())
        tiles.push(answer.url());
    });
    await page.goto('/visite/baie-eternite#scene=quai&vue=0,0,45');
    const stage = page.getByRole('region', { name: /^Visite à 360°/ });
    await expect(stage).toHaveAttribute('aria-label', /./);
    await expect(stage).not.toHaveAttribute('aria-busy');
    // The content policy allows the tiles of the API, so the picture becomes sharp.
    await expect.poll(() => tiles.length).toBeGreaterThan(0);
    if (isWhole) await expectAccessible(page);

    await page.keyboard.press('Tab');
    await expect(page.getByRole('application')).toBeFocused();
    const bearing = () => page.getByTestId('cap').textContent();
    const before = await bearing();
    await page.keyboard.down('ArrowRight');
    await expect.poll(bearing).not.toBe(before);
    await page.keyboard.up('ArrowRight');

    const list = page.getByRole('button', { name: 'Scènes et repères', exact: true });
    const tabTo = async (target: Locator) => {
      for (let presses = 0; presses < 12; presses++) {
        if (await target.evaluate((one) => one === document.activeElement)) return;
        await page.keyboard.press('Tab');
      }
    };
    await tabTo(list);
    await page.keyboard.press('Enter');
    const here = page.getByRole('region', { name: 'Scène présente' });
    // A scene's name that looks like HTML is shown as text.
    const place = here.getByRole('button', { name: 'La place <img src=x onerror=alert(1)>' });
    // Tab passes the other buttons of the bar, and the one that closes the panel.
    await tabTo(place);
    await expect(place).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(here.getByRole('heading', { level: 2 })).toBeFocused();
    await expect(here.getByRole('heading', { level: 2 })).toContainText('La place');
    // North does not move: 20° in a picture turned by 90° is 110°, and the next picture is turned by 180°.
    await expect(page).toHaveURL(/\/place#vue=-70,0,\d+$/);

    await tabTo(here.getByRole('button', { name: 'Le banc' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Le banc' });
    await expect(dialog).toBeVisible();
    if (isWhole) await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(here.getByRole('button', { name: 'Le banc' })).toBeFocused();
    expect(asked).toEqual([]);
  });

test('no card or panel covers a control of the picture, and none the point that it explains', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await publishOwnTour(page, stack, { slug: 'baie-eternite', scenes: plannedTour });
  await page.goto('/visite/baie-eternite');
  // The viewer loads after its page.
  await expect(page.getByRole('button', { name: 'Réduire', exact: true })).toBeVisible();
  const stage = page.getByRole('application');
  const list = page.getByRole('button', { name: 'Scènes et repères', exact: true });
  const bouee = page
    .getByRole('region', { name: 'Scène présente' })
    .getByRole('button', { name: 'La bouée' });
  const card = page.getByRole('dialog', { name: 'La bouée' });
  /** Asserts that no control covers another one. */
  const expectFree = async () => {
    for (const name of ['Réduire', 'Agrandir', 'Partager', 'Plein écran'])
      await page.getByRole('button', { name, exact: true }).click({ trial: true, timeout: 5_000 });
    await list.click({ trial: true, timeout: 5_000 });
    await page.getByRole('link', { name: 'Quitter la visite' }).click({ trial: true, timeout: 5_000 });
  };
  const box = async (one: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await one.boundingBox()) ?? {};
    return { left: x, top: y, right: x + width, bottom: y + height, middle: x + width / 2, height };
  };
  const mark = stage.locator('[aria-hidden]', { hasText: 'La bouée' });
  for (const [width, height] of [
    [320, 568],
    [844, 390],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectFree();
    await list.click();
    await expectFree();
    await bouee.click();
    await expect(card).toBeInViewport();
    await expectFree();
    await expect(async () => {
      const [picture, point, said] = await Promise.all([box(stage), box(mark), box(card)]);
      // The point is visible and the card does not cover it; the card is within the picture, or below it on a
      // phone.
      expect(point.left).toBeGreaterThanOrEqual(picture.left);
      expect(point.right).toBeLessThanOrEqual(picture.right);
      expect(point.bottom).toBeLessThanOrEqual(picture.bottom + 24);
      if (width < 640) expect(said.top).toBeGreaterThanOrEqual(picture.bottom - 1);
      else {
        expect(said.left >= point.right || said.right <= point.left).toBe(true);
        expect(said.left).toBeGreaterThanOrEqual(picture.left);
        expect(said.right).toBeLessThanOrEqual(picture.right);
        expect(said.bottom).toBeLessThanOrEqual(picture.bottom);
      }
    }).toPass();
    // The name of the scene is below the picture, where it covers no mark.
    const [picture, name] = await Promise.all([box(stage), box(page.getByTitle('Le quai', { exact: true }))]);
    expect(name.top).toBeGreaterThanOrEqual(picture.bottom);
    await page.keyboard.press('Escape');
    await expect(bouee).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list).toBeFocused();
  }

  // The card follows its point; card-spot.test.ts says on which side.
  await list.click();
  await bouee.click();
  const before = await box(card);
  await stage.focus();
  await page.keyboard.press('ArrowLeft', { delay: 300 });
  await expect.poll(async () => (await box(card)).left).not.toBe(before.left);
});

test('in the page of its tour the picture has most of the screen, and on a phone all of it', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await publishOwnTour(page, stack, { slug: 'baie-eternite', scenes: plannedTour });
  const stage = page.getByRole('application');
  for (const [width, height, share] of [
    [1280, 800, 0.7],
    [1920, 1080, 0.7],
    [375, 667, 0.8],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/realisations/baie-eternite');
    await page.getByRole('link', { name: 'Entrer dans la visite' }).click();
    await expect(page.getByRole('button', { name: 'Agrandir' })).toBeVisible();
    const picture = await stage.boundingBox();
    expect(picture?.width).toBe(await page.evaluate(() => document.documentElement.clientWidth));
    expect(picture?.height).toBeGreaterThanOrEqual(share * height);
    await expectAccessible(page);
  }
  // The page behind the full-screen tour is inert until it is closed.
  await expect(page.locator('[inert] h1')).toHaveCount(1);
  await page.getByRole('button', { name: 'Fermer la visite' }).click();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Entrer dans la visite' })).toBeFocused();
});

test('the levels of a large picture are read as one zooms, to about a pixel for each CSS pixel', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const { document } = await publishOwnTour(page, stack, { slug: 'baie-eternite', scenes: plannedTour });
  const levels = [4096, 8192, 16384].map((width) => ({
    width,
    columns: width > 8192 ? 16 : 8,
    rows: width > 8192 ? 8 : 4,
  }));
  const scenes = document.scenes.map((scene) => ({
    ...scene,
    picture: { ...scene.picture, width: 16384, levels },
  }));
  await page.route('**/rest/v1/panorama_tours?*', (route) =>
    route.fulfill({ json: [{ tour_id: 'any', document: { scenes } }] }),
  );
  const read = new Set<number>();
  const tile = await (
    await page.request.get(
      `${stack.apiUrl}/storage/v1/object/public/panoramas/${scenes[0]?.picture.folder}/0/0-0.jpg`,
    )
  ).body();
  await page.route(/\/panoramas\/.*\/\d\/\d+-\d+\.jpg$/, (route) => {
    read.add(Number(/\/(\d)\/\d+-\d+\.jpg$/.exec(route.request().url())?.[1]));
    return route.fulfill({ contentType: 'image/jpeg', body: tile });
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/visite/baie-eternite#scene=quai&vue=0,0,0');
  const zoomIn = page.getByRole('button', { name: 'Agrandir' });
  await expect(zoomIn).toBeVisible();
  await expect.poll(() => [...read]).toEqual([0]);
  // The stored zoom keeps its meaning: the narrowest field of a small picture.
  await expect(async () => {
    if (!read.has(2)) await zoomIn.click();
    expect([...read]).toContain(2);
  }).toPass({ intervals: [400] });
  expect([...read].sort()).toEqual([0, 1, 2]);
  for (let press = 0; press < 6; press++) await zoomIn.click();
  // 720 px of 16 384 px for 360° are a field of 16°, which is a zoom of 122.
  await expect(page).toHaveURL(/vue=0,0,12[0-6]$/);
  await page.reload();
  await expect(zoomIn).toBeVisible();
  await zoomIn.click();
  await expect(page).toHaveURL(/vue=0,0,12[0-6]$/);
});
