import type { Page } from '@playwright/test';
import { api, apiAsAdmin } from '../../support/api.ts';
import { untilSettled } from '../../support/axe.ts';
import { cutTexts } from '../../support/cut-texts.ts';
import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

const SIZES = [
  { width: 375, height: 812 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
const ROW = 'main tr[data-index], main li[data-request]';

/** Addresses of every list that the seed fills, with a quote, a trip to a client and an item of the trash added. */
async function lists(): Promise<string[]> {
  const [campaign] = await api('campaigns?status=eq.terminé&order=created_at&limit=1');
  return [
    ...['contacts', 'tours', 'campaigns', `campaigns/${campaign?.id}`, 'devis', 'trip-plans'],
    ...['soumissions?statut=toutes', 'organisations', 'municipalites', 'corbeille', 'devis/catalogue'],
    'equipe',
  ];
}

test.beforeAll(async () => {
  const { body: quote } = await apiAsAdmin('rpc/create_quote', 'POST', {});
  await apiAsAdmin(`quotes?id=eq.${quote}`, 'PATCH', {
    organization_name: 'Municipalité de Saint-Fabien-des-Sources',
    subject: 'Visite virtuelle du centre communautaire et de la bibliothèque',
  });
  await api('trip_plans', 'POST', {
    ...{
      city: 'Municipalité de Saint-Fabien-des-Sources',
      region: 'Bas-Saint-Laurent',
      job_type: 'street_view',
    },
    ...{ start_date: '2026-12-14', end_date: '2026-12-16', radius_km: 30 },
    client_name: 'Municipalité de Saint-Fabien-des-Sources',
  });
  const [template] = await api('email_templates', 'POST', {
    ...{ name: 'Municipalités, après la visite du sentier', subject: 'Sujet', body: 'Texte' },
  });
  await apiAsAdmin('rpc/move_to_trash', 'POST', { kind: 'email_templates', ids: [template?.id] });
});

async function openList(page: Page, list: string) {
  await page.setViewportSize(SIZES[0] ?? { width: 375, height: 812 });
  await page.goto(`/admin/${list}`);
  await expect(page.locator(ROW).first()).toBeAttached();
}

test('no list cuts a name or a value, and a wider screen never cuts more', { tag: PROOF_TAG }, async ({
  page,
}) => {
  test.setTimeout(300_000);
  await becomeAdmin(page);
  const counts: Record<string, Record<string, number>> = {};
  for (const list of await lists()) {
    await openList(page, list);
    const row: Record<string, number> = {};
    let before = Number.POSITIVE_INFINITY;
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await untilSettled(page);
      const cut = await cutTexts(page);
      row[size.width] = cut.length;
      const primary = cut.filter(({ isPrimary }) => isPrimary).map(({ text }) => text);
      expect.soft(primary, `${list}, names and values, ${size.width} px`).toEqual([]);
      // Other tests add rows of the same client, so each text counts once.
      const texts = new Set(cut.map(({ text }) => text));
      expect.soft(texts.size, `${list}, ${size.width} px: ${[...texts]}`).toBeLessThanOrEqual(before);
      before = texts.size;
    }
    // At least the name of each row must be shown whole.
    await expect.soft(page.locator('main [data-primary]').first(), list).toBeAttached();
    counts[list] = row;
  }
  console.table(counts);
});

test('ten rows of two lines are on the first screen of a laptop', { tag: PROOF_TAG }, async ({ page }) => {
  await becomeAdmin(page);
  await openList(page, 'contacts');
  await page.setViewportSize({ width: 1280, height: 800 });
  await untilSettled(page);
  const whole = await page.locator('main tr[data-index]').evaluateAll((rows) => {
    const bottom = document.querySelector('main [data-list-frame]')?.getBoundingClientRect().bottom ?? 0;
    return rows.filter((row) => row.getBoundingClientRect().bottom <= bottom + 1).length;
  });
  expect(whole).toBeGreaterThanOrEqual(10);
});

test('a row says where it was found when none of its columns does', { tag: PROOF_TAG }, async ({ page }) => {
  await becomeAdmin(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin/campaigns?q=montrer');
  await expect(page.getByText(/^Sujet\s: .*montrer/).first()).toBeVisible();
});
