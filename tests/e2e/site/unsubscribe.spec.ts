import type { Page } from '@playwright/test';
import { quebecDayAndTime } from '../../../src/admin/kit/lib/quebec-clock.ts';
import { api } from '../../support/api.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import {
  createCampaign,
  insertConsentingContact,
  refusal,
  removeConsentingContacts,
} from '../../support/consent.ts';
import { becomeAdmin, expect, LENGTHS, PROOF_TAG, stack, test } from '../../support/fixtures.ts';
import { mailsTo } from '../../support/mailbox.ts';

test.afterEach(removeConsentingContacts);

/** Returns the unsubscribe link in the message that the contact received. */
async function receivedLink(email: string): Promise<string> {
  expect((await createCampaign([await idOf(email)])).status).toBe(200);
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const [mail] = await mailsTo([email]);
        link = /https?:\/\/\S+\/desabonnement\?jeton=\S+/.exec(mail?.text ?? '')?.[0];
        return link;
      },
      { timeout: 60_000 },
    )
    .toBeTruthy();
  return String(link);
}

const idOf = async (email: string) => String((await api(`contacts?select=id&email=eq.${email}`))[0]?.id);
const withdrawals = (email: string) =>
  api(`consent_events?select=basis&basis=eq.withdrawn&email=eq.${email}`);
const confirm = (page: Page) => page.getByRole('button', { name: 'Me désabonner' });

for (const { isWhole, suffix, tag } of LENGTHS)
  test(`a message is received, its link opened and confirmed by keyboard, and no other campaign takes the person${suffix}`, {
    tag,
  }, async ({ page }) => {
    test.setTimeout(180_000);
    const { id, email } = await insertConsentingContact();
    const link = await receivedLink(email);
    const token = new URL(link).searchParams.get('jeton');
    expect(await refusal(id)).toBeNull();

    // Link scanners open the page, and call its functions with methods that must change nothing.
    for (const method of ['GET', 'HEAD']) {
      expect((await fetch(link, { method })).status).toBe(200);
      await fetch(`${stack.apiUrl}/rest/v1/rpc/unsubscribe?token=${token}`, {
        method,
        headers: { apikey: stack.publishableKey },
      });
    }
    await page.goto(link);
    await expect(confirm(page)).toBeVisible();
    await expect(page.getByText('Territoire 360 inc.').filter({ visible: true }).first()).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    if (isWhole) await page.reload();
    await expect(confirm(page)).toBeVisible();
    expect(await withdrawals(email)).toEqual([]);
    expect(await refusal(id)).toBeNull();

    await confirm(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'C’est fait' })).toBeFocused();
    await expect(page.getByText(/plus jamais de messages commerciaux/)).toBeVisible();
    expect(await withdrawals(email)).toHaveLength(1);
    expect(await refusal(id)).toBe('Désabonné');

    const next = await createCampaign([id]);
    expect(next.status).toBe(400);
    expect(next.body).toMatchObject({
      message: 'Un des contacts choisis ne peut plus recevoir de message (Désabonné)',
    });

    if (!isWhole) return;
    await page.reload();
    await expect(page.getByRole('heading', { name: 'C’est déjà fait' })).toBeVisible();
    await becomeAdmin(page);
    await page.goto(`/admin/contacts/${id}`);
    const card = page.getByRole('region', { name: 'Envois commerciaux' });
    await expect(card.getByText('Désabonné')).toBeVisible();
    await expect(card.getByRole('listitem').first()).toContainText('Consentement retiré');
    await expect(card.getByRole('listitem').first()).toContainText('Lien de désabonnement du message');
  });

test('the ledger takes a proof, and only a new express consent lifts a withdrawal', {
  tag: PROOF_TAG,
}, async ({ page, allowConsole }) => {
  // A proof older than the withdrawal is refused.
  allowConsole.push(/400 \(Bad Request\)/);
  const { id, email } = await insertConsentingContact();
  await becomeAdmin(page);
  await page.goto(`/admin/contacts/${id}`);
  const card = page.getByRole('region', { name: 'Envois commerciaux' });
  const today = quebecDayAndTime(new Date()).day;

  await card.getByRole('button', { name: 'Ajouter une preuve' }).click();
  const proof = page.getByRole('dialog', { name: 'Ajouter une preuve' });
  await proof.getByLabel(/^Fondement/).selectOption('Contrat écrit (2 ans)');
  await proof.getByLabel(/^Date du consentement/).fill('2026-10-31');
  await proof.getByLabel(/^Preuve/).fill('Contrat 2026-14');
  await expectAccessible(page);
  await proof.getByRole('button', { name: 'Ajouter au registre' }).click();
  await expect(card.getByRole('listitem').filter({ hasText: 'Contrat 2026-14' })).toContainText(
    'consigné par vous',
  );
  expect(await api(`consent_events?select=occurred_at,basis&basis=eq.contract&email=eq.${email}`)).toEqual([
    // Midnight in Québec, on daylight saving time.
    { basis: 'contract', occurred_at: expect.stringMatching(/^2026-10-31T04:00:00/) },
  ]);

  await card.getByRole('button', { name: 'Retirer des envois' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirer des envois' }).click();
  await expect(card.getByText("Retiré des envois par l'équipe")).toBeVisible();
  expect(await refusal(id)).toBe("Retiré des envois par l'équipe");

  await card.getByRole('button', { name: 'Lever le retrait' }).click();
  const lift = page.getByRole('dialog', { name: 'Lever le retrait' });
  await lift.getByLabel(/^Raison/).fill('A rappelé');
  await lift.getByLabel(/^Date du consentement/).fill('2026-10-31');
  await lift.getByLabel(/^Preuve/).fill('Courriel du jour');
  await lift.getByRole('button', { name: 'Lever le retrait' }).click();
  await expect(lift.getByRole('alert')).toContainText('Le nouveau consentement doit suivre le retrait');
  await expectAccessible(page);
  expect(await refusal(id)).toBe("Retiré des envois par l'équipe");
  await lift.getByLabel(/^Date du consentement/).fill(today);
  await lift.getByRole('button', { name: 'Lever le retrait' }).click();
  await expect(card.getByText('Envoi permis')).toBeVisible();
  await expect(card.getByText(/Retrait levé.: A rappelé/)).toBeVisible();
  expect(await refusal(id)).toBeNull();
});

test('every state of the page is accessible and fits, on a phone and on a laptop', {
  tag: PROOF_TAG,
}, async ({ page, context, allowConsole }) => {
  allowConsole.push(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/);
  const { id, email } = await insertConsentingContact();
  expect((await createCampaign([id])).status).toBe(200);
  const [send] = await api(`email_sends?select=unsubscribe_token&recipient_email=eq.${email}`);
  const link = `/desabonnement?jeton=${send?.unsubscribe_token}`;
  await page.goto(link);
  await expect(confirm(page)).toBeVisible();
  await expectAccessibleAndFits(page);

  await context.setOffline(true);
  await confirm(page).click();
  await expect(page.getByRole('alert')).toContainText('n’a pas pu être enregistré');
  await expectAccessibleAndFits(page);
  await context.setOffline(false);
  expect(await refusal(id)).toBeNull();
  await confirm(page).click();
  await expect(page.getByRole('heading', { name: 'C’est fait' })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'C’est déjà fait' })).toBeVisible();
  await expectAccessibleAndFits(page);

  await page.goto('/desabonnement?jeton=00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Ce lien est incomplet' })).toBeVisible();
  await expectAccessibleAndFits(page);

  await page.route('**/rpc/unsubscribe_page', (route) => route.abort());
  await page.goto(link);
  await expect(page.getByText('Impossible de vérifier le lien')).toBeVisible({ timeout: 15_000 });
  await expectAccessibleAndFits(page);
});
