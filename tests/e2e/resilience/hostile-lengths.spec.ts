import type { Page } from '@playwright/test';
import { untilSettled } from '../../support/axe.ts';
import { becomeAdmin, expect, test } from '../../support/fixtures.ts';
import { hostilePlaces } from '../../support/hostile-places.ts';
import { type HostileRows, hostileRows } from '../../support/hostile-rows.ts';

// Widths of the smallest phones, a common phone, a tablet and a laptop.
const WIDTHS = [320, 375, 768, 1280];

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

/** Lists the elements that are wider than their container: the page, a table on a laptop, a filter, a dialog. */
async function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const beyond = document.documentElement.scrollWidth - window.innerWidth;
    if (beyond > 0) {
      const widest = [...document.body.querySelectorAll('*')].filter(
        (part) =>
          part.getBoundingClientRect().right > window.innerWidth && !part.closest('[class*=overflow-hidden]'),
      );
      const [first] = widest;
      found.push(`page: ${beyond} px, by ${first?.tagName} ${first?.className}`);
    }
    const open = document.querySelector('[role=dialog], [role=alertdialog]');
    if (!open && window.innerWidth >= 1280) {
      for (const table of document.querySelectorAll('section:has(> table)')) {
        const more = table.scrollWidth - table.clientWidth;
        if (more > 0) found.push(`table ${table.getAttribute('aria-label')}: ${more} px`);
      }
    }
    for (const select of document.querySelectorAll('main select')) {
      const { width } = select.getBoundingClientRect();
      if (window.innerWidth >= 1280 && width > 340 && !select.closest('form'))
        found.push(`filter: ${width} px`);
    }
    // A dialog without a scrolling `overflow` loses whatever overflows it.
    for (const frame of document.querySelectorAll('[role=dialog], [role=alertdialog]')) {
      const { left, right } = frame.getBoundingClientRect();
      if (left < 0 || right > window.innerWidth) found.push(`dialog: ${left} to ${right}`);
      for (const part of [frame, ...frame.querySelectorAll('*')]) {
        const box = part.getBoundingClientRect();
        const isHidden = getComputedStyle(part).position === 'absolute' && box.width <= 1;
        if (!isHidden && box.right > right + 1) {
          found.push(`dialog, ${part.tagName} ${part.className}: ${Math.round(box.right - right)} px`);
          break;
        }
      }
    }
    return found;
  });
}

/** Waits until the screen has loaded; network idle would not do, because some screens poll. */
async function untilLoaded(page: Page) {
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {});
}

async function expectNothingTooWide(page: Page, where: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await untilSettled(page);
    expect.soft(await tooWide(page), `${where}, ${width} px`).toEqual([]);
  }
}

test('no list, form or page of the back office is widened by long texts', async ({ page }) => {
  test.setTimeout(600_000);
  await becomeAdmin(page);
  const { tour, contact, trip, template, campaign, quote } = rows;
  // A member's address belongs to a sign-in account, so it is lengthened in the answer.
  await page.route('**/rpc/team_members', async (route) => {
    const answer = await route.fetch();
    const members = (await answer.json()) as { email: string }[];
    const email = `${'m'.repeat(60)}@${'m'.repeat(60)}.example`;
    await route.fulfill({ response: answer, json: members.map((member) => ({ ...member, email })) });
  });
  for (const path of [
    '/admin',
    '/admin/soumissions',
    `/admin/soumissions?demande=${quote.id}`,
    '/admin/tours',
    `/admin/tours/${tour.id}/edit`,
    '/admin/tours/new?avec=adresse',
    '/admin/tags',
    '/admin/trip-plans',
    `/admin/trip-plans/${trip.id}`,
    `/admin/trip-plans/${trip.id}/prospects`,
    '/admin/municipalites',
    '/admin/contacts',
    `/admin/contacts/${contact.id}`,
    '/admin/contacts/import',
    '/admin/email-templates',
    `/admin/email-templates/${template.id}`,
    '/admin/campaigns',
    '/admin/campaigns/new',
    `/admin/campaigns/${campaign.id}`,
    '/admin/parametres',
    '/admin/parametres/courriels',
    '/admin/parametres/donnees',
    '/admin/equipe',
    '/admin/corbeille',
    '/admin/demarrage',
    '/admin/nulle-part',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
    await untilLoaded(page);
    await expectNothingTooWide(page, path);
  }
});

test('no screen of quotes, of the studio or of a tour made here is widened by long texts', async ({
  page,
}) => {
  test.setTimeout(600_000);
  await becomeAdmin(page);
  const { tour, issuedQuote } = rows;
  for (const path of [
    '/admin/devis',
    `/admin/devis/${issuedQuote.id}`,
    '/admin/devis/catalogue',
    '/admin/devis/catalogue/modeles/new',
    `/admin/tours/${tour.id}/visite`,
    `/admin/tours/${tour.id}/livraison`,
    '/admin/parametres/profil',
    '/admin/parametres/repertoire',
    '/admin/parametres/securite',
    '/admin/aide',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
    await untilLoaded(page);
    await expectNothingTooWide(page, path);
  }
});

test('no screen of people, of roads or of calls for tenders is widened by long texts', async ({ page }) => {
  test.setTimeout(600_000);
  await becomeAdmin(page);
  const { trip } = rows;
  for (const path of [
    '/admin/contacts/new',
    '/admin/contacts/doublons',
    '/admin/contacts/segments',
    '/admin/contacts/segments/new',
    `/admin/contacts/segments/${places.segment.id}`,
    `/admin/contacts?segment=${places.segment.id}`,
    '/admin/organisations',
    `/admin/organisations/${places.organisation.id}`,
    '/admin/trip-plans/new',
    `/admin/trip-plans/${trip.id}/feuille`,
    '/admin/appels-d-offres',
    '/admin/municipalites/23027',
    `/admin/devis/catalogue/modeles/${places.quoteTemplate.id}`,
    '/admin/email-templates/new',
    '/admin/aide/publier-une-visite',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 60_000 });
    await untilLoaded(page);
    await expectNothingTooWide(page, path);
  }
});

test('no dialog is widened by long texts', async ({ page }) => {
  test.setTimeout(180_000);
  await becomeAdmin(page);
  const { tag, contact, trip, prospect } = rows;
  const dialogs: [path: string, button: string | RegExp][] = [
    ['/admin/tags', `Supprimer ${tag.name}`],
    [`/admin/trip-plans/${trip.id}/prospects`, `Supprimer ${prospect.company}`],
    [`/admin/trip-plans/${trip.id}/prospects`, 'Accepter tout (1)'],
    [`/admin/contacts/${contact.id}#donnees`, 'Effacer toutes les données'],
    [`/admin/contacts/${contact.id}`, 'Ajouter une preuve'],
    [`/admin/contacts/${contact.id}`, /^Modifier l’action/],
    ['/admin/soumissions', /^À classer/],
    [`/admin/organisations/${places.organisation.id}`, 'Réunir avec une autre…'],
    ['/admin/devis/catalogue', `Modifier ${places.service.name}`],
  ];
  for (const [path, button] of dialogs) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await page.getByRole('button', { name: button }).first().click({ timeout: 30_000 });
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible();
    await expectNothingTooWide(page, `${path}, ${String(button).slice(0, 30)}`);
  }
});

test('the last button of every list is in sight on a laptop', async ({ page }) => {
  await becomeAdmin(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ['tours', 'contacts', 'trip-plans']) {
    await page.goto(`/admin/${path}`);
    const trash = page
      .getByRole('table')
      .getByRole('button', { name: /^Supprimer/ })
      .first();
    await trash.scrollIntoViewIfNeeded();
    await expect.soft(trash, path).toBeInViewport({ ratio: 1 });
    expect
      .soft(await page.evaluate(() => document.querySelector('section:has(> table)')?.scrollLeft), path)
      .toBe(0);
  }
});

test('no page of the site is widened by long texts, nor when the window shrinks', async ({ page }) => {
  test.setTimeout(180_000);
  for (const path of [
    '/',
    '/services',
    '/street-view',
    '/realisations',
    `/realisations/${rows.tour.slug}`,
    '/contact',
    `/contact?visite=${rows.tour.slug}`,
    '/municipalites',
    '/a-propos',
    '/accessibilite',
    '/plan-du-site',
    `/visite/${rows.tour.slug}`,
    '/confidentialite',
    '/desabonnement?jeton=x',
    '/auth',
    '/nulle-part',
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilLoaded(page);
    // The window goes from the largest width to the smallest and back.
    await expectNothingTooWide(page, path);
    for (const width of [1280, 375, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.soft
        .poll(() => tooWide(page), { message: `${path}, shrunk to ${width} px`, timeout: 3000 })
        .toEqual([]);
    }
  }
});
