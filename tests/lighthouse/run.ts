// npm run lighthouse: audits the built site on a simulated phone, and fails below the budgets. It is not part
// of npm test, because it is slow and its performance score means little on a busy machine.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../host/built-site.ts';
import { makeCertificate } from '../host/certificate.ts';
import { startHost } from '../host/server.ts';
import { unpackChromium } from '../support/chromium.ts';
import { startStack } from '../support/stack.ts';

/** Number of audits of a measured page: the median performance counts, and every other category must pass each time. */
const RUN_COUNT = Number(process.env.RUNS ?? 3);

/** Pages whose performance is measured; every other page of the sitemap is audited once for the other categories. */
const MEASURED = ['/', '/realisations', '/realisations/phare-de-metis', '/contact'];

/** Lowest score of each category, out of 100. */
const BUDGETS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };
type Category = keyof typeof BUDGETS;
const categories = Object.keys(BUDGETS) as Category[];

/** The used part of a Lighthouse report. */
type Audit = { title: string; score: number | null; displayValue?: string; scoreDisplayMode: string };
type Report = {
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
};

// The package's command line is used, so that its types are not needed.
const lighthouse = createRequire(import.meta.url).resolve('lighthouse/cli/index.js');
const { executablePath, env } = await unpackChromium();
// HTTP/2, as on the site's hosts.
const folder = mkdtempSync(join(tmpdir(), 'territoire-360-lighthouse-'));
const certificate = await makeCertificate(folder);

/**
 * Audits a page.
 *
 * @throws Error with Lighthouse's output, when it gives no report
 */
async function audit(url: string, asked: readonly Category[]): Promise<Report> {
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-background-networking',
    `--ignore-certificate-errors-spki-list=${certificate.publicKey}`,
  ];
  const child = spawn(
    process.execPath,
    [
      ...[lighthouse, url, '--output=json', '--quiet'],
      ...[`--only-categories=${asked.join(',')}`, `--chrome-flags=${flags.join(' ')}`],
    ],
    { env: { ...env, CHROME_PATH: executablePath } },
  );
  let report = '';
  let printed = '';
  child.stdout.on('data', (chunk) => (report += chunk));
  child.stderr.on('data', (chunk) => (printed += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`Lighthouse: ${url}\n${printed}`);
  return JSON.parse(report) as Report;
}

const scoreOf = (report: Report, category: Category) =>
  Math.round((report.categories[category].score ?? 0) * 100);

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Describes the audits that lost points. */
function faultTexts(reports: Report[], category: Category): string[] {
  const found = reports.flatMap(({ categories: all, audits }) =>
    all[category].auditRefs
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => audits[id])
      .filter((one) => one !== undefined && one.score !== null && one.score < 0.9)
      .map((one) => [one?.title, one?.displayValue].filter(Boolean).join(' : ')),
  );
  return [...new Set(found)];
}

const cell = (text: string | number) => String(text).padStart(16);
let failed = 0;

const stack = await startStack({ env: { WEB: '0' } });
try {
  const site = await buildSite(stack.info, 'https://territoire360.example');
  const host = await startHost(site.folder, certificate);
  try {
    console.log(`Lighthouse, téléphone, ${RUN_COUNT} passages par page (médiane pour la performance)`);
    const map = readFileSync(join(site.folder, 'sitemap.xml'), 'utf8');
    const listed = Array.from(map.matchAll(/<loc>([^<]+)<\/loc>/g), ([, loc = '']) => new URL(loc).pathname);
    const pages = [...new Set([...MEASURED, ...listed])];
    console.log(`${categories.map((name) => cell(`${name} ≥ ${BUDGETS[name]}`)).join('  ')}  page`);
    for (const path of pages) {
      const isMeasured = MEASURED.includes(path);
      const asked = isMeasured ? categories : (['accessibility', 'seo'] as const);
      const reports: Report[] = [];
      for (let run = 0; run < (isMeasured ? RUN_COUNT : 1); run++)
        reports.push(await audit(host.url + path, asked));
      const scores = asked.map((category): [Category, number] => {
        const all = reports.map((report) => scoreOf(report, category));
        return [category, category === 'performance' ? median(all) : Math.min(...all)];
      });
      const cells = categories.map((one) => cell(scores.find(([category]) => category === one)?.[1] ?? '–'));
      console.log(`${cells.join('  ')}  ${path}`);
      for (const [category, score] of scores) {
        if (score >= BUDGETS[category]) continue;
        failed++;
        for (const fault of faultTexts(reports, category)) console.log(`  ${category} : ${fault}`);
      }
    }
  } finally {
    await host.close();
    site.remove();
  }
} finally {
  await stack.stop();
  for (const made of [stack.dataDir, folder]) rmSync(made, { recursive: true, force: true });
}
console.log(failed === 0 ? 'Tous les budgets sont tenus.' : `${failed} budgets dépassés.`);
process.exit(failed === 0 ? 0 : 1);
