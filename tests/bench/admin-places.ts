import { type Browser, expect, test } from '@playwright/test';
import { adminSession, keepSession, withBenchSite } from './bench-site.ts';
import { insertContacts } from './many-contacts.ts';
import { heap, load, median, openSlowly, slowestInput } from './measure.ts';
import { record } from './performance-page.ts';
import type { Measure } from './table.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const CONTACTS = Number(process.env.CONTACTS ?? 10_000);

/** What one load of a list of places showed, in ms, kB and MB. */
type Run = Record<'list' | 'blocking' | 'js' | 'keystroke' | 'map' | 'memory', number>;

/** The most of each that peers.md allows an admin list. A map is a press that draws a thousand marks. */
const budgets: [keyof Run, string, number][] = [
  ['list', 'liste visible, ms', 1400],
  ['blocking', 'blocage, ms', 50],
  ['js', 'JS jusqu’à la liste, ko', 160],
  ['keystroke', 'touche la plus lente, ms', 32],
  ['map', 'carte dessinée, ms', 1400],
  ['memory', 'mémoire JS, Mo', 12],
];

let failed = 0;

test('the register, its map, and the organisations of many contacts', async ({ browser }) => {
  test.setTimeout(1_800_000);
  await withBenchSite(
    async (site) => {
      const session = await adminSession(browser, site);
      for (const [title, path, words, hasMap] of [
        ['Municipalités du registre', '/admin/municipalites', 'saint eloi', true],
        [`Organisations de ${CONTACTS} contacts`, '/admin/organisations', 'eloi 12', false],
      ] as const) {
        const runs: Run[] = [];
        // The first one warms the browser and the disk up.
        for (let run = 0; run <= RUNS; run++) {
          const seen = await openList(browser, `${site.url}${path}`, session, words, hasMap);
          if (run > 0) runs.push(seen);
        }
        report(title, runs, hasMap);
      }
    },
    (stack) => insertContacts(stack, CONTACTS),
  );
  expect(failed, 'budgets dépassés').toBe(0);
});

async function openList(
  browser: Browser,
  url: string,
  session: Record<string, string>,
  words: string,
  hasMap: boolean,
): Promise<Run> {
  const page = await openSlowly(browser);
  await page.setViewportSize({ width: 1280, height: 800 });
  await keepSession(page, session);
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('tbody tr[data-index]'))
        Object.assign(window, { listAt: performance.now() });
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const { blocking, js } = await load(page, url);
  await page.waitForFunction(() => 'listAt' in window);
  const list = await page.evaluate(() => (window as unknown as { listAt: number }).listAt);
  await slowestInput(page);
  await page.getByRole('searchbox').pressSequentially(words, { delay: 90 });
  await page
    .getByText(/ sur |résultat/)
    .first()
    .waitFor();
  const keystroke = await slowestInput(page);
  await page.getByRole('searchbox').fill('');
  let map = 0;
  if (hasMap) {
    const before = await page.evaluate(() => performance.now());
    await page.getByRole('button', { name: /carte/i }).click();
    await page.getByRole('img', { name: /^Carte de 1.\d{3} municipalités/ }).waitFor();
    map = (await page.evaluate(() => performance.now())) - before;
  }
  const memory = await heap(page);
  await page.context().close();
  return { list, blocking, js: js / 1000, keystroke, map, memory: memory / 1e6 };
}

function report(title: string, runs: Run[], hasMap: boolean): void {
  console.log(`\n${title} (médiane de ${runs.length}; processeur ÷ 4, 1,6 Mbit/s, 150 ms)`);
  const measures: Measure[] = [];
  for (const [key, name, most] of budgets) {
    if (key === 'map' && !hasMap) continue;
    const value = median(runs.map((run) => run[key]));
    const isHeld = value <= most;
    if (!isHeld) failed++;
    measures.push({ name, ours: value, most });
    console.log(
      `  ${isHeld ? 'tenu   ' : 'DÉPASSÉ'} ${name.padEnd(30)} ${value.toFixed(1).padStart(9)} (au plus ${most})`,
    );
  }
  record(hasMap ? 'municipalities' : 'organisations', measures, `${title}, médiane de ${runs.length}.`);
}
