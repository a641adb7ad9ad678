import type { Page } from '@playwright/test';
import { allowed } from '../walk/allowed.ts';
import { bundleChecks } from '../walk/checks/bundle.ts';
import { playwrightPage } from '../walk/engines/playwright.ts';
import { samplesOf } from '../walk/samples.ts';
import { Walker } from '../walk/walker.ts';
import { expect, stack } from './fixtures.ts';

/** Opens every screen of these routes at each width, and asserts what `npm run walk` checks in more engines. */
export async function expectNoFindings(page: Page, routes: string[], widths: number[]): Promise<void> {
  const found: string[] = [];
  const walker = new Walker(playwrightPage(page), stack.webUrl, {
    ...{ widths, checks: await bundleChecks(), allowed, isWhole: false },
    onLook: ({ screen, width, findings }) => {
      found.push(...findings.map(({ kind, text }) => `${screen}, ${width} px · ${kind}: ${text}`));
    },
  });
  for (const screen of (await Promise.all(routes.map(samplesOf))).flat()) await walker.visit(screen);
  expect(found).toEqual([]);
}
