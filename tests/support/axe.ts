import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Widths of a phone and a laptop. */
export const WIDTHS = [375, 1280];

/** Widths from a laptop page at 400 % zoom (WCAG 1.4.10) to a large screen. */
export const EVERY_WIDTH = [320, 375, 768, 1280, 1920];

/** Rules of WCAG 2.2 AA and of every lower level. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Violation = { id: string; help: string; nodes: { target: string[] }[] };

/**
 * Counts the parts below the first screen that the browser has not laid out yet (`content-visibility: auto`). Cards of
 * a list may stay so.
 */
export const deferredParts = (page: Page): Promise<number> => page.evaluate(countDeferredParts);

function countDeferredParts(): number {
  return Array.from(document.querySelectorAll('main :not(li)')).filter(
    (element) => getComputedStyle(element).contentVisibility === 'auto',
  ).length;
}

/** Waits until no finite animation runs and every part of the page has its real height. */
export async function untilSettled(page: Page): Promise<void> {
  // Entrance animations make text translucent for a moment; a spinner never ends.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
  // A notification that fades out is half transparent.
  await expect(page.locator('[data-sonner-toast][data-removed=true]')).toHaveCount(0);
  await expect.poll(() => deferredParts(page), { intervals: [20, 50, 100] }).toBe(0);
}

/** Asserts that axe finds nothing on the page as it is. */
export async function expectAccessible(page: Page): Promise<void> {
  await untilSettled(page);
  // The content policy of the built site rightly refuses an added script element.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
    };
    // `preload` would fetch every style sheet again, for rules that are not used here.
    return (await axe.run({ runOnly: tags, resultTypes: ['violations'], preload: false })).violations;
  }, TAGS);
  const summary = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map((node) => node.target),
  }));
  expect(summary).toEqual([]);
}

/** Asserts that the page is not wider than the window. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'px beyond the window').toBeLessThanOrEqual(0);
}

/**
 * Asserts that axe finds nothing on this state of the page and that it fits, on a phone and a laptop or at the given
 * widths.
 */
export async function expectAccessibleAndFits(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    await expectFits(page);
  }
}
