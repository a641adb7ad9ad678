import { type Browser, expect, test } from '@playwright/test';
import { adminSession, keepSession, withBenchSite } from './bench-site.ts';
import { median } from './measure.ts';
import { record } from './performance-page.ts';
import type { Measure } from './table.ts';

const RUNS = Number(process.env.RUNS ?? 5);
/** Longest time from the press to the screen, its script never loaded before, in ms. */
const LONGEST = 250;
/** Entry of the menu → heading of its screen. */
const screens = {
  Contacts: 'Contacts',
  Campagnes: 'Campagnes',
  Déplacements: 'Déplacements',
  'Visites virtuelles': 'Visites virtuelles',
  Réglages: 'Réglages',
} as const;

test('cold screens of the back office', async ({ browser }) => {
  test.setTimeout(600_000);
  const measures: Measure[] = [];
  await withBenchSite(async (site) => {
    const session = await adminSession(browser, site);
    // A first one warms the browser and the disk up.
    await cold(browser, site.url, session, 'Contacts', 'Contacts');
    for (const [entry, heading] of Object.entries(screens)) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run++) times.push(await cold(browser, site.url, session, entry, heading));
      measures.push({ name: `${entry}, ms`, ours: median(times), most: LONGEST });
    }
  });
  record('screens', measures, `Médiane de ${RUNS}, du clic au titre de l’écran, script jamais chargé.`);
  console.table(measures.map(({ name, ours }) => [name, Math.round(ours)]));
  expect(measures.filter(({ ours }) => ours > LONGEST)).toEqual([]);
});

/** Opens a screen from the menu in a new browser, and returns the time from the press to its heading, in ms. */
async function cold(
  browser: Browser,
  url: string,
  session: Record<string, string>,
  entry: string,
  heading: string,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'fr-CA' });
  const page = await context.newPage();
  await keepSession(page, session);
  await page.goto(`${url}/admin`);
  await page.waitForLoadState('networkidle');
  const time = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let began = 0;
        const look = () => {
          if (document.querySelector('h1')?.textContent?.startsWith(text)) resolve(performance.now() - began);
          else requestAnimationFrame(look);
        };
        document.addEventListener(
          'click',
          () => {
            began = performance.now();
            look();
          },
          { capture: true, once: true },
        );
      }),
    heading,
  );
  await page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${entry}`) })
    .first()
    .click();
  const taken = await time;
  await context.close();
  return taken;
}
