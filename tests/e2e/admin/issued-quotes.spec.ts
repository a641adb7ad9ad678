import { api } from '../../support/api.ts';
import { expectAccessibleAndFits } from '../../support/axe.ts';
import { environment } from '../../support/environment.ts';
import { expect, openDashboard, test } from '../../support/fixtures.ts';
import { type Mail, mailsTo } from '../../support/mailbox.ts';

/** The message of that person that holds these words, once it has arrived. */
async function mailHolding(address: string, text: string): Promise<Mail> {
  const found = async () => (await mailsTo([address])).find((mail) => mail.text.includes(text));
  await expect.poll(found).toBeDefined();
  return (await found()) as Mail;
}

const publicQuote = (body: object) =>
  fetch(`${environment().stack.apiUrl}/functions/v1/public-quote`, {
    ...{ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
  });

test('a first quote, from a request to the trip: written, e-mailed, accepted with a code', async ({
  page,
}) => {
  const picture = async (name: string) => {
    if (!process.env.PICTURES) return;
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${process.env.PICTURES}/${name}-${width}.png`, fullPage: true });
    }
  };
  await api('settings?id=eq.1', 'PATCH', {
    ...{ tax_registered: true, tps_number: '123456789 RT0001', tvq_number: '1234567890 TQ0001' },
  });
  const [request] = await api<{ id: string }>('quote_requests?select=id&status=eq.nouveau&limit=1');
  await openDashboard(page);
  await page.goto(`/admin/soumissions?demande=${request?.id}`);
  await page.getByRole('button', { name: 'Nouveau devis' }).click();
  await expect(page).toHaveURL(/\/admin\/devis\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('textbox', { name: 'Courriel' })).not.toHaveValue('');
  await page.getByRole('textbox', { name: 'Objet' }).fill('Visite virtuelle du parc');
  await page.getByLabel('Ajouter un service du catalogue').selectOption('Rue numérisée');
  await page.getByLabel('Quantité, ligne 1').fill('10');
  await expect(page.getByRole('article')).toContainText(/1\s609,65/);
  await expect(page.getByRole('status').filter({ hasText: /^Enregistré$/ })).toBeVisible();
  await expectAccessibleAndFits(page);
  await picture('draft');
  const email = await page.getByRole('textbox', { name: 'Courriel' }).inputValue();
  await page.getByRole('button', { name: 'Envoyer par courriel' }).click();
  await expect(page.getByRole('dialog')).toContainText(email);
  await expectAccessibleAndFits(page);
  await picture('email');
  await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Devis \d{4}-001/);
  const quoteId = page.url().split('/').at(-1);

  // What the client gets, and what the public page sends for them.
  const letter = await mailHolding(email, '/devis/');
  const token = /\/devis\/([0-9a-f]{32})/.exec(letter.text)?.[1] ?? '';
  const ask = (body: object) => publicQuote({ token, ...body });
  await ask({ action: 'code' });
  const code = /\b\d{6}\b/.exec((await mailHolding(email, 'Voici le code')).text)?.[0];
  const accepted = await ask({
    ...{ action: 'accept', name: 'Jeanne Roy', jobTitle: 'Greffière', authority: 'resolution', code },
    ...{ resolutionNumber: '2026-114', resolutionDate: '2026-03-03', purchaseOrder: '' },
  });
  expect([accepted.status, await accepted.json()]).toMatchObject([
    200,
    { acceptance: { name: 'Jeanne Roy' } },
  ]);
  await mailHolding(email, 'certificat');

  await page.reload();
  await expect(page.getByRole('region', { name: 'Acceptation' })).toContainText('2026-114');
  await expect(page.getByRole('region', { name: 'Historique' })).toContainText('Copie signée, au client');
  await expectAccessibleAndFits(page);
  await picture('accepted');
  await page.getByRole('button', { name: 'Créer le déplacement' }).click();
  await expect(page).toHaveURL(/\/admin\/trip-plans\//);
  expect(await api(`quotes?select=status&id=eq.${quoteId}&trip_plan_id=not.is.null`)).toEqual([
    { status: 'accepté' },
  ]);
  await page.goto('/admin/devis');
  await expect(page.getByRole('list', { name: 'Devis par statut' })).toContainText(/1\s609,65/);
  await expectAccessibleAndFits(page);
  await picture('list');
});
