import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { api, type Row } from '../../support/api.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, openDashboard, stack, test } from '../../support/fixtures.ts';
import { mailsTo } from '../../support/mailbox.ts';
import { fillQuote } from '../../support/quote-form.ts';

/** What our own server leaves in the inbox: no e-mail, no limit. */
const leave = (organization: string, more: Row = {}) =>
  api('quote_requests', 'POST', {
    ...{ organization_name: organization, contact_name: 'Ève Côté', email: `${Date.now()}@exemple.test` },
    ...{ organization_type: 'ville', service_type: 'street-view', ...more },
  });

/** The messages that an address has received, of those that hold a text. */
const mailsHolding = async (address: string, text = '') =>
  (await mailsTo([address])).filter((mail) => mail.text.includes(text));

const row = (page: Page, organization: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: organization, exact: true }) });
/** Of the sidebar, also while a dialog hides it from assistive technology. */
const badge = (page: Page) =>
  page.locator(':not(dialog) > nav li').filter({ hasText: 'Soumissions' }).locator('span[id]');

test('a request goes from the visitor to its answer, becomes one contact, a file, and nobody', async ({
  page,
  browser,
}) => {
  const organization = `MRC des Essais ${Date.now()}`;
  await openDashboard(page);
  const before = Number((await badge(page).textContent())?.match(/\d+/)?.[0] ?? 0);

  const visitor = await (await browser.newContext({ baseURL: stack.webUrl, locale: 'fr-CA' })).newPage();
  await visitor.goto('/contact');
  await fillQuote(visitor, organization);
  const email = await visitor.getByLabel('Adresse courriel').inputValue();
  await visitor.getByRole('button', { name: /Envoyer/ }).click();
  await expect(visitor.getByText('Demande envoyée avec succès')).toBeVisible();
  await visitor.context().close();

  // Both e-mails, once each.
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
  expect(notice?.html).toContain('Nous voulons montrer nos rues.');
  const [link = ''] = /https?:\S+\/admin\/soumissions\?demande=\S+/.exec(notice?.text ?? '') ?? [];

  // The badge follows when the window is looked at again; the link of the message leads to the request.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(badge(page)).toContainText(String(before + 1));
  await page.goto(link);
  const dialog = page.getByRole('dialog', { name: organization });
  await expect(dialog).toContainText('Merci !');
  await expect(dialog.getByRole('region', { name: 'Courriels' }).getByText('Envoyé')).toHaveCount(2);
  await page.reload();
  await expect(dialog).toBeVisible();
  await expectAccessible(page);

  await dialog.getByLabel('Statut').selectOption('En cours');
  await dialog.getByRole('button', { name: 'Appliquer' }).click();
  await expect(page.getByText('Statut mis à jour')).toBeVisible();
  await expect(badge(page)).toContainText(before > 0 ? String(before) : '');
  const reply = dialog.getByRole('link', { name: 'Répondre' });
  expect(await reply.getAttribute('href')).toMatch(
    new RegExp(`^mailto:${email.replace('.', '\\.')}\\?subject=Votre`),
  );
  // There is no mail program here: the link is only pressed.
  await reply.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()));
  await reply.click();
  await dialog.getByRole('button', { name: 'Marquer « répondu »' }).click();
  await expect(dialog.getByLabel('Statut')).toHaveValue('répondu');
  await expect(dialog.getByText(/Répondu le/)).toBeVisible();

  // Pressed twice, and again for a second request of the same person: one contact.
  await leave(`${organization} bis`, { email: email.toUpperCase() });
  await dialog.getByRole('button', { name: 'Convertir en contact' }).click();
  await dialog.getByLabel(/Ville/).fill('Percé');
  await dialog.getByLabel(/Région/).selectOption('Gaspésie–Îles-de-la-Madeleine');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Créer le contact' }).dblclick();
  const contactLink = dialog.getByRole('link', { name: 'Ouvrir la fiche du contact' });
  const contactHref = await contactLink.getAttribute('href');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await row(page, `${organization} bis`)
    .getByRole('link', { name: `${organization} bis`, exact: true })
    .click();
  const second = page.getByRole('dialog', { name: `${organization} bis` });
  await second.getByRole('button', { name: 'Convertir en contact' }).click();
  await second.getByLabel(/Ville/).fill('Percé');
  await second.getByLabel(/Région/).selectOption('Gaspésie–Îles-de-la-Madeleine');
  await second.getByRole('button', { name: 'Créer le contact' }).click();
  await expect(second.getByRole('link', { name: 'Ouvrir la fiche du contact' })).toHaveAttribute(
    'href',
    contactHref ?? 'none',
  );
  expect(await api(`contacts?select=name&email=ilike.${email}`)).toEqual([{ name: 'Élise Tremblay-Côté' }]);
  await page.keyboard.press('Escape');
  await expect(second).toBeHidden();

  // The file holds what the list shows.
  await page.getByLabel('Rechercher une demande').fill(organization.toLowerCase());
  await expect(page.getByRole('row')).toHaveCount(3);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^soumissions-\d{4}-\d\d-\d\d\.csv$/);
  const csv = readFileSync(await file.path(), 'utf8');
  expect(csv.startsWith('\uFEFF"Reçue le";')).toBe(true);
  expect(csv.match(/MRC des Essais/g)).toHaveLength(2);
  expect(csv).toContain('Nous voulons montrer nos rues.\nMerci !');

  // One loses its person, then both go.
  await page.getByLabel(`Sélectionner la demande de ${organization}`, { exact: true }).check();
  const actions = page.getByRole('region', { name: 'Actions sur la sélection' });
  await actions.getByRole('button', { name: 'Anonymiser' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(organization);
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Anonymiser' }).click();
  await expect(page.getByText('Renseignements personnels effacés')).toBeVisible();
  const left = await api(`quote_requests?select=*&id=eq.${link.split('=').at(-1)}`);
  expect(left).toMatchObject([
    { organization_name: 'Demande anonymisée', organization_type: 'mrc', message: null },
  ]);
  expect(JSON.stringify(left)).not.toMatch(/Élise|elise|418/);
  await row(page, `${organization} bis`)
    .getByRole('button', { name: `Supprimer la demande de ${organization} bis` })
    .click();
  await expect(page.getByText('Demande supprimée')).toBeVisible();
  await expect(page.getByText('Aucune demande ne correspond à votre recherche')).toBeVisible();
});

test('the inbox is worked by keyboard: open, change, close, back where one was', async ({ page }) => {
  const organization = `Ville Clavier ${Date.now()}`;
  await leave(organization);
  await becomeAdmin(page);
  await page.goto(`/admin/soumissions?q=${encodeURIComponent(organization)}`);
  const link = page.getByRole('link', { name: organization, exact: true });
  await link.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: organization });
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Statut').focus();
  await page.keyboard.type('Rép');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Statut mis à jour')).toBeVisible();
  await expect(dialog.getByLabel('Statut')).toHaveValue('répondu');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
});

test('the inbox is accessible and fits, on a phone and on a laptop', async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/soumissions');
  await expect(page.getByRole('table')).toBeVisible();
  // Loading is over; a list may keep a status of its own, that says how many rows answer.
  await expect(page.getByText(/^Chargement/)).toHaveCount(0);
  await expectAccessibleAndFits(page);
  await page.getByRole('checkbox').nth(1).check();
  await expect(page.getByRole('region', { name: 'Actions sur la sélection' })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page
    .getByRole('link', { name: /^Ouvrir la demande de/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Anonymiser' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.goto('/admin/soumissions?q=introuvable');
  await expect(page.getByText('Aucune demande ne correspond à votre recherche')).toBeVisible();
  await expectAccessibleAndFits(page);
});
