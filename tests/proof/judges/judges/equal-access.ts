import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { untilSettled } from '../../../support/axe.ts';
import { unpackChromium } from '../../../support/chromium.ts';
import type { Finding, Judge } from '../judge.ts';
import { packageFolder } from '../programs.ts';

const version = '4.0.34';
const folder = () => packageFolder('accessibility-checker-engine', version);

/** Pages whose address differenceOf from their file. */
const addresses: Record<string, string> = {
  'index.html': '',
  'quote.html': 'devis/lien',
  'ma-fiche.html': 'ma-fiche/lien',
  'app.html': 'admin',
};

/** A template without its values, which the back office inserts: the page of a delivered tour is asked in its place. */
const UNFILLED = 'livraison/index.html';
/** The verifier page of an evidence folder, which is opened from a disk. */
const OF_A_FOLDER = 'preuve/verifier.html';

type Result = { ruleId: string; value: [level: string, outcome: string]; message: string };
type Engine = {
  Checker: new () => { check: (of: Document, rules: string[]) => Promise<{ results: Result[] }> };
};

/** IBM's accessibility checker, in the browser of the end-to-end tests. */
export const equalAccess: Judge = {
  name: 'IBM Equal Access',
  question:
    'What fails in each template of the site, by IBM’s rules? Its questions to a person (« verify », « confirm ») are not counted.',
  version: async () => (await folder()) && version,
  ask: async (things) => {
    const source = readFileSync(join((await folder()) ?? '', 'ace.js'), 'utf8');
    const { url, templates } = await things.site();
    const { executablePath, env } = await unpackChromium();
    const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox', '--disable-gpu'] });
    const findings: Finding[] = [];
    const { tour } = await things.downloads();
    const pages = [...templates.filter(({ name }) => name !== UNFILLED), tour.page];
    try {
      const page = await browser.newPage({ locale: 'fr-CA', serviceWorkers: 'block', bypassCSP: true });
      for (const { name, file } of pages) {
        const ofSite = `${url}/${addresses[name] ?? name.replace(/\.html$/, '')}`;
        const others: Record<string, string> = {
          [OF_A_FOLDER]: pathToFileURL(file).href,
          [tour.page.name]: `${tour.url}/`,
        };
        await page.goto(others[name] ?? ofSite);
        await untilSettled(page);
        const results = await page.evaluate(async (text) => {
          const engine = new Function(`${text}; return ace;`)() as Engine;
          return (await new engine.Checker().check(document, ['IBM_Accessibility'])).results;
        }, source);
        for (const { ruleId, value, message } of results) {
          if (value[1] === 'FAIL') findings.push({ rule: ruleId, where: name, message });
        }
      }
    } finally {
      await browser.close();
    }
    return { judged: { pages: pages.length }, findings };
  },
};
