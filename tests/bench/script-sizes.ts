import { expect, test } from '@playwright/test';
import { adminSession, keepSession, withBenchSite } from './bench-site.ts';
import { record } from './performance-page.ts';
import type { Measure } from './table.ts';

/** Largest amount of script that each page may load, in kB of brotli, until the network is idle. */
const budgets: Record<string, number> = {
  '/': 95,
  '/services': 76,
  '/street-view': 76,
  '/accessibilite': 76,
  '/plan-du-site': 76,
  '/municipalites': 95,
  '/a-propos': 95,
  '/realisations': 95,
  '/realisations/phare-de-metis': 95,
  // The forms shared with /devis are a separate file.
  '/contact': 110,
  '/devis/0123456789abcdef0123456789abcdef': 112,
  '/admin/tours': 160,
  '/admin/contacts': 160,
};

test('size of the scripts of each page', async ({ browser }) => {
  test.setTimeout(600_000);
  await withBenchSite(async (site) => {
    const session = await adminSession(browser, site);
    const measures: Measure[] = [];
    for (const [path, budget] of Object.entries(budgets)) {
      const page = await browser.newPage();
      await keepSession(page, session);
      let bytes = 0;
      let files = 0;
      page.on('response', (response) => {
        if (!response.url().startsWith(site.url) || !response.url().endsWith('.js')) return;
        bytes += Number(response.headers()['content-length'] ?? 0);
        files++;
      });
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      await page.close();
      console.log(
        `${path.padEnd(30)} ${(bytes / 1000).toFixed(1).padStart(6)} ko, ${files} fichiers, au plus ${budget}`,
      );
      measures.push({ name: `\`${path}\``, ours: bytes / 1000, most: budget, digits: 1 });
      expect.soft(bytes / 1000, path).toBeLessThanOrEqual(budget);
    }
    record('scripts', measures);
  });
});
