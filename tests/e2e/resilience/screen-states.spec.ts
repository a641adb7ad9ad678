import type { Page } from '@playwright/test';
import { expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, test } from '../../support/fixtures.ts';
import { hostilePlaces } from '../../support/hostile-places.ts';
import { type HostileRows, hostileRows } from '../../support/hostile-rows.ts';

// Screens and states that no other test checks with axe, with a row of every kind, on a phone and a laptop.

let rows: HostileRows;
let places: Awaited<ReturnType<typeof hostilePlaces>>;
test.beforeAll(async () => {
  rows = await hostileRows();
  places = await hostilePlaces(rows.contact, rows.trip);
});
test.afterAll(async () => {
  await places?.remove();
  await rows?.remove();
});

type State = { at: string; press?: (string | RegExp)[]; arrange?: (page: Page) => Promise<unknown> };

/** Buttons of the message editor that open a dialog. */
const insertions = ['Lien (Ctrl+K)', 'Bouton', 'Image', 'Visite du portfolio', 'Texte d’aperçu'];

const states = (): State[] => [
  ...insertions.map((tool) => ({ at: `/admin/email-templates/${rows.template.id}`, press: [tool] })),
  { at: '/admin/parametres/courriels', press: [/^Signature de/] },
  { at: '/admin/contacts/segments' },
  { at: `/admin/contacts/segments/${places.segment.id}` },
  { at: '/admin/contacts/doublons' },
  { at: '/admin/appels-d-offres' },
  { at: `/admin/organisations/${places.organisation.id}` },
  { at: `/admin/organisations/${places.organisation.id}`, press: ['Réunir avec une autre…'] },
  {
    at: `/admin/organisations/${places.organisation.id}`,
    press: ['Réunir avec une autre…'],
    arrange: async (page) => {
      await page.getByLabel(/^L’autre organisation/).fill('Auberge du Cap');
      await page.getByRole('option').first().click();
      await expect(page.getByRole('button', { name: 'Réunir les organisations' })).toBeVisible();
    },
  },
  { at: '/admin/soumissions', press: [/^À classer/] },
  { at: `/admin/trip-plans/${rows.trip.id}/feuille` },
  { at: `/admin/devis/catalogue/modeles/${places.quoteTemplate.id}` },
  { at: '/admin/devis/catalogue', press: ['Nouveau service'] },
  { at: '/admin/parametres/profil', press: ['Ajouter'] },
  { at: `/admin/contacts/${rows.contact.id}`, press: ['Ajouter une preuve'] },
  { at: `/admin/contacts/${rows.contact.id}`, press: ['Consigner un échange'] },
  { at: `/admin/contacts/${rows.contact.id}`, press: [/^Reporter/] },
  { at: '/admin/municipalites/23027' },
  { at: '/admin/municipalites?carte=oui' },
  { at: '/admin/equipe' },
  { at: '/admin/demarrage' },
  { at: '/admin/aide/publier-une-visite' },
  { at: '/admin/nulle-part' },
];

test('axe finds nothing on the states that no other journey shows it, and each fits', async ({ page }) => {
  test.setTimeout(600_000);
  await becomeAdmin(page);
  for (const { at, press = [], arrange } of states()) {
    await test.step(`${at} ${press.join(', ')}`, async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(at);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText(/^Chargement/)).toHaveCount(0);
      for (const name of press) await page.getByRole('button', { name }).first().click();
      await arrange?.(page);
      await expect.soft(expectAccessibleAndFits(page), `${at} ${press.join(', ')}`).resolves.toBeUndefined();
    });
  }
});

test('what could not be loaded says so on every list, with a way to ask again', async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(/net::ERR_FAILED/, /Impossible de charger/);
  await becomeAdmin(page);
  await page.goto('/admin/aide');
  for (const [at, read] of [
    ['/admin/tours', '**/rest/v1/virtual_tours*'],
    ['/admin/organisations', '**/rest/v1/organisations*'],
    ['/admin/devis', '**/rest/v1/quotes*'],
    ['/admin/appels-d-offres', '**/rest/v1/tender_signals*'],
    ['/admin/contacts/segments', '**/rest/v1/contact_segments*'],
  ] as const) {
    await page.route(read, (route) => route.abort());
    await page.goto(at);
    await expect(page.getByRole('button', { name: 'Réessayer' }).first()).toBeVisible({ timeout: 60_000 });
    await expectAccessibleAndFits(page);
    await page.unroute(read);
  }
});
