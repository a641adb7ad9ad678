import type { Page } from '@playwright/test';
import { api } from '../../support/api.ts';
import { expectAccessible, WIDTHS } from '../../support/axe.ts';
import { expect, PROOF_TAG, test } from '../../support/fixtures.ts';
import { serveElsewhere } from '../../support/tour-elsewhere.ts';

const TOUR = { slug: 'phare-de-metis', title: 'Le phare de Métis' };
const NBSP = '\u00a0';

/**
 * User agent of a new visitor. The default one says « Headless », which counts as a robot, and a visitor is an address
 * and a user agent, counted once a day.
 */
const PERSON = `Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.${Date.now()}.0 Safari/537.36`;

/** Finds the panorama on the screen once it can be turned. */
const surface = (page: Page) => page.getByRole('application', { name: /Flèches pour tourner/ });
const shownBearing = async (page: Page) =>
  Number.parseInt((await page.getByTestId('cap').textContent()) ?? '', 10);
const canvas = (page: Page) => page.locator('canvas');

/** Waits until the panorama no longer turns by itself, as it does for a moment after a drag. */
async function untilSettled(page: Page): Promise<number> {
  let last = Number.NaN;
  await expect(async () => {
    const before = last;
    last = await shownBearing(page);
    expect(last).toBe(before);
  }).toPass({ intervals: [150] });
  return last;
}

async function viewsOf(slug: string): Promise<number> {
  const [row] = await api<{ view_count: number }>(`virtual_tours?slug=eq.${slug}&select=view_count`);
  return row?.view_count ?? Number.NaN;
}

/** Runs an action that must send one call that counts a view, and waits for its answer. */
async function countBy(page: Page, act: () => Promise<unknown>) {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/rpc/count_tour_view') && response.request().method() === 'POST',
  );
  await act();
  expect((await answered).status()).toBe(204);
}

test('from a card to its page: title, place, description, categories, picture, similar tours', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.goto('/realisations');
  await page.getByRole('article').getByRole('link', { name: TOUR.title }).click();
  await expect(page).toHaveURL(new RegExp(`/realisations/${TOUR.slug}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TOUR.title);
  await expect(page).toHaveTitle(new RegExp(`^${TOUR.title}`));
  await expect(page.getByText('Métis-sur-Mer, Bas-Saint-Laurent')).toBeVisible();
  await expect(page.getByText('La visite fait le tour de la pointe à marée basse')).toBeVisible();
  const categories = page.getByRole('list', { name: 'Catégories' }).first();
  await expect(categories).toContainText('Patrimoine et culture');
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute(
    'content',
    /^https?:.*phare-de-metis\.jpg$/,
  );
  const picture = page.locator('article img').first();
  await expect(picture).toHaveJSProperty('complete', true);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  const similar = page.getByRole('region', { name: 'Visites semblables' }).getByRole('article');
  await expect(similar).toHaveCount(3);
  for (const card of await similar.all()) {
    await expect(card).toContainText(/Patrimoine et culture|Espaces naturels/);
    await expect(card).not.toContainText(TOUR.title);
  }
});

test('a card has two targets: its picture leads to the page, « Explorer » to the tour in a new tab', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const address = await serveElsewhere(page, TOUR.slug);
  await page.goto('/realisations');
  const card = page.getByRole('article').filter({ hasText: TOUR.title });
  const opened = page.context().waitForEvent('page');
  await countBy(page, () => card.getByRole('link', { name: 'Explorer la visite virtuelle' }).click());
  expect((await opened).url()).toBe(address);
  await expect(page).toHaveURL(/\/realisations$/);
  await card.click({ position: { x: 90, y: 90 } });
  await expect(page).toHaveURL(new RegExp(`/realisations/${TOUR.slug}$`));
});

test('the tour opens inside the page on demand, and the way to a new tab stays in sight', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  // This tour is hosted elsewhere and has no panoramas.
  const elsewhere = { slug: 'baie-eternite', title: 'La baie Éternité, matin calme' };
  const address = await serveElsewhere(page, elsewhere.slug);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`/realisations/${elsewhere.slug}`);
  const open = page.getByRole('button', { name: 'Ouvrir la visite ici' });
  await expect(open).toBeVisible();
  expect(requests.filter((url) => url.startsWith(address))).toEqual([]);

  await countBy(page, () => open.click());
  const frame = page.frameLocator(`iframe[title="Visite virtuelle${NBSP}: ${elsewhere.title}"]`);
  await expect(frame.getByRole('heading', { name: 'Bienvenue au phare' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ouvrir la visite dans un nouvel onglet' })).toHaveAttribute(
    'href',
    address,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Fermer la visite' }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
  await expect(open).toBeFocused();
});

test.describe('a tour that is opened', () => {
  const slug = 'lac-archambault';

  test('by a robot is not counted', { tag: PROOF_TAG }, async ({ page }) => {
    expect(await page.evaluate(() => navigator.userAgent)).toContain('Headless');
    await serveElsewhere(page, slug);
    const before = await viewsOf(slug);
    await page.goto(`/realisations/${slug}`);
    await countBy(page, () => page.getByRole('button', { name: 'Ouvrir la visite ici' }).click());
    expect(await viewsOf(slug)).toBe(before);
  });

  test.describe('by a person', () => {
    test.use({ userAgent: PERSON });

    test('counts once a day, however often and in whatever way', { tag: PROOF_TAG }, async ({ page }) => {
      await serveElsewhere(page, slug);
      const before = await viewsOf(slug);
      for (let visit = 0; visit < 2; visit++) {
        await page.goto(`/realisations/${slug}`);
        const main = page.getByRole('article').first();
        await countBy(page, () => main.getByRole('link', { name: 'Explorer la visite virtuelle' }).click());
        await countBy(page, () => page.getByRole('button', { name: 'Ouvrir la visite ici' }).click());
        await countBy(page, () => main.getByRole('button', { name: 'Aperçu 360°' }).click());
        await page.reload();
      }
      expect(await viewsOf(slug)).toBe(before + 1);
    });

    test('is counted even when the page is left at once', { tag: PROOF_TAG }, async ({ page }) => {
      const before = await viewsOf('baie-eternite');
      await page.goto('/realisations/baie-eternite');
      await page.getByRole('button', { name: 'Ouvrir la visite ici' }).click({ noWaitAfter: true });
      await page.goto('about:blank');
      await expect(async () => expect(await viewsOf('baie-eternite')).toBe(before + 1)).toPass();
    });
  });
});

test.describe('« Aperçu 360° »', () => {
  test('opens a panorama in a dialog, on a phone and on a laptop, and gives the focus back', {
    tag: PROOF_TAG,
  }, async ({ page }) => {
    await page.goto('/realisations');
    const open = page
      .getByRole('article')
      .filter({ hasText: TOUR.title })
      .getByRole('button', { name: 'Aperçu 360°' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: new RegExp(TOUR.title) });
    await expect(dialog).toBeVisible();
    await expect(surface(page)).toBeFocused();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      await expectAccessible(page);
      for (const name of ['Fermer l’aperçu', 'Réduire', 'Agrandir'])
        await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
    const names = await dialog
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
    expect(names.join()).not.toMatch(/zoom|fullscreen|close/i);
    const start = await untilSettled(page);
    await page.keyboard.down('ArrowLeft');
    await expect(async () => expect(await shownBearing(page)).not.toBe(start)).toPass();
    await page.keyboard.up('ArrowLeft');

    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(canvas(page)).toHaveCount(0);
    await expect(open).toBeFocused();
  });

  test.describe('of a panorama that cannot be read', () => {
    test.use({ allowConsole: [/./] });

    test('says so in French', { tag: PROOF_TAG }, async ({ page }) => {
      await page.route('**/images/panoramas/**', (route) => route.fulfill({ status: 404 }));
      await page.goto(`/realisations/${TOUR.slug}`);
      await page.getByRole('button', { name: 'Aperçu 360°' }).first().click();
      await expect(page.getByText('L’aperçu 360° n’a pas pu s’ouvrir dans ce navigateur.')).toBeVisible();
      await expect(page.getByText('The panorama cannot be loaded')).toHaveCount(0);
      await expectAccessible(page);
    });
  });
});
