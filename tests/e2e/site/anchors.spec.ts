import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, PROOF_TAG, siteFolder, stack, test } from '../../support/fixtures.ts';
import { proofSize } from '../../unit/proof-size.ts';

const ANCHORS = ['realisations', 'avantages', 'services'];

/** Bit of `compareDocumentPosition` for an element inside or after the section. */
const FOLLOWING = 4;

/** Waits until a section's top stands just below the header, and no longer moves. */
async function expectUnderHeader(page: Page, id: string) {
  const gap = () =>
    page.evaluate((anchor) => {
      const top = document.getElementById(anchor)?.getBoundingClientRect().top ?? Number.NaN;
      return top - (document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN);
    }, id);
  let last = Number.NaN;
  await expect(async () => {
    const before = last;
    last = await gap();
    expect(last).toBe(before);
    expect(last).toBeGreaterThanOrEqual(-2);
    expect(last).toBeLessThan(60);
  }).toPass({ intervals: [200] });
}

/** Lists the fragment links of the prerendered pages: each target once from its own page, and once from another. */
function linksWithFragment(): { from: string; href: string }[] {
  const found = new Map<string, { from: string; href: string }>();
  for (const file of readdirSync(siteFolder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.html')) continue;
    const from = `/${file.replace(/(index)?\.html$/, '')}`;
    const text = readFileSync(join(siteFolder, file), 'utf8');
    for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]*#[^"]+)"/g)) {
      // A point of the map opens its card by script; its fragment is a fallback.
      if (!/^(\/|#(?!_))/.test(href)) continue;
      const path = href.startsWith('#') ? from : href.replace(/#.*/, '');
      const kind = `${href.startsWith('#') ? href : path + href.replace(/.*#/, '#')} ${path === from}`;
      if (!found.has(kind)) found.set(kind, { from, href });
    }
  }
  return [...found.values()];
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

/** Delays all that the home page loads: its code, and the tours above the other sections. */
async function slowHome(page: Page) {
  const late = async () => new Promise((resolve) => setTimeout(resolve, 700));
  await page.route('**/assets/home-page-*.js', async (route) => late().then(() => route.continue()));
  await page.route(`${stack.apiUrl}/rest/v1/virtual_tours**`, async (route) =>
    late().then(() => route.continue()),
  );
}

for (const width of [375, 1280]) {
  test.describe(`at ${width} px`, { tag: width === 375 ? PROOF_TAG : [] }, () => {
    test.use({ viewport: { width, height: 760 } });

    for (const id of ANCHORS) {
      // One of the three sections is in the full test, since they share their code.
      const tag = id === 'avantages' ? [] : PROOF_TAG;
      test(`/#${id} opens under the header, with the keyboard in it, however late the page comes`, {
        tag,
      }, async ({ page }) => {
        await slowHome(page);
        await page.goto(`/#${id}`);
        await expectUnderHeader(page, id);
        await expect(page.locator('#realisations').getByRole('article')).toHaveCount(3);
        await expectUnderHeader(page, id);
        expect(await focused(page)).toBe(id);
        await page.keyboard.press('Tab');
        const inside = await page.evaluate(
          (anchor) =>
            document.getElementById(anchor)?.compareDocumentPosition(document.activeElement as Node),
          id,
        );
        // The focus is in the section or after it, never back at the top of the page.
        expect((inside ?? 0) & FOLLOWING).toBeTruthy();
        if (width === 375) return;
        await page.locator('a[href="/#realisations"]:visible').first().click();
        await expectUnderHeader(page, 'realisations');
        expect(await focused(page)).toBe('realisations');
      });
    }

    test('« Avantages » of the footer, by keyboard from another page, then again', {
      tag: PROOF_TAG,
    }, async ({ page }) => {
      await slowHome(page);
      await page.goto('/services');
      const link = page.getByRole('contentinfo').getByRole('link', { name: 'Avantages' });
      for (let visit = 0; visit < 2; visit++) {
        await link.focus();
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(/\/#avantages$/);
        await expectUnderHeader(page, 'avantages');
        expect(await focused(page)).toBe('avantages');
      }
    });

    test('a person who scrolls is not pulled back by what still arrives', { tag: PROOF_TAG }, async ({
      page,
    }) => {
      await slowHome(page);
      await page.goto('/services');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Avantages' }).press('Enter');
      await expect.poll(() => focused(page)).toBe('avantages');
      await page.mouse.wheel(0, -100_000);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
      await expect(page.locator('#realisations').getByRole('article')).toHaveCount(3);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
    });
  });
}

for (const width of [375, 1280]) {
  // Both menus run the same code.
  test(`a section of the page is reached at the first press, at ${width} px`, {
    tag: PROOF_TAG,
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 760 });
    for (const id of ['realisations', 'avantages'].slice(0, proofSize(1, 2))) {
      await page.goto('/');
      await page.waitForLoadState('networkidle');
      if (width === 375) await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
      await page.locator(`a[href="/#${id}"]:visible`).first().click();
      await expectUnderHeader(page, id);
      expect(await focused(page)).toBe(id);
    }
  });
}

test('every link with a fragment reaches its target', { tag: PROOF_TAG }, async ({ page }) => {
  const links = linksWithFragment();
  expect(links.length).toBeGreaterThan(10);
  for (const { from, href } of links) {
    await page.goto(from);
    await page.waitForLoadState('networkidle');
    const link = page.locator(`a[href="${href}"]`).first();
    await link.evaluate((element) => element.closest('details')?.setAttribute('open', ''));
    await link.focus();
    await page.keyboard.press('Enter');
    const id = decodeURIComponent(href.replace(/.*#/, ''));
    await expect(async () => {
      const seen = await page.evaluate((anchor) => {
        const target = document.getElementById(anchor);
        const { top, bottom } = target?.getBoundingClientRect() ?? { top: Number.NaN, bottom: Number.NaN };
        return {
          isFocused:
            target !== null && (document.activeElement === target || target.contains(document.activeElement)),
          isSeen: top < window.innerHeight && bottom > 0,
        };
      }, id);
      expect(seen, `${href} from ${from}`).toEqual({ isFocused: true, isSeen: true });
    }).toPass({ timeout: 10_000 });
  }
});

test('a new page starts at its top, with the keyboard there; going back finds the place again', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.goto('/realisations');
  const card = page.getByRole('article').last();
  const name = (await card.getByRole('heading').textContent()) ?? '';
  const left = page.getByRole('article').filter({ hasText: name });
  await card.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  await card.getByRole('heading').getByRole('link').focus();
  // The part above may still grow (web fonts, a new category), so the final position of the card is measured.
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--text-font') !== '');
  await page.waitForLoadState('networkidle');
  const place = (await left.boundingBox())?.y;
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/realisations\/.+/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Nos réalisations');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(await focused(page)).toBe('contenu');
  await page.goBack();
  await expect.poll(async () => (await left.boundingBox())?.y).toBe(place);
});

test('an anchor that names nothing, or is broken, breaks nothing', { tag: PROOF_TAG }, async ({ page }) => {
  for (const hash of ['%', 'nulle-part', '%E0%A4%A']) {
    await page.goto('about:blank');
    await page.goto(`/#${hash}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Photographie 360°');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  }
});
