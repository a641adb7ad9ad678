import { api } from '../../support/api.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import {
  createCampaign,
  insertConsentingContact,
  refusal,
  removeConsentingContacts,
} from '../../support/consent.ts';
import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

const DAY = 86_400_000;

test.beforeEach(async ({ page }) => {
  test.slow();
  await becomeAdmin(page);
});
test.afterEach(removeConsentingContacts);

/** Creates a campaign with follow-ups whose first messages were sent, and returns its address. */
async function sentCampaign(names: string[]): Promise<string> {
  const people = [];
  for (const name of names) people.push(await insertConsentingContact(name));
  const { status, body: id } = await createCampaign(
    people.map((person) => person.id),
    {
      ...{ send_now: false, send_date: new Date(Date.now() + 30 * DAY) },
      steps: [{ delay_days: 5, template_id: null, subject: 'Suite', body: 'Bonjour,\n\nUne suite.' }],
    },
  );
  expect(status).toBe(200);
  // The rows are as the server leaves them after the provider accepted the messages.
  await api(`email_sends?campaign_id=eq.${id}`, 'PATCH', { status: 'envoyé', finished_at: new Date() });
  return `/admin/campaigns/${id}`;
}

test('an answer, a bounce and a stop each hold the follow-up back, and a start brings it again', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.goto(await sentCampaign(['Ève Répond', 'Léo Rebond', 'Zoé Attend']));
  const followups = page.getByRole('table', { name: 'Relances' });
  const line = (name: string) => followups.getByRole('row').filter({ hasText: name });
  await expect(line('Ève Répond')).toContainText(/\d{4} à \d+.h/);

  await page.getByRole('button', { name: /^A répondu.: Ève Répond$/ }).press('Enter');
  await expect(line('Ève Répond')).toContainText(/Arrêtées.: A répondu/);

  await page.getByRole('button', { name: /^Noter un rebond.: Léo Rebond$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Noter un rebond' });
  await dialog.getByLabel(/^Ce que dit le serveur/).fill('550 inconnue');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Noter le rebond' }).click();
  await expect(line('Léo Rebond')).toContainText(/Arrêtées.: Adresse en erreur permanente/);
  const figures = page.getByRole('region', { name: 'Retours' }).getByRole('listitem');
  await expect(figures.filter({ hasText: 'Rebonds' })).toHaveText(/^Rebonds 1 \(/);
  await expect(figures.filter({ hasText: 'Réponses' })).toHaveText(/^Réponses 1 \(/);
  const [bounced] = await api(`contacts?select=id&name=eq.Léo Rebond&email=like.partant-*`);
  expect(await refusal(String(bounced?.id))).toBe('Adresse en erreur permanente');

  await page.getByRole('button', { name: 'Arrêter les relances de Zoé Attend' }).click();
  await expect(line('Zoé Attend')).toContainText(/Arrêtées.: Relances arrêtées par l’équipe/);
  await page.getByRole('button', { name: 'Reprendre les relances de Zoé Attend' }).click();
  await expect(line('Zoé Attend')).toContainText(/\d{4} à \d+.h/);
  await page.getByRole('button', { name: 'Arrêter les relances', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Arrêter les relances' }).click();
  await expect(line('Zoé Attend')).toContainText(/Arrêtées.: Relances arrêtées pour la campagne/);
  await page.getByRole('button', { name: 'Reprendre les relances', exact: true }).click();
  await expect(line('Zoé Attend')).toContainText(/\d{4} à \d+.h/);
});

test('feedback, follow-ups, retention and register are accessible and fit, on a phone and on a laptop', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const campaign = await sentCampaign(['Zoé Attend']);
  await page.goto(campaign);
  await expect(page.getByRole('table', { name: 'Relances' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Retours' })).toBeVisible();
  await expectAccessibleAndFits(page);

  await page.goto('/admin/parametres');
  await page.getByRole('link', { name: 'Données personnelles' }).click();
  await expect(page.getByRole('form', { name: 'Conservation des données' })).toBeVisible();
  const quotes = page.getByLabel(/^Demandes de soumission/);
  await quotes.fill('1');
  await expect(page.getByText(/sera anonymisée|seront anonymisées/)).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByRole('alertdialog', { name: 'Appliquer ces règles' })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.getByRole('button', { name: 'Annuler' }).click();
  expect(await api('retention_settings?select=quote_requests_months')).toEqual([
    { quote_requests_months: null },
  ]);
});
