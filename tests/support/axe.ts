import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A phone and a laptop. */
export const WIDTHS = [375, 1280];

/** The widths go from a page enlarged four times on a laptop (WCAG 1.4.10) to a large screen. */
export const EVERY_WIDTH = [320, 375, 768, 1280, 1920];

/** WCAG 2.2 AA and everything below it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Violation = { id: string; help: string; nodes: { target: string[] }[] };

/**
 * Number of parts under the first screen that the browser still puts off (`content-visibility: auto`), with a height that is
 * not their own. The cards of a list stay so for good.
 */
export const deferredParts = (page: Page): Promise<number> => page.evaluate(countDeferredParts);

function countDeferredParts(): number {
  return Array.from(document.querySelectorAll('main :not(li)')).filter(
    (element) => getComputedStyle(element).contentVisibility === 'auto',
  ).length;
}

/** Waits until nothing moves: no animation that ends is under way, and every part of the page has its own height. */
export async function settled(page: Page): Promise<void> {
  // Entrance animations make text translucent for a moment; a spinner turns for good.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
  // A message that goes is half transparent.
  await expect(page.locator('[data-sonner-toast][data-removed=true]')).toHaveCount(0);
  await expect.poll(() => deferredParts(page), { intervals: [20, 50, 100] }).toBe(0);
}

/** Asserts that axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  await settled(page);
  // An element would be refused by the content policy of the built site, rightly.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
    };
    // `preload` would read every style sheet again, for rules that are not among these.
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

/** Asserts, on a phone and on a laptop or at the widths given, that axe finds nothing on this state of the page and that it fits. */
export async function expectAccessibleAndFits(page: Page, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    await expectFits(page);
  }
}
