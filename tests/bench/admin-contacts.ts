import { type Browser, expect, type Page, test } from '@playwright/test';
import type { StackInfo } from '../support/stack.ts';
import { adminSession, keepSession, withBenchSite } from './bench-site.ts';
import { contactsFile, insertContacts } from './many-contacts.ts';
import { heap, load, median, openSlowly, slowestInput } from './measure.ts';
import { contactsPeers } from './peers.ts';
import { record } from './performance-page.ts';
import { writeStaticPages } from './static-pages.ts';
import type { Measure } from './table.ts';

const RUNS = Number(process.env.RUNS ?? 5);
const CONTACTS = Number(process.env.CONTACTS ?? 10_000);
/** First paint of the static page on the day that the peers were measured, in ms. */
const STATIC_OF_PEERS = 330;

/** What the local storage of a signed-in browser holds. */
type Session = Record<string, string>;
type Measures = Record<
  | 'js'
  | 'visible'
  | 'blocking'
  | 'keystroke'
  | 'settled'
  | 'filter'
  | 'sort'
  | 'memory'
  | 'dropped'
  | 'palette',
  number
>;

let failed = 0;
const measures: Measure[] = [];

test('contacts: budgets of the list, time and memory of the import', async ({ browser }) => {
  test.setTimeout(1_800_000);
  await withBenchSite(
    async (site) => {
      const session = await adminSession(browser, site);
      writeStaticPages(site.built.folder);
      await measureList(browser, site.url, session);
      await measureImport(browser, site.url, session, site.stack);
      record('contacts', measures, `${CONTACTS} contacts, médiane de ${RUNS}.`, contactsPeers);
    },
    (stack) => insertContacts(stack, CONTACTS),
  );
  expect(failed, 'budgets dépassés').toBe(0);
});

async function measureList(browser: Browser, url: string, session: Session): Promise<void> {
  // A first page warms the browser and the disk up.
  await listOnce(browser, url, session);
  const runs: Measures[] = [];
  const paints: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    runs.push(await listOnce(browser, url, session));
    const page = await openSlowly(browser);
    paints.push((await load(page, `${url}/static-words`)).fcp);
    await page.context().close();
  }
  // A slower machine is slower for the peers too.
  const slowness = median(paints) / STATIC_OF_PEERS;
  const of = (key: keyof Measures) => median(runs.map((run) => run[key]));
  console.log(`\nContacts, ${CONTACTS} (médiane de ${RUNS}; processeur ÷ 4, 1,6 Mbit/s, 150 ms)`);
  line('page statique, FCP, ms', median(paints));
  line('JS jusqu’à la liste, ko brotli', of('js') / 1000, undefined, 1);
  // Four tenths of what atomic-crm takes (peers.ts).
  line('liste visible, ms', of('visible'), Math.round(0.4 * 5187 * slowness));
  line('blocage, ms', of('blocking'));
  line('touche la plus lente, ms', of('keystroke'), Math.round(50 * slowness));
  line('résultat posé après la frappe, ms', of('settled'));
  line('filtrer, ms', of('filter'));
  line('trier, ms', of('sort'));
  line('mémoire JS, Mo', of('memory') / 1e6, undefined, 1);
  line('images perdues au défilement', of('dropped'));
  line('palette ouverte par Ctrl+K, ms', of('palette'));
}

/** Watches, in the page, for the first row. */
function watchRows() {
  Object.assign(window, { firstRow: 0 });
  const look = () => {
    const seen = window as unknown as { firstRow: number };
    if (document.querySelector('tbody a[href^="/admin/contacts/"]')) seen.firstRow = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function listOnce(browser: Browser, url: string, session: Session): Promise<Measures> {
  const page = await openSlowly(browser);
  await keepSession(page, session);
  await page.addInitScript(watchRows);
  const { blocking, js } = await load(page, `${url}/admin/contacts`);
  await expect(page.getByText('Nouveaux').locator('..')).not.toContainText('…', { timeout: 120_000 });
  const visible = await page.evaluate(() => (window as unknown as { firstRow: number }).firstRow);

  const search = page.getByRole('searchbox');
  await search.click();
  await slowestInput(page);
  await page.evaluate(watchSettling);
  await search.pressSequentially('saint eloi 12', { delay: 120 });
  await expect(page.getByText(/résultats$/)).toBeVisible();
  const keystroke = await slowestInput(page);
  const settled = await page.evaluate(() => {
    const { lastKey, lastChange } = (window as unknown as { settling: Record<string, number> }).settling;
    return Math.max(0, (lastChange as number) - (lastKey as number));
  });
  await search.fill('');
  await slowestInput(page);
  await page.getByRole('button', { name: /^Filtrer/ }).click();
  const filter = await fastened(page, async () => {
    await page.getByRole('combobox', { name: 'Secteur' }).selectOption('Hôtellerie');
  });
  await page.getByRole('combobox', { name: 'Secteur' }).selectOption('Tous les secteurs');
  await slowestInput(page);
  await page.getByRole('combobox', { name: 'Trier par' }).last().selectOption('Contact');
  const sort = await fastened(page, () => page.getByRole('radio', { name: 'Décroissant' }).click());
  await page.keyboard.press('Escape');
  const dropped = await page.evaluate(scrollThrough);
  const memory = await heap(page);
  const palette = await openPalette(page);
  await page.context().close();
  return { js, visible, blocking, keystroke, settled, filter, sort, memory, dropped, palette };
}

/** From a gesture to the paint that follows it, in ms. */
async function fastened(page: Page, gesture: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const began = { at: 0, painted: 0 };
    Object.assign(window, { began });
    const mark = () => {
      began.at ||= performance.now();
      requestAnimationFrame(() => setTimeout(() => (began.painted ||= performance.now())));
    };
    for (const type of ['change', 'click'])
      document.addEventListener(type, mark, { capture: true, once: true });
  });
  await gesture();
  await page.waitForFunction(() => (window as unknown as { began: { painted: number } }).began.painted > 0);
  return page.evaluate(() => {
    const { at, painted } = (window as unknown as { began: { at: number; painted: number } }).began;
    return painted - at;
  });
}

/** Keeps, in the page, when the last key went down and when the list last changed. */
function watchSettling() {
  const settling = { lastKey: 0, lastChange: 0 };
  Object.assign(window, { settling });
  document.addEventListener('keydown', () => (settling.lastKey = performance.now()), { capture: true });
  const main = document.querySelector('main') as HTMLElement;
  new MutationObserver(() => (settling.lastChange = performance.now())).observe(main, {
    ...{ childList: true, characterData: true, subtree: true },
  });
}

/** Scrolls by 120 px at each frame for two seconds; frames that took over twice a frame's time are lost ones. */
function scrollThrough(): Promise<number> {
  return new Promise((resolve) => {
    let lost = 0;
    let before = performance.now();
    const end = before + 2000;
    const step = (now: number) => {
      lost += Math.max(0, Math.round((now - before) / (1000 / 60)) - 1);
      before = now;
      window.scrollBy(0, 120);
      if (now < end) requestAnimationFrame(step);
      else resolve(lost);
    };
    requestAnimationFrame((now) => {
      before = now;
      requestAnimationFrame(step);
    });
  });
}

/** From Ctrl+K to the paint of the palette, in ms. */
async function openPalette(page: Page): Promise<number> {
  await page.evaluate(() => {
    const opened = { at: 0, painted: 0 };
    Object.assign(window, { opened });
    document.addEventListener('keydown', () => (opened.at ||= performance.now()), { capture: true });
    new MutationObserver(() => {
      if (opened.at && document.querySelector('[cmdk-item]'))
        requestAnimationFrame(() => setTimeout(() => (opened.painted ||= performance.now())));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('Control+k');
  await page.waitForFunction(() => (window as unknown as { opened: { painted: number } }).opened.painted > 0);
  return page.evaluate(() => {
    const { at, painted } = (window as unknown as { opened: { at: number; painted: number } }).opened;
    return painted - at;
  });
}

/** Imports a file of as many contacts, twice, on a browser that is not slowed down. */
async function measureImport(
  browser: Browser,
  url: string,
  session: Session,
  info: StackInfo,
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await keepSession(page, session);
  const buffer = contactsFile(CONTACTS);
  console.log(`\nImport de ${CONTACTS} lignes (${(buffer.length / 1e6).toFixed(1)} Mo)`);
  const before = await count(info);
  for (const time of ['premier', 'second'] as const) {
    await page.goto(`${url}/admin/contacts/import`);
    let most = await heap(page);
    const began = Date.now();
    await page
      .getByLabel('Choisir un fichier Excel ou CSV')
      .setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer });
    await page.getByLabel(/^Provenance/).fill('Banc d’essai');
    line(`${time} import : fichier lu, ms`, Date.now() - began);
    const checking = Date.now();
    await page.getByRole('button', { name: 'Vérifier sans importer' }).click();
    await expect(page.getByText('À ajouter')).toBeVisible({ timeout: 120_000 });
    line(`${time} import : vérifié à blanc, ms`, Date.now() - checking);
    most = Math.max(most, await heap(page));
    const importing = page.getByRole('button', { name: /^Importer .* contacts$/ });
    if (await importing.isVisible()) {
      const started = Date.now();
      await importing.click();
      await expect(page.getByText('Import terminé.')).toBeVisible({ timeout: 300_000 });
      line(`${time} import : importé, ms`, Date.now() - started);
      most = Math.max(most, await heap(page));
    }
    line(`${time} import : mémoire JS de la page, Mo`, most / 1e6, undefined, 1);
    const added = (await count(info)) - before - (time === 'second' ? CONTACTS : 0);
    line(`${time} import : contacts ajoutés (attendu ${time === 'premier' ? CONTACTS : 0})`, added);
    expect(added).toBe(time === 'premier' ? CONTACTS : 0);
  }
  await context.close();
}

async function count({ apiUrl, secretKey }: StackInfo): Promise<number> {
  const answer = await fetch(`${apiUrl}/rest/v1/contacts`, {
    method: 'HEAD',
    headers: { apikey: secretKey, prefer: 'count=exact' },
  });
  return Number(answer.headers.get('content-range')?.split('/')[1]);
}

/** Prints one measure beside its budget, and counts it when the budget is exceeded. */
function line(name: string, value: number, most?: number, digits = 0): void {
  const kept = most === undefined || Number(value.toFixed(digits)) <= most;
  if (!kept) failed++;
  measures.push({ name, ours: value, digits, ...(most === undefined ? {} : { most }) });
  const verdict = most === undefined ? '' : `≤ ${most}`.padEnd(8) + (kept ? 'tenu' : 'DÉPASSÉ');
  console.log(`${name.padEnd(52)}${value.toFixed(digits).padStart(9)}  ${verdict}`);
}
