import { rmSync } from 'node:fs';
import { type Browser, expect, test } from '@playwright/test';
import { startStack } from '../e2e/stack.ts';
import { buildSite } from '../host/built-site.ts';
import { startHost } from '../host/server.ts';
import { insertTours } from './many-tours.ts';
import { type Load, load, median, openSlowly, slowestInput } from './measure.ts';
import { writeStaticPages } from './static-pages.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const TOURS = Number(process.env.TOURS ?? 1500);

let failed = 0;

test('budgets', async ({ browser }) => {
  test.setTimeout(1_800_000);
  const stack = await startStack({ env: { WEB: '0' } });
  try {
    await insertTours(stack.info, TOURS);
    const began = Date.now();
    const site = await buildSite(stack.info, 'https://territoire360.example');
    console.log(`${site.printed.trim().split('\n').at(-1)} En ${Math.round((Date.now() - began) / 1000)} s.`);
    writeStaticPages(site.folder);
    const host = await startHost(site.folder);
    try {
      await compare(browser, host.url);
    } finally {
      await host.close();
      site.remove();
    }
  } finally {
    await stack.stop();
    rmSync(stack.dataDir, { recursive: true, force: true });
  }
  expect(failed, 'budgets dépassés').toBe(0);
});

async function compare(browser: Browser, url: string): Promise<void> {
  // A first page warms the browser and the disk up for all of them.
  await medianLoad(browser, `${url}/static-hero`, 1);
  const words = await medianLoad(browser, `${url}/static-words`);
  const hero = await medianLoad(browser, `${url}/static-hero`);
  const home = await medianLoad(browser, `${url}/`);
  const list = await medianLoad(browser, `${url}/static-portfolio`);
  const portfolio = await medianLoad(browser, `${url}/realisations`);
  const inputs = await portfolioInputs(browser, `${url}/realisations`);

  console.log(`\nAccueil (médiane de ${RUNS}; processeur ÷ 4, 1,6 Mbit/s, 150 ms)`);
  header();
  line('FCP, ms', home.fcp, words.fcp, { ratio: 1.3 });
  line('titre visible, ms', home.heading, words.heading, { ratio: 1.3 });
  line('LCP, ms (page statique avec la même image)', home.lcp, hero.lcp, { ratio: 1.5 });
  line('hydratée, ms', home.hydrated, undefined, { most: 1000 });
  line('blocage, ms', home.blocking, hero.blocking, { most: 50 });
  line('décalage', home.cls, hero.cls, { most: 0 }, 3);
  line('JS, ko brotli', home.js / 1000, hero.js / 1000, { most: 90 }, 1);
  line('total, ko', home.total / 1000, hero.total / 1000, { most: 320 }, 1);

  console.log(`\nRéalisations, ${TOURS} visites ajoutées`);
  header();
  line('FCP, ms', portfolio.fcp, list.fcp, { ratio: 1.3 });
  line('premières cartes, ms', portfolio.cards, list.cards, { most: 1100 });
  line('LCP, ms', portfolio.lcp, list.lcp, { most: 2000 });
  line('hydratée, ms', portfolio.hydrated, undefined, { most: 1000 });
  line('blocage, ms', portfolio.blocking, list.blocking, { most: 50 });
  line('décalage', portfolio.cls, list.cls, { most: 0 }, 3);
  line('JS, ko brotli', portfolio.js / 1000, list.js / 1000, { most: 90 }, 1);
  line('touche la plus lente, ms', inputs.keystroke, undefined, { most: 32 });
  line('effacer les filtres, ms', inputs.clear, undefined, { most: 32 });
  line('mémoire JS, Mo', inputs.memory / 1e6, undefined, {}, 1);
}

async function medianLoad(browser: Browser, url: string, runs = RUNS): Promise<Load> {
  const loads: Load[] = [];
  for (let run = 0; run < runs; run++) {
    const page = await openSlowly(browser);
    loads.push(await load(page, url));
    await page.context().close();
  }
  const keys = Object.keys(loads[0] as Load) as (keyof Load)[];
  return Object.fromEntries(keys.map((key) => [key, median(loads.map((one) => one[key]))])) as Load;
}

/** Types a word, then clears, once the whole list is there; the slowest answer of each run, then the median. */
async function portfolioInputs(browser: Browser, url: string) {
  const runs: { keystroke: number; clear: number; memory: number }[] = [];
  for (let run = 0; run < RUNS; run++) {
    const page = await openSlowly(browser);
    await load(page, url);
    await page.locator('main button[aria-busy]').waitFor({ state: 'detached' });
    const search = page.getByRole('searchbox');
    await search.click();
    await slowestInput(page);
    await search.pressSequentially('saint-eloi 12', { delay: 90 });
    await page.getByText(/trouvée\(s\)/).waitFor();
    const keystroke = await slowestInput(page);
    await page.getByRole('button', { name: 'Effacer les filtres' }).click();
    const clear = await slowestInput(page);
    const memory = await page.evaluate(
      () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
    );
    runs.push({ keystroke, clear, memory });
    await page.context().close();
  }
  const of = (key: 'keystroke' | 'clear' | 'memory') => median(runs.map((run) => run[key]));
  return { keystroke: of('keystroke'), clear: of('clear'), memory: of('memory') };
}

function header(): void {
  console.log(
    `${''.padEnd(44)}${'nous'.padStart(9)}${'statique'.padStart(10)}${'rapport'.padStart(9)}  budget`,
  );
}

/** Prints one measure beside its budget, and counts it when the budget is exceeded. */
function line(
  name: string,
  ours: number,
  reference: number | undefined,
  { most, ratio }: { most?: number; ratio?: number },
  digits = 0,
): void {
  const show = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(digits));
  const measured = reference ? ours / reference : undefined;
  const budget = most !== undefined ? `≤ ${most}` : ratio !== undefined ? `≤ ${ratio} ×` : '';
  const kept =
    most !== undefined
      ? Number(ours.toFixed(digits)) <= most
      : ratio === undefined || (measured ?? 0) <= ratio;
  if (!kept) failed++;
  const verdict = budget === '' ? '' : kept ? 'tenu' : 'DÉPASSÉ';
  console.log(
    `${name.padEnd(44)}${show(ours).padStart(9)}${show(reference).padStart(10)}${(measured?.toFixed(2) ?? '–').padStart(9)}  ${budget.padEnd(8)} ${verdict}`,
  );
}
