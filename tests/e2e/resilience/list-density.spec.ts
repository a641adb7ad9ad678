import type { Page } from '@playwright/test';
import { api, apiAsAdmin, type Row } from '../../support/api.ts';
import { untilSettled } from '../../support/axe.ts';
import { becomeAdmin, expect, test } from '../../support/fixtures.ts';

/** Fewest whole rows of the first screen of a list, by window size. */
const SIZES: [width: number, height: number, least: number][] = [
  [375, 812, 6],
  [1280, 800, 10],
  [1440, 900, 11],
  [1920, 1080, 14],
];
const TABLES = [
  ...['tours', 'contacts', 'organisations', 'trip-plans', 'campaigns'],
  ...['soumissions?statut=toutes', 'devis', 'municipalites', 'corbeille'],
];
const ROW = 'main tr[data-index], main li[data-request]';
/** Lists of cards, which are read rather than scanned: their rows are counted without a minimum. */
const cardLists = (trip: string) => [
  { list: 'email-templates', row: 'main ul[aria-label=Templates] > li' },
  { list: 'contacts/segments', row: 'main li:has(> div > a)' },
  { list: 'appels-d-offres', row: 'main section[aria-label=Signaux] li' },
  { list: `trip-plans/${trip}/prospects`, row: `${ROW}, main article` },
];
const COUNT = 30;

const longText = (letter: string, length: number) => letter.repeat(length);
const madeRows: [table: string, ids: string[]][] = [];
let tripWithProspects = '';

async function plant(table: string, rowOf: (index: number) => Row) {
  const rows = await api(
    table,
    'POST',
    Array.from({ length: COUNT }, (_, index) => rowOf(index)),
  );
  madeRows.unshift([table, rows.map(({ id }) => String(id))]);
}

// Each list gets more rows than a screen holds, with texts of the maximal length and no space.
test.beforeAll(async () => {
  const person = { name: longText('N', 100), company: longText('E', 100), phone: '819 555-0100 p.12345' };
  const place = { city: longText('V', 100), region: longText('R', 100) };
  await plant('virtual_tours', (index) => ({
    ...{ title: longText('W', 190), slug: `${longText('w', 190)}-${index}`, location: longText('L', 200) },
    url: 'https://visites.example/longue',
  }));
  await plant('contacts', (index) => ({
    ...{ ...person, ...place, email: `${longText('c', 55)}${index}@${longText('d', 60)}.example` },
  }));
  await plant('trip_plans', () => ({
    ...{ ...place, start_date: '2027-05-01', end_date: '2027-05-09', client_name: longText('K', 200) },
  }));
  await plant('email_templates', () => ({
    ...{ name: longText('G', 100), subject: longText('S', 200), body: longText('B', 3000) },
  }));
  await plant('campaigns', () => ({ name: longText('C', 100) }));
  await plant('quote_requests', (index) => ({
    ...{
      organization_name: longText('Q', 200),
      contact_name: longText('N', 100),
      service_type: 'street-view',
    },
    ...{ organization_type: 'ville', email: `${longText('q', 55)}${index}@${longText('d', 60)}.example` },
  }));
  await plantCards();
  await plantTenders('appel');
  await plantQuotes();
  await plantTrash();
});
test.afterAll(async () => {
  // Rows are deleted with the secret key, except quotes, which only administrators delete.
  for (const [table, ids] of madeRows) {
    const path = `${table}?id=in.(${ids.join(',')})`;
    await (table === 'quotes' ? asAdmin(path, 'DELETE') : api(path, 'DELETE'));
  }
  await asAdmin('rpc/delete_from_trash', 'POST', { ids: trashedIds });
  await plantTenders(null);
});

/** Inserts rows shown as cards, with realistic texts: hostile-lengths.spec.ts has the long ones. */
async function plantCards() {
  await plant('contact_segments', (index) => ({
    ...{ name: `Municipalités de la région ${index}`, definition: { region: ['Capitale-Nationale'] } },
  }));
  const [trip] = await api('trip_plans', 'POST', {
    ...{ city: 'Gaspé', region: 'Gaspésie', start_date: '2027-05-01', end_date: '2027-05-09' },
  });
  tripWithProspects = String(trip?.id);
  madeRows.push(['trip_plans', [tripWithProspects]]);
  await plant('suggested_prospects', (index) => ({
    ...{ trip_plan_id: tripWithProspects, name: 'Ève Côté', company: `Auberge du Rocher ${index}` },
    ...{ city: 'Percé', region: 'Gaspésie', email: `auberge${index}@perce.example` },
    ai_reasoning: 'Auberge de 24 chambres à 40 km; son site n’a aucune visite virtuelle.',
  }));
}

/** Imports a week of calls for tenders, or cancels them. */
async function plantTenders(kind: 'appel' | null) {
  const notices = Array.from({ length: COUNT }, (_, index) => ({
    ...{
      ocid: `ocds-ec9k95-dense-${index}`,
      kind,
      title: longText('T', 300),
      buyer: `${longText('A', 150)} ${index}`,
    },
    ...{ phrase: 'visite virtuelle', closes_at: new Date(Date.now() + 20 * 86_400_000).toISOString() },
    published_at: '2026-11-10T15:00:00Z',
  }));
  const week = { first_day: '2026-11-09', last_day: '2026-11-15', file_name: 'hebdo.json' };
  await asAdmin('rpc/import_tender_week', 'POST', { ...week, releases: COUNT, notices });
}

async function asAdmin(path: string, method: string, body?: Row): Promise<unknown> {
  const answer = await apiAsAdmin(path, method, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Inserts drafts through the function that creates quotes. */
async function plantQuotes() {
  const ids: string[] = [];
  for (let index = 0; index < COUNT; index += 1)
    ids.push(String(await asAdmin('rpc/create_quote', 'POST', {})));
  madeRows.unshift(['quotes', ids]);
  const texts = { organization_name: longText('O', 200), subject: longText('B', 200) };
  await asAdmin(`quotes?id=in.(${ids.join(',')})`, 'PATCH', texts);
}

const trashedIds: string[] = [];
async function plantTrash() {
  const rows = await api(
    'email_templates',
    'POST',
    Array.from({ length: COUNT }, () => ({ name: longText('T', 100), subject: 'Sujet', body: 'Texte' })),
  );
  trashedIds.push(...rows.map(({ id }) => String(id)));
  await asAdmin('rpc/move_to_trash', 'POST', { kind: 'email_templates', ids: trashedIds });
}

/** Counts the rows that are wholly visible between the sticky parts of the page. */
const wholeRows = (page: Page, rows: string) =>
  page.evaluate((selector) => {
    const scroller = (part: Element | null): Element | null =>
      part === null || getComputedStyle(part).overflowY === 'auto' ? part : scroller(part.parentElement);
    const row = document.querySelector('main li[data-request]');
    const frame = document.querySelector('main [data-list-frame]') ?? scroller(row);
    const bottom = Math.min(window.innerHeight, frame?.getBoundingClientRect().bottom ?? window.innerHeight);
    return [...document.querySelectorAll(selector)].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.height > 0 && box.top >= 0 && box.bottom <= bottom + 1;
    }).length;
  }, rows);

/** Measures by how many pixels the page, and the frame of its list, overflow. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector('main [data-list-frame]');
    return {
      page: document.documentElement.scrollWidth - window.innerWidth,
      list: frame ? frame.scrollWidth - frame.clientWidth : 0,
    };
  });

test('each list shows enough rows on the first screen, and no text widens it', async ({ page }) => {
  test.setTimeout(600_000);
  await becomeAdmin(page);
  const table: Record<string, Record<string, number>> = {};
  const cards = cardLists(tripWithProspects);
  for (const { list, row, isTable } of [
    ...TABLES.map((list) => ({ list, row: ROW, isTable: true })),
    ...cards.map((cardList) => ({ ...cardList, isTable: false })),
  ]) {
    await page.goto(`/admin/${list}`);
    await expect(page.locator(row).nth(5)).toBeAttached();
    const counts: Record<string, number> = {};
    for (const [width, height, least] of SIZES) {
      await page.setViewportSize({ width, height });
      await untilSettled(page);
      if (isTable) {
        await expect
          .soft(async () => expect(await wholeRows(page, row)).toBeGreaterThanOrEqual(least))
          .toPass({ timeout: 5000 });
      }
      counts[`${width} × ${height}`] = await wholeRows(page, row);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/${list.replace(/[?/].*/, '')}-${width}.png` });
    }
    table[list] = counts;
    for (const width of [320, 375, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await untilSettled(page);
      const { page: beyond, list: hidden } = await overflowOf(page);
      expect.soft(beyond, `${list}, page, ${width} px`).toBeLessThanOrEqual(0);
      // At narrower widths the list scrolls in its frame, with its first and last column visible.
      if (width >= 1280) expect.soft(hidden, `${list}, frame, ${width} px`).toBeLessThanOrEqual(0);
    }
  }
  console.table(table);
});
