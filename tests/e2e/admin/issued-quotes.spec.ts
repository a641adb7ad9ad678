import { api } from '../../support/api.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, LENGTHS, test } from '../../support/fixtures.ts';
import { type Mail, mailsTo } from '../../support/mailbox.ts';

/** Waits for a message to a person that contains a text. */
async function mailHolding(address: string, text: string): Promise<Mail> {
  const found = async () => (await mailsTo([address])).find((mail) => mail.text.includes(text));
  await expect.poll(found).toBeDefined();
  return (await found()) as Mail;
}

for (const { isWhole, suffix, tag } of LENGTHS)
  test(`a first quote, from a request to the trip: written, e-mailed, accepted with a code${suffix}`, {
    tag,
  }, async ({ page, browser }) => {
    await api('studio?id=eq.1', 'PATCH', {
      ...{ tax_registered: true, tps_number: '123456789 RT0001', tvq_number: '1234567890 TQ0001' },
    });
    const [request] = await api<{ id: string }>('quote_requests?select=id&status=eq.nouveau&limit=1');
    await becomeAdmin(page);
    await page.goto(`/admin/soumissions?demande=${request?.id}`);
    await page.getByRole('button', { name: 'Nouveau devis' }).click();
    await expect(page).toHaveURL(/\/admin\/devis\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('textbox', { name: 'Courriel' })).not.toHaveValue('');
    await page.getByRole('textbox', { name: 'Objet' }).fill('Visite virtuelle du parc');
    await page.getByLabel('Ajouter un service du catalogue').selectOption('Rue numérisée');
    await page.getByLabel('Quantité, ligne 1').fill('10');
    await expect(page.getByRole('article')).toContainText(/1\s609,65/);
    await expect(page.getByRole('status').filter({ hasText: /^Enregistré$/ })).toBeVisible();
    if (isWhole) await expectAccessibleAndFits(page);
    else await expectAccessible(page);
    const address = page.getByRole('textbox', { name: 'Courriel' });
    // The whole address of the link is visible beside the document, at 1 280 px.
    expect(await address.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0);
    const email = await address.inputValue();
    await page.getByRole('button', { name: 'Envoyer par courriel' }).click();
    await expect(page.getByRole('dialog')).toContainText(email);
    if (isWhole) await expectAccessible(page);
    await page.getByRole('button', { name: 'Envoyer', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Devis \d{4}-\d{3}/);
    const quoteId = page.url().split('/').at(-1);

    // The client opens the link of the letter without an account, with a code from their own mailbox.
    const letter = await mailHolding(email, '/devis/');
    const client = await (await browser.newContext({ locale: 'fr-CA' })).newPage();
    await client.goto(/https?:\S+\/devis\/[0-9a-f]{32}/.exec(letter.text)?.[0] ?? '');
    await expect(client.getByRole('article')).toContainText(/1\s609,65/);
    if (isWhole) {
      const [pdf] = await Promise.all([
        client.waitForEvent('download'),
        client.getByRole('link', { name: 'Télécharger le PDF' }).click(),
      ]);
      expect(pdf.suggestedFilename()).toMatch(/^devis-\d{4}-\d{3}\.pdf$/);
    }
    await client.getByRole('button', { name: 'Accepter', exact: true }).click();
    await client.getByLabel('Votre nom').fill('Jeanne Roy');
    await client.getByLabel('Votre fonction').fill('Greffière');
    await client.getByLabel('Numéro de la résolution').fill('2026-114');
    await client.getByLabel('Date de la résolution').fill('2026-03-03');
    await client.getByRole('button', { name: 'Recevoir le code' }).click();
    const code = /\b\d{6}\b/.exec((await mailHolding(email, 'Voici le code')).text)?.[0] ?? '';
    if (isWhole) {
      await client.getByLabel('Code à six chiffres').fill(code === '000000' ? '111111' : '000000');
      await client.getByRole('button', { name: 'Accepter le devis' }).click();
      await expect(client.getByText('Ce code est inexact.')).toBeVisible();
    }
    await client.getByLabel('Code à six chiffres').fill(code);
    await client.getByRole('button', { name: 'Accepter le devis' }).click();
    await expect(client.getByRole('link', { name: /copie signée/i })).toBeVisible();
    await client.context().close();
    await mailHolding(email, 'certificat');

    await page.reload();
    await expect(page.getByRole('region', { name: 'Acceptation' })).toContainText('2026-114');
    await expect(page.getByRole('region', { name: 'Historique' })).toContainText('Copie signée, au client');
    if (!isWhole) return;
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Créer le déplacement' }).click();
    await expect(page).toHaveURL(/\/admin\/trip-plans\//);
    expect(await api(`quotes?select=status&id=eq.${quoteId}&trip_plan_id=not.is.null`)).toEqual([
      { status: 'accepté' },
    ]);
    await page.goto('/admin/devis');
    await expect(page.getByRole('list', { name: 'Devis par statut' })).toContainText(
      // The sum of all that were accepted, by other tests too.
      /Accepté\s\d+\s·\s[\d\s]+,\d\d/,
    );
    await expectAccessible(page);
  });
