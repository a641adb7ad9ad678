import type { Page } from '@playwright/test';
import { quebecDayAndTime } from '../../../src/admin/kit/lib/quebec-clock.ts';
import { api, countRows } from '../../support/api.ts';
import { expectAccessibleAndFits } from '../../support/axe.ts';
import { expect, openDashboard, PROOF_TAG, test } from '../../support/fixtures.ts';

const insert = async (table: string, rows: object[]) =>
  (await api<{ id: string }>(table, 'POST', rows)).map(({ id }) => id);

const remove = (table: string, ids: string[]) => api(`${table}?id=in.(${ids})`, 'DELETE');

/** Formats a number as the screens do. */
const formatNumber = (value: number) =>
  new Intl.NumberFormat('fr-CA')
    .formatToParts(value)
    .map(({ type, value }) => (type === 'group' ? '\u202f' : value))
    .join('');
const today = () => quebecDayAndTime(new Date()).day;

const card = (page: Page, label: string) =>
  page
    .getByRole('list', { name: 'Statistiques' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${label}\\s*\\d`) });

/** Reads the expected figures from the database, card by card: the figure, then its detail. */
async function expectedFigures(): Promise<Record<string, string[]>> {
  // One answer has a thousand rows at most, so the views are read in two.
  const views = (
    await Promise.all(
      [0, 1000].map((offset) =>
        api<{ view_count: number }>(`virtual_tours?select=view_count&order=id&offset=${offset}`),
      ),
    )
  ).flat();
  const n = async (path: string) => formatNumber(await countRows(path));
  return {
    'Visites virtuelles': [await n('virtual_tours')],
    'Coups de cœur': [await n('virtual_tours?is_featured=is.true')],
    Tags: [await n('tags')],
    Ouvertures: [formatNumber(views.reduce((sum, { view_count }) => sum + view_count, 0))],
    'Nouvelles demandes': [await n('quote_requests?status=eq.nouveau')],
    Déplacements: [await n('trip_plans'), `${await n(`trip_plans?start_date=gte.${today()}`)} à venir`],
    Contacts: [await n('contacts'), await n('contacts?status=eq.nouveau')],
    'Contacts intéressés': [await n('contacts?status=eq.intéressé')],
    Templates: [await n('email_templates')],
    Campagnes: [await n('campaigns'), await n('email_sends?status=eq.envoyé')],
  };
}

async function expectTruth(page: Page) {
  for (const [label, texts] of Object.entries(await expectedFigures()))
    for (const text of texts) await expect(card(page, label)).toContainText(text);
}

/** Fires the event of a window that gets the focus back. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test.beforeEach(async ({ page }) => {
  await openDashboard(page);
  await expect(page.getByRole('list', { name: 'Statistiques' })).toBeVisible();
});

test('the figures are those of the database, and follow it when the window is looked at again', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await expectTruth(page);
  await expect(page.getByRole('list', { name: 'Statistiques' }).getByRole('listitem')).toHaveCount(10);
  const tours = await insert(
    'virtual_tours',
    Array.from({ length: 1100 }, (_, index) => ({
      ...{ title: 'Visite comptée', slug: `visite-comptee-${index}`, url: 'https://visites.example/' },
      ...{ status: 'draft', view_count: 3, is_featured: index < 2 },
    })),
  );
  try {
    await lookAgain(page);
    await expectTruth(page);
    await expect(card(page, 'Visites virtuelles')).toContainText(
      formatNumber(await countRows('virtual_tours')),
    );
  } finally {
    for (let start = 0; start < tours.length; start += 100)
      await remove('virtual_tours', tours.slice(start, start + 100));
  }
  await lookAgain(page);
  await expectTruth(page);
});

test.describe('when the figures cannot be read', () => {
  test.use({ allowConsole: [/500|Impossible de charger/] });

  test('every state is accessible and fits, on a phone and on a laptop', { tag: PROOF_TAG }, async ({
    page,
  }) => {
    await expect(page.getByRole('table')).toBeAttached();
    await expectAccessibleAndFits(page);
    const figures = '**/rest/v1/{rpc/dashboard_stats,rpc/views_by_month}*';
    await page.route(figures, (route) => route.fulfill({ status: 500, json: { message: 'panne' } }));
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Impossible de charger les statistiques');
    await expect(page.getByText('Le chargement a échoué.')).toHaveCount(1);
    await expectAccessibleAndFits(page);
    await page.unroute(figures);
    await page.getByRole('alert').getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByRole('list', { name: 'Statistiques' })).toBeVisible();
    await page.route(figures, () => new Promise(() => {}));
    await page.reload();
    await expect(page.getByText('Chargement des statistiques…')).toBeAttached();
    await expectAccessibleAndFits(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
