import type { Page } from '@playwright/test';
import { api } from '../../support/api.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, LENGTHS, outsideUrl, PROOF_TAG, test } from '../../support/fixtures.ts';

/** Creates a trip for one test, to a place far from those of the others. */
async function newTrip(city: string, region: string, latitude: number, longitude: number): Promise<string> {
  const [trip] = await api<{ id: string }>('trip_plans', 'POST', {
    ...{ city, region, latitude, longitude, radius_km: 15 },
    ...{ start_date: '2031-05-01', end_date: '2031-05-03' },
  });
  return trip?.id ?? '';
}

const contactsOf = (companies: string[]) =>
  api<{ company: string; email: string | null; notes: string; status: string }>(
    `contacts?select=company,email,notes,status&company=in.(${companies.map((name) => `"${name}"`)})&order=company`,
  );

const card = (page: Page, company: string) => page.getByRole('article', { name: company });
/** Opens a prospect from its row in the table. */
async function show(page: Page, company: string) {
  await page.getByRole('table').getByRole('link', { name: company }).click();
  return card(page, company);
}

/** A window of a tablet, where prospects are cards only. */
const cardWindow = { width: 900, height: 800 };

const open = (page: Page, trip: string) => page.goto(`/admin/trip-plans/${trip}/prospects`);
const generate = (page: Page) => page.getByRole('button', { name: 'Générer des prospects' });

async function counters(page: Page): Promise<(string | null)[]> {
  const tiles = ['En attente', 'Acceptés', 'Rejetés'].map((label) =>
    page.getByRole('listitem').filter({ hasText: new RegExp(`^${label}`) }),
  );
  return Promise.all(tiles.map(async (tile) => (await tile.textContent())?.replace(/\D/g, '') ?? null));
}

// The first test is long, because the edge functions start with it.
test.describe.configure({ timeout: 180_000 });

test.beforeEach(async ({ page }) => becomeAdmin(page));

/** Rejects a prospect, takes that back, finds the address of another and deletes one. */
async function treatOneByOne(page: Page) {
  const museum = await show(page, 'Musée des Goélettes');
  await museum.getByRole('button', { name: 'Rejeter' }).click();
  await expect(page.getByText('Prospect rejeté')).toBeVisible();
  await expect(museum).toHaveCount(0);
  const unfold = page.getByRole('button', { name: /Afficher 2.prospects traités/ });
  await unfold.click();
  await show(page, 'Musée des Goélettes');
  await museum.getByRole('button', { name: 'Annuler le rejet' }).click();
  await expect(museum.getByRole('button', { name: 'Accepter' })).toBeVisible();
  await page.keyboard.press('r');
  await expect.poll(async () => (await counters(page))[2]).toBe('1');
  await page.reload();
  await unfold.click();
  await show(page, 'Musée des Goélettes');
  await expect(museum).toContainText('Rejeté');
  await expect(museum.getByRole('button')).toHaveCount(0);

  const inn = await show(page, 'Auberge des Caps');
  await inn.getByRole('button', { name: 'Rechercher' }).click();
  await expect(page.getByText('Coordonnées trouvées et mises à jour')).toBeVisible();
  await expect(inn.getByRole('link', { name: 'info@aubergedescaps.qc.ca' })).toBeVisible();
  await expect(inn.getByRole('link', { name: '418 555-0150' })).toBeVisible();
  await expect(inn.getByRole('link', { name: 'source du courriel' })).toHaveAttribute(
    'href',
    `${outsideUrl}/contact`,
  );

  const camping = await show(page, 'Camping de la Batture');
  await camping.getByRole('button', { name: 'Supprimer Camping de la Batture' }).click();
  const question = page.getByRole('alertdialog', { name: 'Supprimer ce prospect?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText('Prospect supprimé')).toBeVisible();
  await expect(camping).toHaveCount(0);
}

for (const { isWhole, suffix, tag } of LENGTHS) {
  test(`trip → generate, leave and come back → accept, accept all → contacts${suffix}`, { tag }, async ({
    page,
  }) => {
    const trip = await newTrip('Fermont', 'Côte-Nord', 52.79, -67.08);
    await open(page, trip);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prospects\u00a0: Fermont, Côte-Nord');
    await expect(page.getByText('Aucun prospect pour ce déplacement')).toBeVisible();
    if (isWhole) await expectAccessible(page);

    await fetch(`${outsideUrl}/hold`, { method: 'POST' });
    await generate(page).click();
    const progress = page.getByRole('status').filter({ hasText: 'Génération en cours' });
    await expect(progress).toContainText('recherche des entreprises dans OpenStreetMap');
    if (isWhole) {
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
      await page.goBack();
      await expect(progress).toBeVisible();
    }
    // A page that did not start the search sees its end too.
    await page.reload();
    await expect(progress).toBeVisible();
    await fetch(`${outsideUrl}/release`, { method: 'POST' });
    await expect(page.getByText(/Dernière génération.*4.entreprises\./)).toBeVisible();
    await expect(page.getByRole('table').getByRole('link', { name: 'Auberge des Caps' })).toBeVisible();
    const [pending] = await counters(page);
    expect(Number(pending)).toBeGreaterThanOrEqual(4);
    for (const licence of ["© les contributeurs d'OpenStreetMap", /MAMH \(CC BY/]) {
      await expect(page.getByRole('link', { name: licence })).toBeVisible();
    }

    const quay = await show(page, 'Hôtel du Quai');
    await expectAccessible(page);
    await expect(quay).toContainText(/à 2,2\s*km/);
    await expect(quay.getByRole('link', { name: 'OpenStreetMap' })).toHaveAttribute('href', /node\/2$/);
    await expect(quay.getByRole('button', { name: /Rechercher/ })).toHaveCount(0);
    await quay.getByRole('button', { name: 'Accepter' }).click();
    await expect(page.getByText('Contact ajouté à votre liste')).toBeVisible();
    // The next waiting prospect opens, and its row gets the focus.
    await expect(quay).toHaveCount(0);
    await expect(page.locator('[data-prospect]:focus')).toHaveAttribute('aria-current', 'true');
    expect(await contactsOf(['Hôtel du Quai'])).toEqual([
      {
        ...{ company: 'Hôtel du Quai', email: 'bonjour@hotelduquai.qc.ca', status: 'nouveau' },
        notes: expect.stringMatching(/^Suggéré par IA: Hôtel, à 2,2\s*km de Fermont/),
      },
    ]);
    const [consent] = await api('consent_events?email=eq.bonjour@hotelduquai.qc.ca&select=basis,source_url');
    expect(consent).toEqual({ basis: 'unverified', source_url: 'https://www.openstreetmap.org/node/2' });

    if (isWhole) await treatOneByOne(page);

    const [left] = await counters(page);
    await page.getByRole('button', { name: `Accepter tout (${left})` }).click();
    const all = page.getByRole('alertdialog', { name: 'Accepter tous les prospects' });
    await expect(all).toContainText(/prospects? (seront|sera) ajoutés? à vos contacts/);
    await all.getByRole('button', { name: 'Accepter tout' }).click();
    await expect(all).toBeHidden();
    await expect(page.getByRole('button', { name: /Accepter tout/ })).toHaveCount(0);
    expect((await counters(page))[0]).toBe('0');
    const others = await contactsOf(['Auberge des Caps', 'Musée des Goélettes', 'Camping de la Batture']);
    if (isWhole)
      expect(others).toMatchObject([{ company: 'Auberge des Caps', email: 'info@aubergedescaps.qc.ca' }]);
    else expect(others).toHaveLength(3);
    const accepted = await api(
      `suggested_prospects?trip_plan_id=eq.${trip}&status=eq.accepted&contact_id=not.is.null`,
    );
    expect(accepted).toHaveLength(Number((await counters(page))[1]));
  });
}

test('filters and order live in the address; no result can be cleared', { tag: PROOF_TAG }, async ({
  page,
}) => {
  const trip = await newTrip('Chibougamau', 'Nord-du-Québec', 49.91, -74.37);
  await api('suggested_prospects', 'POST', [
    ...['mrc', 'restaurant', 'tourisme'].map((sector, index) => ({
      ...{
        trip_plan_id: trip,
        company: `Organisation ${index}`,
        city: 'Chibougamau',
        region: 'Nord-du-Québec',
      },
      ...{ sector, distance_km: 30 - index * 10, score: 90 - index * 10, ai_reasoning: 'Une raison.' },
    })),
  ]);
  await page.setViewportSize(cardWindow);
  await open(page, trip);
  const names = page.getByRole('article').getByRole('heading');
  await expect(names).toHaveText(['Organisation 0', 'Organisation 1', 'Organisation 2']);
  await page.getByLabel('Ordre').selectOption('Les plus proches');
  await expect(names).toHaveText(['Organisation 2', 'Organisation 1', 'Organisation 0']);
  await page.getByRole('button', { name: /^Filtrer/ }).click();
  await page.getByLabel('Secteur').selectOption('Restaurant');
  await expect(names).toHaveText(['Organisation 1']);
  await expect(page).toHaveURL(/tri=distance&secteur=restaurant/);
  await page.reload();
  await expect(names).toHaveText(['Organisation 1']);
  await page.getByRole('button', { name: /^Filtrer/ }).click();
  await page.getByLabel('Statut', { exact: true }).selectOption('Rejeté');
  await page.getByRole('button', { name: 'Effacer les filtres' }).first().click();
  await expect(names).toHaveCount(3);
});

test('each state is accessible and fits, on a phone and on a laptop; the keyboard does it all', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const trip = await newTrip('Ville au clavier', 'Estrie', 45.9, -71.2);
  await api('suggested_prospects', 'POST', [
    ...['pending', 'pending', 'accepted', 'rejected'].map((status, index) => ({
      ...{
        trip_plan_id: trip,
        company: `Organisation au clavier ${index}`,
        city: 'Lac-Mégantic',
        region: 'Estrie',
      },
      ...{ status, sector: 'tourisme', distance_km: index, score: 90 - index, origin: 'osm' },
      ...{
        ai_reasoning: 'Une raison de la visiter.',
        no_solicitation: index === 1,
        external_id: `osm:node/${index + 9}`,
      },
      ...{
        email: index === 1 ? 'a@exemple-lac.qc.ca' : null,
        source_url: 'https://www.openstreetmap.org/node/9',
      },
      ...{ email_source_url: 'https://exemple-lac.qc.ca/contact', email_found_at: '2026-11-01T12:00:00Z' },
    })),
  ]);
  await page.setViewportSize(cardWindow);
  await open(page, trip);
  await expect(page.getByRole('article')).toHaveCount(4);
  await expectAccessibleAndFits(page);
  await page.setViewportSize(cardWindow);

  const first = card(page, 'Organisation au clavier 0');
  await first.getByRole('button', { name: 'Rejeter' }).focus();
  await page.keyboard.press('Enter');
  const undo = first.getByRole('button', { name: 'Annuler le rejet' });
  await expect(undo).toBeFocused();
  // The undo button does nothing until the rejection is stored.
  await expect(undo).not.toHaveAttribute('aria-busy');
  await page.keyboard.press('Enter');
  await expect(first.getByRole('button', { name: 'Rejeter' })).toBeFocused();
  await expect(first.getByRole('button', { name: 'Rejeter' })).not.toHaveAttribute('aria-busy');
  await page.keyboard.press('Shift+Tab');
  await expect(first.getByRole('button', { name: 'Accepter' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await expect(first).toContainText('Accepté');

  const acceptAll = page.getByRole('button', { name: 'Accepter tout (1)' });
  await acceptAll.focus();
  await page.keyboard.press('Enter');
  await expectAccessibleAndFits(page);
  await page.keyboard.press('Escape');
  await expect(acceptAll).toBeFocused();
});

test('at 1 280 px the decision on each prospect is seen without scrolling, from the first to the last', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const trip = await newTrip('Desbiens', 'Saguenay–Lac-Saint-Jean', 48.41, -71.95);
  const names = Array.from({ length: 14 }, (_, index) => `Halte du Rang ${index + 1}`);
  await api(
    'suggested_prospects',
    'POST',
    names.map((company) => ({
      ...{
        trip_plan_id: trip,
        company,
        city: 'Desbiens',
        region: 'Saguenay–Lac-Saint-Jean',
        sector: 'tourisme',
      },
      ai_reasoning: 'Une longue raison de passer. '.repeat(40),
    })) as never,
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, trip);
  for (const row of [0, names.length - 1]) {
    await page
      .getByRole('table')
      .getByRole('link', { name: /^Halte du Rang/ })
      .nth(row)
      .click();
    for (const decision of ['Accepter', 'Rejeter'])
      await expect(page.getByRole('article').getByRole('button', { name: decision })).toBeInViewport();
  }
});
