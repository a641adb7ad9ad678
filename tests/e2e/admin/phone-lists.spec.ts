import type { Page } from '@playwright/test';
import { api, apiAsAdmin, type Row } from '../../support/api.ts';
import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

const row = 'tbody tr[data-index], [data-request]';
const COUNT = 8;
const forEachRow = <Result>(make: (index: number) => Result) =>
  Array.from({ length: COUNT }, (_, index) => make(index));

/** Calls a function of the database as the administrator. */
async function call<Result = string>(name: string, body: Row): Promise<Result> {
  const { status, body: result } = await apiAsAdmin(`rpc/${name}`, 'POST', body);
  if (status >= 300) throw new Error(`${name}: ${status} ${JSON.stringify(result)}`);
  return result as Result;
}

/** Inserts enough campaigns, requests, and accepted quotes with issued invoices to fill a list. */
async function plant() {
  await api(
    'campaigns',
    'POST',
    forEachRow((index) => ({ name: `Relance des offices de tourisme ${index}` })),
  );
  await api(
    'quote_requests',
    'POST',
    forEachRow((index) => ({
      ...{ organization_name: `Municipalité de Notre-Dame-du-Portage ${index}`, contact_name: 'Jeanne Roy' },
      ...{ service_type: 'street-view', organization_type: 'ville', email: `dg${index}@portage.example` },
    })),
  );
  await api('studio?id=eq.1', 'PATCH', { tax_registered: false });
  const lines = [{ description: 'Visite', quantity: '3.000', unit: 'visite', unitPriceCents: 85_000 }];
  const buyer = { name: 'Jeanne Roy', jobTitle: 'Directrice', authority: 'personal' };
  for (let index = 0; index < COUNT; index++) {
    const quote = await call('create_quote', {});
    const organization_name = `Auberge du Vieux-Quai de Carleton-sur-Mer ${index}`;
    const written = { organization_name, email: 'a@quai.example', subject: 'Visite', lines };
    await apiAsAdmin(`quotes?id=eq.${quote}`, 'PATCH', written);
    const [made] = await api(`quotes?id=eq.${quote}&select=updated_at`);
    await call('send_quote', { quote, read_at: made?.updated_at });
    await call('record_paper_acceptance', { quote, answer: buyer, reason: 'Reçu' });
    const invoice = await call('create_invoice', { quote, kind: 'balance' });
    const [draft] = await api(`invoices?id=eq.${invoice}&select=updated_at`);
    await call('issue_invoice', { invoice, read_at: draft?.updated_at });
  }
}

/**
 * Returns where the first row begins, how many rows are whole, and which texts are less than two pixels from a border.
 */
const rowsOf = (page: Page) =>
  page.locator(row).evaluateAll((all) => {
    const boxes = all.map((one) => one.getBoundingClientRect());
    const touching = all.flatMap((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const box = range.getBoundingClientRect();
        const isHidden = box.width <= 1 || box.height === 0;
        if (!isHidden && (box.top < top + 2 || box.bottom > bottom - 2)) found.push(text.textContent ?? '');
      }
      return found;
    });
    return {
      first: Math.round(boxes[0]?.top ?? 0),
      whole: boxes.filter(({ bottom }) => bottom <= innerHeight).length,
      touching,
    };
  });

/** What a row of each list shows besides its name. */
const lists: Record<string, (one: ReturnType<Page['locator']>) => Promise<void>> = {
  contacts: (one) => expect(one.locator('[data-cell="Entreprise"]')).toHaveText(/^\p{L}.* · /u),
  tours: async (one) => {
    await expect(one.getByRole('button', { name: /^Coup de cœur/ })).toBeVisible();
    await expect(one.locator('img')).toBeVisible();
  },
  'soumissions?statut=toutes': (one) => expect(one).toContainText(/reste|retard|il y a/),
  devis: (one) => expect(one).toContainText(/\d,\d\d\s\$/),
  factures: (one) => expect(one).toContainText(/\d,\d\d\s\$ · \d/),
  campaigns: (one) => expect(one).toContainText(/\d+ \p{L}+/u),
};

test('on a phone the six lists begin by 260 px, show six whole rows, and no text touches a rule', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await plant();
  await page.setViewportSize({ width: 375, height: 812 });
  await becomeAdmin(page);
  for (const [list, carries] of Object.entries(lists)) {
    await page.goto(`/admin/${list}`);
    await expect(page.locator(row).nth(5)).toBeAttached();
    const { first, whole, touching } = await rowsOf(page);
    console.log(`${list}: first row at ${first} px, ${whole} rows whole`);
    expect.soft(first, list).toBeLessThanOrEqual(260);
    expect.soft(whole, list).toBeGreaterThanOrEqual(6);
    expect.soft(touching, list).toEqual([]);
    await carries(page.locator(row).first());
  }
});

test('on a phone the sections of the settings are one line, with the present one in sight', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await becomeAdmin(page);
  await page.goto('/admin/parametres/donnees');
  const sections = page.getByRole('navigation', { name: 'Sections des réglages' });
  await expect(sections.getByRole('link', { name: 'Données personnelles' })).toBeInViewport({ ratio: 1 });
  const panel = await page.getByRole('heading', { name: 'Conservation des données' }).boundingBox();
  expect(panel?.y).toBeLessThanOrEqual(260);
});

test('on a phone the checkboxes of a list come when they are asked for, and go again', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await becomeAdmin(page);
  await page.goto('/admin/tours');
  const boxes = page.getByRole('checkbox');
  await expect(page.locator(row).first()).toBeVisible();
  await expect(boxes).toHaveCount(0);
  await page.getByRole('button', { name: 'Sélectionner', exact: true }).click();
  await boxes.nth(1).check();
  const actions = page.getByRole('region', { name: 'Actions sur la sélection' });
  await expect(actions).toContainText('1 visite sélectionnée');
  await page.getByRole('button', { name: 'Sélectionner', exact: true }).click();
  await expect(actions).toHaveCount(0);
  await expect(boxes).toHaveCount(0);
});

/** What the top of each record shows before scrolling, and a field of its folded form. */
const records: Record<string, { shows: RegExp[]; folded?: RegExp }> = {
  'soumissions?statut=toutes': { shows: [/^Appeler$|^Écrire$/, /^Répondre$/] },
  'devis?statut=accept%C3%A9': { shows: [/^Écrire$/, /^Factures$/] },
  'factures?solde=oui': { shows: [/^Écrire$/, /^Noter un paiement$/] },
  'trip-plans': { shows: [/^Itinéraire$/, /^Relancer|^Confirmer|^Planifier/], folded: /^Ville/ },
  tours: { shows: [/^Visite à 360°$/, /^Modifier$/], folded: /^Titre/ },
};

test('on a phone each record opens on what one comes for, with its form folded', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await becomeAdmin(page);
  for (const [list, { shows, folded }] of Object.entries(records)) {
    await page.goto(`/admin/${list}`);
    await page.locator(`${row} a`).first().click();
    for (const text of shows)
      await expect.soft(page.getByText(text).filter({ visible: true }).first(), list).toBeInViewport();
    if (folded) await expect.soft(page.getByLabel(folded).first(), list).toBeHidden();
  }
});

test('on a phone a contact opens on what is next and what was said, with its form folded', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await becomeAdmin(page);
  await page.goto('/admin/contacts');
  await page.locator(`${row} a`).first().click();
  await expect(page.getByRole('heading', { name: 'Prochaine action' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Consigner un échange' })).toBeInViewport();
  const company = page.getByLabel(/^Entreprise/);
  await expect(company).toBeHidden();
  await page.getByText('Modifier', { exact: true }).click();
  await company.fill('Nouvelle entreprise');
  // At a width where nothing is folded, the form keeps what was typed.
  await page.setViewportSize({ width: 1000, height: 700 });
  await expect(company).toHaveValue('Nouvelle entreprise');
});

test.describe('in the hand', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 375, height: 812 } });

  test('what one presses stays over the lower bar of a phone, and no field makes it zoom', {
    tag: PROOF_TAG,
  }, async ({ page, context }) => {
    await becomeAdmin(page);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34, left: 0, right: 0 } });
    await page.goto('/admin/soumissions?statut=toutes');
    await page.locator(`${row} a`).first().click();
    const answer = page.locator('[data-bottom-bar]').getByRole('button', { name: 'Répondre' });
    await expect(answer).toBeVisible();
    const box = await answer.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(812 - 34);
    expect(box?.y).toBeGreaterThan(406);
    for (const screen of ['contacts/new', 'contacts', 'soumissions', 'trip-plans/new']) {
      await page.goto(`/admin/${screen}`);
      const fields = page.locator('main :is(input, textarea, select):not([type=checkbox], [type=radio])');
      await expect(fields.first()).toBeVisible();
      const sizes = await fields.evaluateAll((all) =>
        all.map((one) => parseFloat(getComputedStyle(one).fontSize)),
      );
      expect(Math.min(...sizes), screen).toBeGreaterThanOrEqual(16);
    }
  });
});
