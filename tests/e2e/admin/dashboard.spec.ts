import type { Page } from '@playwright/test';
import { expect, expectAccessible, openDashboard, stack, test } from '../../support/fixtures.ts';

const headers = { apikey: stack.secretKey, 'content-type': 'application/json' };
const api = (path: string, init: RequestInit = {}) =>
  fetch(`${stack.apiUrl}/rest/v1/${path}`, { ...init, headers: { ...headers, ...init.headers } });

/** How many rows of the database answer to this. */
async function count(path: string): Promise<number> {
  const answer = await api(`${path}${path.includes('?') ? '&' : '?'}limit=1`, {
    headers: { prefer: 'count=exact' },
  });
  return Number(answer.headers.get('content-range')?.split('/')[1]);
}

async function insert(table: string, rows: object[]): Promise<string[]> {
  const answer = await api(table, {
    method: 'POST',
    body: JSON.stringify(rows),
    headers: { prefer: 'return=representation' },
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
}

const remove = (table: string, ids: string[]) => api(`${table}?id=in.(${ids})`, { method: 'DELETE' });

/** As the screens write numbers. */
const written = (value: number) => new Intl.NumberFormat('fr-CA').format(value).replace(/\s/g, '\u202f');
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(new Date());

const card = (page: Page, label: string) =>
  page
    .getByRole('list', { name: 'Statistiques' })
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) });
const panel = (page: Page, name: string) => page.getByRole('region', { name });

/** What the database says now, card by card: its figure, then its detail. */
async function truth(): Promise<Record<string, string[]>> {
  // By two pages: one answer carries a thousand rows, which is the whole point of the call under test.
  const views = (
    await Promise.all(
      [0, 1000].map(async (offset) => {
        const answer = await api(`virtual_tours?select=view_count&order=id&offset=${offset}`);
        return (await answer.json()) as { view_count: number }[];
      }),
    )
  ).flat();
  const n = async (path: string) => written(await count(path));
  return {
    'Visites virtuelles': [await n('virtual_tours')],
    'Coups de cœur': [await n('virtual_tours?is_featured=is.true')],
    Tags: [await n('tags')],
    'Vues totales': [written(views.reduce((sum, { view_count }) => sum + view_count, 0))],
    'Soumissions nouvelles': [await n('quote_requests?status=eq.nouveau')],
    Déplacements: [await n('trip_plans'), `${await n(`trip_plans?start_date=gte.${today()}`)} à venir`],
    Contacts: [await n('contacts'), await n('contacts?status=eq.nouveau')],
    'Contacts intéressés': [await n('contacts?status=eq.intéressé')],
    Templates: [await n('email_templates')],
    Campagnes: [await n('campaigns'), await n('email_sends?status=eq.envoyé')],
  };
}

async function expectTruth(page: Page) {
  for (const [label, texts] of Object.entries(await truth()))
    for (const text of texts) await expect(card(page, label)).toContainText(text);
}

/** As when the person comes back from another window. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test.beforeEach(async ({ page }) => {
  await openDashboard(page);
  await expect(page.getByRole('list', { name: 'Statistiques' })).toBeVisible();
});

test('the figures are those of the database, and follow it when the window is looked at again', async ({
  page,
}) => {
  await expectTruth(page);
  await expect(page.getByRole('list', { name: 'Statistiques' }).getByRole('listitem')).toHaveCount(10);
  const tours = await insert(
    'virtual_tours',
    Array.from({ length: 1100 }, (_, index) => ({
      ...{ title: 'Visite comptée', slug: `visite-comptee-${index}`, url: 'https://visites.example/' },
      ...{ status: 'draft', view_count: 3, is_featured: index < 2 },
    })),
  );
  const trips = await insert('trip_plans', [
    { city: 'Percé', region: 'Gaspésie', start_date: today(), end_date: today(), status: 'confirmé' },
  ]);
  try {
    await lookAgain(page);
    await expectTruth(page);
    await expect(card(page, 'Visites virtuelles')).toContainText(written(await count('virtual_tours')));
    await expect(panel(page, 'Prochain déplacement')).toContainText('Percé');
  } finally {
    for (let start = 0; start < tours.length; start += 100)
      await remove('virtual_tours', tours.slice(start, start + 100));
    await remove('trip_plans', trips);
  }
  await lookAgain(page);
  await expectTruth(page);
});

test('each card leads to its list, each quick action to its form', async ({ page }) => {
  const lists: [string, string][] = [
    ['Visites virtuelles', '/admin/tours'],
    ['Coups de cœur', '/admin/tours'],
    ['Tags', '/admin/tags'],
    ['Vues totales', '/admin/tours'],
    ['Soumissions nouvelles', '/admin/soumissions'],
    ['Déplacements', '/admin/trip-plans'],
    ['Contacts', '/admin/contacts'],
    ['Contacts intéressés', '/admin/contacts'],
    ['Templates', '/admin/email-templates'],
    ['Campagnes', '/admin/campaigns'],
  ];
  for (const [label, path] of lists) {
    await card(page, label).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(card(page, label)).toBeVisible();
  }
  const actions = page.getByRole('navigation', { name: 'Actions rapides' });
  for (const [label, path] of [
    ['Nouveau déplacement', '/admin/trip-plans/new'],
    ['Nouvelle campagne', '/admin/campaigns/new'],
    ['Nouveau contact', '/admin/contacts/new'],
  ] as const) {
    await actions.getByRole('link', { name: label }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await page.goBack();
  }
});

test('a request that has just come is the first of the last ones, with its countdown', async ({ page }) => {
  const ids = await insert('quote_requests', [
    {
      ...{ organization_name: 'Ville toute neuve', contact_name: 'Ève Côté', email: 'eve@ville.example' },
      ...{ organization_type: 'ville', service_type: 'street-view' },
    },
  ]);
  try {
    await lookAgain(page);
    const first = panel(page, 'Dernières soumissions').getByRole('listitem').first();
    await expect(first).toContainText('Ville toute neuve');
    await expect(first).toContainText(/reste 2.jours ouvrables|reste 1.jour ouvrable et 23.h/);
    await first.getByRole('link').click();
    await expect(page).toHaveURL(/\/admin\/soumissions/);
  } finally {
    await remove('quote_requests', ids);
  }
});

test('the openings of twelve months are in a table that names each month', async ({ page }) => {
  const table = page.getByRole('table', { name: 'Ouvertures des visites par mois' });
  await expect(table.getByRole('row')).toHaveCount(13);
  const now = new Intl.DateTimeFormat('fr-CA', {
    month: 'long',
    year: 'numeric',
    timeZone: 'America/Toronto',
  });
  await expect(table.getByRole('rowheader').last()).toHaveText(now.format(new Date()));
  const answer = await api('tour_openings?select=openings&limit=1000');
  expect(((await answer.json()) as object[]).length).toBeGreaterThan(0);
});

for (const width of [375, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, allowConsole: [/500|Impossible de charger/] });

    test('every state is accessible and fits', async ({ page }) => {
      test.setTimeout(180_000);
      const check = async () => {
        await expectAccessible(page);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      };
      await expect(page.getByRole('table')).toBeAttached();
      await check();
      const figures = '**/rest/v1/{rpc/dashboard_stats,rpc/openings_by_month,quote_requests}*';
      await page.route(figures, (route) => route.fulfill({ status: 500, json: { message: 'panne' } }));
      await page.reload();
      await expect(page.getByRole('alert')).toContainText('Impossible de charger les statistiques');
      await expect(page.getByText('Le chargement a échoué.')).toHaveCount(3);
      await check();
      await page.unroute(figures);
      await page.getByRole('alert').getByRole('button', { name: 'Réessayer' }).click();
      await expect(page.getByRole('list', { name: 'Statistiques' })).toBeVisible();
      await page.route(figures, () => new Promise(() => {}));
      await page.reload();
      await expect(page.getByText('Chargement des statistiques…')).toBeAttached();
      await check();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });
}
