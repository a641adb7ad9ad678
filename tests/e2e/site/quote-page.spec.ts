import type { Page } from '@playwright/test';
import { EVERY_WIDTH, expectAccessibleAndFits, expectFits } from '../../support/axe.ts';
import { expect, PROOF_TAG, test } from '../../support/fixtures.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const accepted = {
  ...{ name: 'Marguerite Bélanger-Thériault', jobTitle: 'Directrice générale et greffière-trésorière' },
  acceptedAt: '2026-11-10T15:00:00Z',
};
const quoteLine = (description: string, quantity: string, unit: string, price: number, amount: number) => ({
  ...{ description, quantity, unit, unitPriceCents: price, amountCents: amount },
});

/** A quote as the edge function returns it, with the longest words that a municipality has. */
const quote = {
  ...{ number: '2026-014', revision: 2, date: '2026-11-02', validUntil: '2026-12-02' },
  subject: 'Visite virtuelle du parc et relevé des rues neuves avant déneigement',
  studio: {
    ...{ name: 'Territoire 360', legalName: 'Territoire 360 inc.', phone: '418 555-0136', neq: '1170000000' },
    ...{ address: '1, rue du Quai, Saguenay (Québec)  G7H 1A1', email: 'bonjour@territoire360.example' },
    ...{
      website: '',
      taxStatus: 'registered',
      gstNumber: '123456789 RT0001',
      qstNumber: '1234567890 TQ0001',
    },
  },
  client: {
    organization: 'Municipalité régionale de comté des Laurentides-et-de-la-Haute-Côte-Nord-du-Saint-Laurent',
    ...{ contactName: accepted.name, contactTitle: accepted.jobTitle, phone: '' },
    ...{ email: 'greffe.municipal.de.la.mrc@laurentides-haute-cote-nord.example', address: '' },
  },
  lines: [
    quoteLine('Captation du parc linéaire, 24 points de vue', '1.000', 'forfait', 8_450_000, 8_450_000),
    quoteLine('Rues neuves, captation Street View', '38.500', 'km', 95_000, 3_657_500),
    quoteLine('Hébergementdesimagespanoramiquessanscoupurepossible', '12.000', 'mois', 4_900, 58_800),
  ],
  discount: { label: 'Rabais de fidélité', cents: 216_300 },
  totals: {
    ...{ subtotalCents: 12_166_300, discountCents: 216_300, taxableCents: 11_950_000 },
    ...{ gstCents: 597_500, qstCents: 1_192_013, totalCents: 13_739_513 },
  },
  delivery: 'Dans les six semaines qui suivent la captation.',
  terms: '30 jours nets. Les images appartiennent à la municipalité.',
  notes: '',
};

/** Answers in place of the edge function, so that each state can be shown without producing it. */
async function serve(page: Page, status: string, refusals: Record<string, object> = {}): Promise<void> {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  await page.unrouteAll();
  await page.route('**/functions/v1/public-quote', async (route) => {
    const request = route.request();
    if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    const { action } = request.postDataJSON() as { action: string };
    const refusal = refusals[action];
    if (refusal) return route.fulfill({ status: 403, headers, json: refusal });
    if (action !== 'read') return route.fulfill({ status: 204, headers });
    const acceptance = status === 'accepté' ? accepted : null;
    return route.fulfill({
      ...{ headers, json: { status, document: quote, emailHint: 'g•••@laurentides.example', acceptance } },
    });
  });
}

const open = (page: Page) => page.goto(`/devis/${TOKEN}`);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.PICTURES) return;
  for (const width of EVERY_WIDTH) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}.png`, fullPage: true });
  }
}

test('every state of the page of a quote is accessible and fits, on a phone and on a laptop', {
  tag: PROOF_TAG,
}, async ({ page, allowConsole }) => {
  test.setTimeout(180_000);
  allowConsole.push(/403 \(Forbidden\)/, /ERR_FAILED/);
  await serve(page, 'envoyé', {
    accept: { code: 'code_wrong', left: 4, message: 'Ce code n’est pas le bon. Il reste 4 essais.' },
  });
  await open(page);
  await expect(page.getByRole('article', { name: 'Devis 2026-014, révision 2' })).toBeVisible();
  await expectAccessibleAndFits(page, EVERY_WIDTH);
  await picture(page, 'sent');

  await press(page, 'Accepter');
  await press(page, 'Recevoir le code');
  await expect(page.getByText('Le numéro de la résolution est requis')).toBeVisible();
  await expectAccessibleAndFits(page, EVERY_WIDTH);
  await page.getByLabel('Votre nom').fill(accepted.name);
  await page.getByLabel('Votre fonction').fill(accepted.jobTitle);
  await page.getByLabel('Numéro de la résolution').fill('2026-11-214');
  await page.getByLabel('Date de la résolution').fill('9 novembre 2026');
  await press(page, 'Recevoir le code');
  await page.getByLabel('Code à six chiffres').fill('123456');
  await press(page, 'Accepter le devis');
  await expect(page.getByText('Il reste 4 essais')).toBeVisible();
  await expectAccessibleAndFits(page, EVERY_WIDTH);
  await picture(page, 'accept');
  await press(page, 'Retour');
  await press(page, 'Poser une question');
  await expectAccessibleAndFits(page, EVERY_WIDTH);
  await picture(page, 'question');

  for (const status of ['accepté', 'refusé', 'expiré', 'remplacé', 'annulé']) {
    await serve(page, status);
    await open(page);
    await expect(page.getByRole('region', { name: 'Votre réponse' })).toContainText(status);
    await expectAccessibleAndFits(page, EVERY_WIDTH);
  }
  await serve(page, 'accepté');
  await open(page);
  await expect(page.getByRole('link', { name: 'Télécharger la copie signée' })).toBeVisible();
  await picture(page, 'accepted');
  if (process.env.PICTURES) await page.pdf({ path: `${process.env.PICTURES}/printed.pdf`, format: 'Letter' });

  await page.goto('/devis/coupé');
  await expect(page.getByRole('heading', { name: 'Ce lien n’ouvre aucun devis' })).toBeVisible();
  await expectAccessibleAndFits(page, EVERY_WIDTH);
  await page.route('**/functions/v1/public-quote', (route) => route.abort());
  await open(page);
  await expect(page.getByText('Impossible d’ouvrir le devis')).toBeVisible({ timeout: 15_000 });
  await expectAccessibleAndFits(page, EVERY_WIDTH);
  await picture(page, 'unreachable');
});
