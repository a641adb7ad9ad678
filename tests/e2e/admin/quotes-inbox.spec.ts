import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { api, type Row } from '../../support/api.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import {
  becomeAdmin,
  expect,
  LENGTHS,
  openDashboard,
  PROOF_TAG,
  stack,
  test,
} from '../../support/fixtures.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { mailsTo } from '../../support/mailbox.ts';
import { sendQuoteByKeys } from '../../support/quote-form.ts';

/** Inserts a request with the secret key: no e-mail, no rate limit. */
const insertRequest = (organization: string, more: Row = {}) =>
  api('quote_requests', 'POST', {
    ...{ organization_name: organization, contact_name: 'Ève Côté', email: `${Date.now()}@exemple.test` },
    ...{ organization_type: 'ville', service_type: 'street-view', ...more },
  });

/** Lists the messages to an address that contain a text. */
const mailsHolding = async (address: string, text = '') =>
  (await mailsTo([address])).filter((mail) => mail.text.includes(text));

const rowLink = (page: Page, organization: string) =>
  page.getByRole('link', { name: organization, exact: true });
/** Finds the badge of the sidebar, even while a dialog hides it from assistive technology. */
const badge = (page: Page) =>
  page.locator(':not(dialog) > nav li').filter({ hasText: 'Soumissions' }).locator('span[id]');

for (const { isWhole, suffix, tag } of LENGTHS)
  test(`a request goes from the visitor to its answer, then stands in the file${suffix}`, { tag }, async ({
    page,
    browser,
  }) => {
    const organization = `MRC des Essais ${Date.now()}`;
    if (isWhole) await openDashboard(page);
    else await becomeAdmin(page);
    const before = isWhole ? Number((await badge(page).textContent())?.match(/\d+/)?.[0] ?? 0) : 0;

    const visitor = await (await browser.newContext({ baseURL: stack.webUrl, locale: 'fr-CA' })).newPage();
    await visitor.goto('/contact');
    const email = `elise-${Date.now()}@example.org`;
    const message = 'Nous voulons montrer nos rues.';
    await sendQuoteByKeys(visitor, new Keyboard(visitor), { organization, email, message });
    await expect(visitor.getByText('Demande envoyée avec succès')).toBeVisible();
    await visitor.context().close();

    // The notice and the acknowledgement arrive once each.
    await expect.poll(async () => (await mailsHolding(email)).length).toBe(1);
    await expect.poll(async () => (await mailsHolding(stack.admin.email, organization)).length).toBe(1);
    const [acknowledgement] = await mailsHolding(email);
    const [notice] = await mailsHolding(stack.admin.email, organization);
    expect(acknowledgement?.subject).toBe('Nous avons bien reçu votre demande de soumission');
    expect(acknowledgement?.text).toContain('24 à 48\u00a0heures ouvrables');
    expect(acknowledgement?.html).toContain('24 à 48\u00a0heures ouvrables');
    expect(acknowledgement?.text).not.toContain(organization);
    expect(notice?.subject).toBe(`Nouvelle demande de soumission\u00a0: ${organization}`);
    expect(notice?.replyTo[0]?.address).toBe(email);
    expect(notice?.html).toContain(message);
    const [link = ''] = /https?:\S+\/admin\/soumissions\?demande=\S+/.exec(notice?.text ?? '') ?? [];

    if (isWhole) {
      // The badge is updated when the window becomes visible again.
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      await expect(badge(page)).toContainText(String(before + 1));
    }
    await page.goto(link);
    const pane = page.getByRole('region', { name: organization, exact: true });
    await expect(pane).toContainText(message);
    await expect(pane.getByRole('region', { name: 'Échanges' }).getByText('Envoyé')).toHaveCount(2);

    // A reply is drafted, taken back once, and sent with a file. The request is « répondu » once the reply
    // left.
    const form = pane.getByRole('form', { name: 'Répondre' });
    const text = form.getByLabel('Texte');
    await page.keyboard.press('r');
    await expect(text).toBeFocused();
    await text.fill('Bonjour,\n\nVoici **notre** offre.');
    await expect(form.getByText('Brouillon enregistré')).toBeVisible();
    if (isWhole) await page.reload();
    await expect(text).toHaveValue(/notre\*\* offre/);
    await form.getByLabel('Pièces jointes').setInputFiles({
      ...{ name: 'offre.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 essai') },
    });
    await expect(form.getByText('offre.pdf')).toBeVisible();
    await expectAccessible(page);
    if (isWhole) {
      await form.getByRole('button', { name: 'Envoyer' }).click();
      await expect(form).toBeHidden();
      await pane.getByRole('button', { name: 'Annuler', exact: true }).click();
      await expect(text).toHaveValue(/notre\*\* offre/);
    }
    await form.getByRole('button', { name: 'Envoyer' }).click();
    await expect(pane.getByLabel('Statut')).toHaveValue('nouveau');
    await expect.poll(async () => (await mailsHolding(email, 'Voici notre offre.')).length).toBe(1);
    const [answer] = await mailsHolding(email, 'Voici notre offre.');
    expect(answer?.subject).toBe('Votre demande de soumission – Street View');
    expect(answer?.html).toContain('<strong>notre</strong>');
    expect(answer?.text).toContain('\n-- \n');
    await expect(pane.getByLabel('Statut')).toHaveValue('répondu');
    if (!isWhole) return;
    await expect(badge(page)).toContainText(before > 0 ? String(before) : '');

    // The export has the rows that the list shows.
    await page.goto(`/admin/soumissions?q=${encodeURIComponent(email)}&statut=toutes`);
    await expect(rowLink(page, organization)).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^soumissions-\d{4}-\d\d-\d\d\.csv$/);
    const csv = readFileSync(await file.path(), 'utf8');
    expect(csv.startsWith('\uFEFF"Reçue le";')).toBe(true);
    expect(csv).toContain(message);
  });

test('two requests of one person become one contact; one of them loses its person, then it goes', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const organization = `MRC des Essais ${Date.now()}`;
  const email = `elise.${Date.now()}@exemple.test`;
  const asked = {
    contact_name: 'Élise Tremblay-Côté',
    email,
    phone: '418 555-0123',
    organization_type: 'mrc',
  };
  const [first] = await insertRequest(organization, asked);
  await becomeAdmin(page);
  await page.goto(`/admin/soumissions?demande=${first?.id}`);
  const pane = page.getByRole('region', { name: organization, exact: true });

  // Two presses, and another request of the same person, create one contact. The register has no municipality
  // for it.
  await insertRequest(`${organization} bis`, { email: email.toUpperCase() });
  await pane.getByRole('button', { name: 'Convertir en contact' }).click();
  await pane.getByLabel(/^Ville/).fill('Percé');
  await pane.getByLabel(/^Région/).fill('Gaspésie–Îles-de-la-Madeleine');
  await expectAccessible(page);
  await pane.getByRole('button', { name: 'Créer le contact' }).dblclick();
  const contactLink = pane.getByRole('link', { name: 'Ouvrir la fiche du contact' });
  const contactHref = await contactLink.getAttribute('href');
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
  // A request from a municipality of the register creates a contact at once.
  await api(`quote_requests?organization_name=eq.${encodeURIComponent(`${organization} bis`)}`, 'PATCH', {
    organization_name: 'Ville de Percé',
  });
  await page.goto(`/admin/soumissions?q=${encodeURIComponent(email)}`);
  await rowLink(page, 'Ville de Percé').click();
  const second = page.getByRole('region', { name: 'Ville de Percé', exact: true });
  await second.getByRole('button', { name: 'Convertir en contact' }).click();
  await expect(second.getByRole('link', { name: 'Ouvrir la fiche du contact' })).toHaveAttribute(
    'href',
    contactHref ?? 'none',
  );
  expect(await api(`contacts?select=name&email=ilike.${email}`)).toEqual([{ name: 'Élise Tremblay-Côté' }]);

  // One request loses its contact, then both are deleted.
  await page.getByLabel(`Sélectionner la demande de ${organization}`, { exact: true }).check();
  const actions = page.getByRole('region', { name: 'Actions sur la sélection' });
  await actions.getByRole('button', { name: 'Anonymiser' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(organization);
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Anonymiser' }).click();
  await expect(page.getByText('Renseignements personnels effacés')).toBeVisible();
  const left = await api(`quote_requests?select=*&id=eq.${first?.id}`);
  expect(left).toMatchObject([
    { organization_name: 'Demande anonymisée', organization_type: 'mrc', message: null },
  ]);
  expect(JSON.stringify(left)).not.toMatch(/Élise|elise|418/);
  await second.getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByText('Demande supprimée')).toBeVisible();
});

test('the inbox is worked by keyboard: next, archive, undo, close, back where one was', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const name = `Ville Clavier ${Date.now()}`;
  await insertRequest(`${name} A`);
  await insertRequest(`${name} B`);
  await becomeAdmin(page);
  await page.goto(`/admin/soumissions?statut=nouveau&q=${encodeURIComponent(name)}`);
  await expect(rowLink(page, `${name} A`)).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('region', { name: `${name} A` })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByText('Statut mis à jour')).toBeVisible();
  await expect(page.getByRole('region', { name: `${name} B` })).toBeVisible();
  await expect(rowLink(page, `${name} A`)).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(rowLink(page, `${name} A`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: `${name} B` })).toBeHidden();
  await expect(rowLink(page, `${name} B`)).toBeFocused();
});

test('the inbox is accessible, fits and shows enough rows, on a phone and on a laptop', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const name = `Municipalité ${'Interminable'.repeat(15)}`;
  for (let index = 0; index < 14; index++) {
    const phone = '418 555-0123';
    await insertRequest(`${index}${name}`, { phone, created_at: `2026-11-${10 + index}T15:00:00Z` });
  }
  await becomeAdmin(page);
  await page.goto('/admin/soumissions');
  await expect(page.locator('[data-request]').first()).toBeVisible();
  // The list has loaded; its other status message says how many rows there are.
  await expect(page.getByText(/^Chargement/)).toHaveCount(0);
  await expectAccessibleAndFits(page);
  for (const [width, height, least] of [
    [375, 812, 6],
    [1280, 800, 12],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.locator('[data-request]').first()).toBeVisible();
    const rows = await page.locator('[data-request]').evaluateAll((all) => {
      const frame = all[0]?.closest('.overflow-hidden')?.getBoundingClientRect().bottom ?? 0;
      const bottom = Math.min(window.innerHeight, frame);
      return all.filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
    });
    console.log(`rows of the inbox in full at ${width} × ${height}: ${rows}`);
    expect(rows).toBeGreaterThanOrEqual(least);
    await page.goto('/admin/soumissions');
  }
  await page.getByRole('checkbox').nth(1).check();
  await expect(page.getByRole('region', { name: 'Actions sur la sélection' })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.locator('[data-request] a').first().click();
  const pane = page.getByRole('region', { name: /Interminable/ });
  await expect(pane.getByRole('form', { name: 'Répondre' })).toBeVisible();
  await expectAccessibleAndFits(page);
  await pane.getByRole('button', { name: 'Anonymiser' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.goto('/admin/soumissions?q=introuvable');
  await expect(page.getByText('Aucune demande ne correspond à votre recherche')).toBeVisible();
  await expectAccessibleAndFits(page);
});

// Late requests would fill « Aujourd’hui » in the spec files that follow.
test.afterAll(() => api('quote_requests?organization_name=like.*Interminable*', 'DELETE'));
