import { readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { api, changeSettings } from '../../support/api.ts';
import { type Audience, gatherAudience } from '../../support/audience.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, LENGTHS, PROOF_TAG, test } from '../../support/fixtures.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { mailsTo, receivedBy } from '../../support/mailbox.ts';

/** Time in which the server takes over from a closed browser (15 s) and sends, on a busy machine. */
const SENT_BY_SERVER = { timeout: 180_000 };

test.beforeEach(async ({ page }) => {
  test.slow();
  await changeSettings('sending_settings', { daily_cap: 50_000 });
  await becomeAdmin(page);
});

const firstRow = (page: Page) => page.getByRole('table', { name: 'Campagnes' }).getByRole('row').nth(1);
const progress = (page: Page) => page.getByRole('region', { name: 'Progression' }).getByRole('status');

/** Fills in the campaign form for an audience, up to its last step. */
async function fillCampaign(page: Page, name: string, { mark }: Audience, template?: string) {
  await page.goto('/admin/campaigns/new');
  await page.getByLabel('Nom de la campagne').fill(name);
  const choice = page.getByLabel(/^Template \*/);
  await choice.selectOption(template ? { label: template } : { index: 1 });
  await page.getByRole('searchbox', { name: 'Rechercher un contact' }).fill(mark);
  await page.getByRole('button', { name: 'Tout sélectionner' }).click();
}

async function confirm(page: Page, button: 'Envoyer' | 'Programmer') {
  await page.getByRole('button', { name: 'Créer la campagne' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/campaigns$/);
  await firstRow(page).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/admin\/campaigns\/[0-9a-f-]{36}$/);
  return page.url().split('/').at(-1) as string;
}

async function schedule(page: Page, day: string, time: string) {
  await page.getByRole('radio', { name: 'Programmer l’envoi' }).check();
  await page.getByRole('textbox', { name: 'Date d’envoi' }).fill(day);
  await page.getByLabel('Heure d’envoi').fill(time);
}

/** Lets a number of calls of the sender through, and holds the next ones until they are released. */
async function holdAfter(page: Page, passes: number) {
  const held: Route[] = [];
  let isOpen = false;
  let count = 0;
  await page.route('**/functions/v1/send-campaign-email', (route) => {
    if (route.request().method() === 'OPTIONS' || isOpen || count++ < passes) return route.continue();
    held.push(route);
  });
  return {
    held,
    release: async () => {
      isOpen = true;
      for (const route of held.splice(0)) await route.continue();
    },
  };
}

/** Lines of the exported file, the heading first. */
async function exportedLines(page: Page): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter (CSV)' }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
}

for (const { isWhole, suffix, tag } of LENGTHS)
  test(`a template becomes messages, each as it was shown, once${suffix}`, { tag }, async ({ page }) => {
    const count = isWhole ? 8 : 3;
    const people = await gatherAudience(count);
    const template = `Modèle ${people.mark}`;
    const subject = 'Une visite de {ville}';
    const body =
      'Bonjour {nom|vous},\n\nVoici **notre** offre pour {entreprise}\u00a0:\n- une visite\n\nhttps://exemple.test/';
    if (isWhole) {
      await page.goto('/admin/email-templates/new');
      await page.getByLabel('Nom').fill(template);
      await page.getByLabel('Sujet').fill(subject);
      await page.getByLabel('Message').fill(body);
      await page.getByRole('button', { name: 'Enregistrer' }).click();
      await expect(page.getByText('Template créé')).toBeVisible();
    } else await api('email_templates', 'POST', { name: template, subject, body });

    await fillCampaign(page, `Envoi ${people.mark}`, people, template);
    await expect(page.getByText(new RegExp(`^${count}/\\d+ sélectionnés$`))).toBeVisible();
    const preview = page.getByRole('region', { name: /^À Ève/ });
    await expect(preview.getByText('Une visite de Percé')).toBeVisible();
    await expect(preview.getByText('Territoire 360 inc.', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Créer la campagne' }).click();
    await expect(page.getByRole('alertdialog', { name: `Envoyer à ${count} personnes?` })).toBeVisible();
    if (isWhole) await expectAccessible(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Envoyer', exact: true }).dblclick();
    await expect(firstRow(page)).toContainText(new RegExp(`Envoi terminé.*${count}.envoyés`), SENT_BY_SERVER);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await firstRow(page).getByRole('link').first().click();
    await expect(progress(page)).toContainText('Tous les emails ont été envoyés');
    await expect(page.getByRole('row').filter({ hasText: 'Envoyé' })).toHaveCount(count);
    await expectAccessible(page);

    expect(await receivedBy(people.emails)).toEqual(people.emails.map(() => 1));
    expect(await api(`campaigns?name=eq.Envoi ${people.mark}&select=status`)).toEqual([
      { status: 'terminé' },
    ]);
    const [mail] = await mailsTo([people.emails.at(-1) as string]);
    expect(mail?.subject).toBe('Une visite de Percé');
    expect(mail?.from).toEqual([{ address: 'bonjour@territoire360.example', name: 'Territoire 360' }]);
    expect(mail?.html).toContain(`<p>Bonjour Ève ${count},</p>`);
    expect(mail?.html).toContain(`<strong>notre</strong> offre pour ${people.mark} n° ${count}`);
    expect(mail?.html).toContain('<a href="https://exemple.test/">');
    expect(mail?.text).toContain(
      `Bonjour Ève ${count},\n\nVoici notre offre pour ${people.mark} n° ${count}`,
    );
    for (const form of [mail?.html, mail?.text]) {
      expect(form).toContain('100, rue du Quai');
      expect(form).toMatch(/\/desabonnement\?jeton=[0-9a-f-]{36}/);
    }
    expect(mail?.headers['list-unsubscribe']).toMatch(/^<http\S+\/unsubscribe\?jeton=[0-9a-f-]{36}>$/);
    expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');

    if (isWhole) {
      // The message is shown as sent, and the export has every message.
      await page.getByRole('searchbox', { name: 'Rechercher un destinataire' }).fill('eve7@');
      await page.getByRole('button', { name: 'Voir le message à Ève 7' }).click();
      const dialog = page.getByRole('dialog', { name: 'Message à Ève 7' });
      await expect(dialog.getByText('Bonjour Ève 7,')).toBeVisible();
      await expect(dialog.getByText('100, rue du Quai')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox').fill('');
      expect(await exportedLines(page)).toHaveLength(9);
    }
    await people.remove();
  });

test(
  'from the list of campaigns to messages that leave, by keyboard alone',
  { tag: PROOF_TAG },
  async ({ page }, info) => {
    const people = await gatherAudience(2);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/admin/campaigns');
    await expect(page.getByRole('heading', { level: 1, name: 'Campagnes' })).toBeVisible();
    const keys = new Keyboard(page);
    await keys.tabTo(page.getByRole('link', { name: 'Aller au contenu' }));
    await keys.press('Enter');
    await keys.tabTo(page.getByRole('link', { name: 'Nouvelle campagne' }));
    await keys.press('Enter');
    await expect(page.getByLabel('Nom de la campagne')).toBeVisible();
    await keys.tabTo(page.getByLabel('Nom de la campagne'));
    await keys.type(`Clavier ${people.mark}`);
    await keys.tabTo(page.getByLabel(/^Template \*/));
    await keys.press('ArrowDown');
    await keys.tabTo(page.getByRole('searchbox', { name: 'Rechercher un contact' }));
    await keys.type(people.mark);
    await keys.tabTo(page.getByRole('button', { name: 'Tout sélectionner' }), 5, 'Shift+Tab');
    await keys.press('Enter');
    await expect(page.getByText(/^2\/\d+ sélectionnés$/)).toBeVisible();
    await keys.tabTo(page.getByRole('button', { name: 'Créer la campagne' }));
    await keys.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Envoyer à 2 personnes?' });
    await expect(question).toBeVisible();
    // Escape cancels the confirmation, and the form is unchanged.
    await keys.press('Escape');
    await expect(question).toBeHidden();
    await expect(page.getByRole('button', { name: 'Créer la campagne' })).toBeFocused();
    await keys.press('Enter');
    await keys.tabTo(question.getByRole('button', { name: 'Envoyer', exact: true }), 5);
    await keys.press('Enter');
    await expect(page).toHaveURL(/\/admin\/campaigns$/);
    await expect(page.getByText('Campagne créée avec 2 emails')).toBeVisible();
    await expect(firstRow(page)).toContainText(/Envoi terminé.*2.envoyés/, SENT_BY_SERVER);
    expect(await receivedBy(people.emails)).toEqual([1, 1]);
    info.annotations.push({ type: 'keys', description: keys.record() });
    console.log(`By keyboard alone, ${keys.pressed.length} presses: ${keys.record()}`);
    // The limit is twelve actions, with the keys that lead from one to the next.
    expect(keys.pressed.length).toBeLessThanOrEqual(60);
    await people.remove();
  },
);

test('the tab closed after the third message loses none of the 25, and doubles none', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const people = await gatherAudience(25);
  await fillCampaign(page, `Onglet ${people.mark}`, people);
  const calls = await holdAfter(page, 3);
  const id = await confirm(page, 'Envoyer');
  await expect.poll(() => calls.held.length).toBe(1);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /^3 sur 25$/);
  await expect(page.getByText('Vous pouvez changer de page, l’envoi continue.')).toBeVisible();
  await page.close();
  // The campaign is no longer reserved for the tab, as after fifteen seconds.
  await api(`campaigns?id=eq.${id}`, 'PATCH', { driven_until: null });
  await expect
    .poll(async () => (await api(`campaigns?id=eq.${id}&select=status`))[0]?.status, SENT_BY_SERVER)
    .toBe('terminé');
  expect(await receivedBy(people.emails)).toEqual(people.emails.map(() => 1));
  await people.remove();
});

test('two tabs, a double click and the server together send each message once', { tag: PROOF_TAG }, async ({
  page,
  context,
}) => {
  const people = await gatherAudience(12);
  await fillCampaign(page, `Ensemble ${people.mark}`, people);
  const calls = await holdAfter(page, 2);
  const id = await confirm(page, 'Envoyer');
  await expect.poll(() => calls.held.length).toBe(1);
  const other = await context.newPage();
  await other.goto(`/admin/campaigns/${id}`);
  await other.getByRole('button', { name: 'Mettre en pause' }).click();
  await other.getByRole('button', { name: 'Reprendre' }).dblclick();
  // From here on both tabs send the same messages, and the server takes part every three seconds.
  await calls.release();
  await expect(progress(other)).toContainText('Tous les emails ont été envoyés', SENT_BY_SERVER);
  await expect(progress(page)).toContainText('Tous les emails ont été envoyés', SENT_BY_SERVER);
  expect(await receivedBy(people.emails)).toEqual(people.emails.map(() => 1));
  await people.remove();
});

test('a scheduled campaign counts down, changes its date, and leaves by itself at its time', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const people = await gatherAudience(2);
  await fillCampaign(page, `Prévue ${people.mark}`, people);
  await schedule(page, '2031-03-09', '02:30');
  await page.getByRole('button', { name: 'Créer la campagne' }).click();
  await expect(page.getByText(/Cette heure n’existe pas ce jour-là/)).toBeVisible();
  await schedule(page, '2031-07-01', '09:30');
  const id = await confirm(page, 'Programmer');
  await expect(page.getByText('Campagne créée avec 2 emails')).toBeVisible();
  await expect(progress(page)).toContainText('Envoi prévu: 01 juillet 2031 à 09:30');
  await expect(progress(page)).toContainText(/dans .* ans/);
  expect(await api(`campaigns?id=eq.${id}&select=send_date,status`)).toEqual([
    { send_date: '2031-07-01T13:30:00+00:00', status: 'programmé' },
  ]);

  await page.getByRole('button', { name: 'Changer la date' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changer la date d’envoi' });
  await dialog.getByLabel('Heure d’envoi').fill('10:15');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Changer la date' }).click();
  await expect(progress(page)).toContainText('01 juillet 2031 à 10:15');
  await page.goto('/admin/campaigns');
  const card = page.getByRole('row').filter({ hasText: people.mark });
  await expect(card.getByText('Envoi prévu: 01 juillet 2031 à 10:15')).toBeVisible();

  // The planned time of the campaign has come.
  await api(`campaigns?id=eq.${id}`, 'PATCH', { send_date: new Date(Date.now() - 60_000).toISOString() });
  await expect
    .poll(async () => (await api(`campaigns?id=eq.${id}&select=status`))[0]?.status, SENT_BY_SERVER)
    .toBe('terminé');
  await card.getByRole('link', { name: 'Voir' }).click();
  await expect(progress(page)).toContainText('Tous les emails ont été envoyés');
  expect(await receivedBy(people.emails)).toEqual([1, 1]);

  await people.remove();
});

test('stopped, resumed, retried and cancelled: the figures stay true', { tag: PROOF_TAG }, async ({
  page,
  allowConsole,
}) => {
  // The message that was being sent when the campaign stopped is refused.
  allowConsole.push(/409 \(Conflict\)/);
  const people = await gatherAudience(5);
  await fillCampaign(page, `Pause ${people.mark}`, people);
  const calls = await holdAfter(page, 1);
  const id = await confirm(page, 'Envoyer');
  await expect.poll(() => calls.held.length).toBe(1);
  await page.getByRole('button', { name: 'Arrêter' }).click();
  await expect(progress(page)).toContainText("Mise en pause par l'équipe");
  await expectAccessible(page);
  await calls.release();
  // Neither the server nor this tab may send while the campaign is paused.
  await expect.poll(async () => (await receivedBy(people.emails)).filter(Boolean).length).toBe(1);

  // One message fails for good in the meantime.
  const [failed] = await api(`email_sends?campaign_id=eq.${id}&status=eq.programmé&select=id&limit=1`);
  const finished_at = new Date().toISOString();
  await api(`email_sends?id=eq.${failed?.id}`, 'PATCH', {
    status: 'échec',
    last_error: 'Boîte pleine',
    finished_at,
  });
  await page.getByRole('button', { name: 'Reprendre' }).click();
  // A notification stays while the pointer is over it.
  await page.mouse.move(0, 0);
  await expect(progress(page)).toContainText('4 envoyés, 1 en échec', SENT_BY_SERVER);
  await expect(page.getByText('Tous les emails ont été envoyés')).toHaveCount(0);
  await page.getByRole('button', { name: /^Filtrer/ }).click();
  await page.getByRole('combobox', { name: 'État' }).selectOption('échec');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('cell', { name: 'Boîte pleine' })).toBeVisible();
  await expect(page).toHaveURL(/etat=/);

  await page.getByRole('button', { name: 'Renvoyer les échecs' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('1 courriel en échec repartira.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renvoyer' }).click();
  await expect(progress(page)).toContainText('Tous les emails ont été envoyés', SENT_BY_SERVER);
  expect(await receivedBy(people.emails)).toEqual(people.emails.map(() => 1));

  await fillCampaign(page, `Annulée ${people.mark}`, people);
  await schedule(page, '2031-07-01', '09:30');
  const cancelled = await confirm(page, 'Programmer');
  await page.getByRole('button', { name: 'Annuler la campagne' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('5 courriels ne partiront pas.');
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler la campagne' }).click();
  await expect(progress(page)).toContainText('Campagne annulée le');
  expect(await api(`email_sends?campaign_id=eq.${cancelled}&status=eq.annulé&select=id`)).toHaveLength(5);
  await people.remove();
});

test('an unknown outcome is settled by hand; a campaign that is not there says so', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const people = await gatherAudience(1);
  await fillCampaign(page, `Issue inconnue ${people.mark}`, people);
  await schedule(page, '2031-07-01', '09:30');
  const id = await confirm(page, 'Programmer');
  await api(`email_sends?campaign_id=eq.${id}`, 'PATCH', {
    ...{ status: 'incertain', finished_at: new Date().toISOString(), last_error: 'Réponse perdue' },
  });
  await api(`campaigns?id=eq.${id}`, 'PATCH', { status: 'terminé', finished_at: new Date().toISOString() });
  await page.reload();
  await page.getByRole('button', { name: 'Trancher l’envoi à Ève 1' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Il est arrivé' }).click();
  await expect(page.getByText('Envoi tranché')).toBeVisible();
  await expect(progress(page)).toContainText('Tous les emails ont été envoyés');
  await people.remove();
  await page.goto('/admin/campaigns/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('Cette campagne n’existe pas, ou n’existe plus')).toBeVisible();
  await expectAccessible(page);
});

test('2 000 recipients: the picker, the list, the campaign and the file count them all', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const people = await gatherAudience(2000);
  await fillCampaign(page, `Foule ${people.mark}`, people);
  await expect(page.getByText(/^2.000\/[\d\s]+ sélectionnés$/)).toBeVisible();
  await schedule(page, '2031-07-01', '09:30');
  const id = await confirm(page, 'Programmer');
  await expect(page.getByText(/Campagne créée avec 2.000.emails/)).toBeVisible();
  await expect(page.getByText(/^2.000.courriels$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Nombre par état' })).toContainText(/À envoyer 2.000/);
  await expect(page.getByRole('table', { name: 'Destinataires' })).toHaveAttribute('aria-rowcount', '2001');
  expect(await exportedLines(page)).toHaveLength(2001);
  await page.goto('/admin/campaigns');
  await expect(page.getByRole('row').filter({ hasText: people.mark })).toContainText(/2.000.à envoyer/);
  await api(`campaigns?id=eq.${id}&select=id`, 'DELETE');
  await people.remove();
});

test('the campaign screens are accessible and fit, on a phone and on a laptop', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await page.goto('/admin/campaigns');
  await expect(page.getByRole('table', { name: 'Campagnes' })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page
    .getByRole('link', { name: /^Voir / })
    .last()
    .click();
  await expect(page.getByRole('table', { name: 'Destinataires' })).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.goto('/admin/campaigns/new');
  await page.getByRole('radio', { name: 'Programmer l’envoi' }).check();
  await page.getByRole('button', { name: 'Ajouter une relance' }).click();
  await page.getByRole('button', { name: 'Créer la campagne' }).click();
  await expect(page.getByText('Sélectionnez au moins un contact')).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.getByLabel(/^Template \*/).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Tout sélectionner' }).click();
  await expect(page.getByRole('region', { name: /^À / })).toBeVisible();
  await expectAccessibleAndFits(page);
});
