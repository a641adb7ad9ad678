import type { Locator, Page } from '@playwright/test';
import { api, apiAsAdmin, changeSettings, type Row } from '../../support/api.ts';
import { gatherAudience } from '../../support/audience.ts';
import { expectAccessible, expectFits } from '../../support/axe.ts';
import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';

/** Folder for screenshots of every state; none are taken without it. */
const SHOTS = process.env.SHOTS;
const widths = { 375: 812, 1280: 800, 1440: 900 };

/** Counts what a person presses, and how long it takes from the first press to what ends it. */
function pressCounter() {
  const presses: string[] = [];
  let begun = 0;
  const count = (what: string) => {
    begun ||= performance.now();
    presses.push(what);
  };
  return {
    presses,
    click: async (target: Locator, what: string) => {
      count(what);
      await target.click();
    },
    key: async (page: Page, key: string) => {
      count(key);
      await page.keyboard.press(key);
    },
    choose: async (target: Locator, label: string, what: string) => {
      count(what);
      await target.selectOption({ label });
    },
    told: () => ({
      presses: presses.length,
      seconds: ((performance.now() - begun) / 1000).toFixed(1),
      which: presses.join(', '),
    }),
  };
}
const pressCounts: Record<string, ReturnType<ReturnType<typeof pressCounter>['told']>> = {};
test.afterAll(() => console.table(pressCounts));

/** Asserts that axe finds nothing and nothing is too wide, at three widths; the screenshot shows `shown`. */
async function checkScreen(page: Page, name: string, shown?: Locator) {
  await expect(page.locator('h1')).toBeVisible();
  for (const [width, height] of Object.entries(widths)) {
    await page.setViewportSize({ width: Number(width), height });
    // Axe measures a control under the sticky header as a target that is too small.
    await page.evaluate(() => window.scrollTo(0, 0));
    await test.step(`${name}, ${width} px`, async () => {
      await expectAccessible(page);
      await expectFits(page);
    });
    if (!SHOTS) continue;
    await shown?.scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${SHOTS}/${name}-${width}.png` });
  }
}

/** Stores an incoming message as the `receive-email` function does. */
async function receive(change: Row): Promise<string> {
  const id = crypto.randomUUID();
  const message = {
    ...{ id, provider_id: id, message_id: `<${id}@ville.test>`, from_name: 'Ève 1', subject: 'Re: Bonjour' },
    ...{
      body: 'Bonjour,\n\nOui, cela nous intéresse. Avez-vous une date?',
      quoted: '> Bonjour',
      kind: 'reply',
    },
    ...{ authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass' }, sender_check: 'pass' },
    ...{ received_at: new Date().toISOString(), tokens: [], named: [], attachments: [], trouble: null },
  };
  await api('rpc/receive_message', 'POST', { message: { ...message, bounce: null, ...change } });
  return id;
}

const contactOf = async (email: string) => String((await api(`contacts?select=id&email=eq.${email}`))[0]?.id);

/** Creates a campaign whose message was sent, as a source for another one. */
async function pastCampaign(name: string, contact: string): Promise<string> {
  const [template] = await api('email_templates?select=id&limit=1');
  const id = crypto.randomUUID();
  const details = {
    ...{ id, name, template_id: template?.id, send_now: true, from_email: 'bonjour@territoire360.example' },
  };
  const answer = await apiAsAdmin('rpc/create_campaign', 'POST', { details, contact_ids: [contact] });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  // No tab sends it, so the server begins at once. Otherwise the second message could leave first.
  await api(`campaigns?id=eq.${id}`, 'PATCH', { driven_until: null });
  await expect
    .poll(async () => (await api(`campaigns?id=eq.${id}&select=status`))[0]?.status, { timeout: 120_000 })
    .toBe('terminé');
  return id;
}

test.beforeEach(async ({ page }) => {
  test.slow();
  await changeSettings('sending_settings', { daily_cap: 50_000, campaign_gap_days: 0 });
  await becomeAdmin(page);
});

test('a campaign from a duplicated one with a segment, counted', { tag: PROOF_TAG }, async ({ page }) => {
  const people = await gatherAudience(12);
  const [first = ''] = people.emails;
  const contact = await contactOf(first);
  const segment = `Segment ${people.mark}`;
  // A region of their own distinguishes these contacts from all others.
  await api(`contacts?email=in.(${people.emails.join(',')})`, 'PATCH', { region: people.mark });
  const definition = { region: [people.mark] };
  const [kept] = await api('contact_segments', 'POST', { name: segment, definition });
  const past = await pastCampaign(`Passée ${people.mark}`, contact);
  await page.goto(`/admin/campaigns/${past}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const campaign = pressCounter();
  await campaign.click(page.getByRole('link', { name: 'Dupliquer' }), 'Dupliquer');
  await campaign.choose(page.getByLabel('Segment'), segment, 'Segment');
  await expect(page.getByText(/12.joignables/)).toBeVisible();
  await campaign.click(page.getByRole('button', { name: 'Tout sélectionner' }), 'Tout sélectionner');
  await campaign.click(page.getByRole('button', { name: 'Créer la campagne' }), 'Créer la campagne');
  const question = page.getByRole('alertdialog', { name: /^Envoyer à 12/ });
  await campaign.click(question.getByRole('button', { name: 'Envoyer', exact: true }), 'Envoyer');
  await expect(page).toHaveURL(/\/admin\/campaigns$/);
  await expect(page.getByText('Campagne créée avec 12 emails')).toBeVisible();
  pressCounts['A campaign from a duplicated one, with a segment'] = campaign.told();
  expect(campaign.presses.length).toBeLessThanOrEqual(5);
  // The tab that sends stays open: closing it would interrupt a message.
  const row = page.getByRole('table', { name: 'Campagnes' }).getByRole('row').nth(1);
  // A contact in public office got the first campaign, so the second message is held without a legal ground
  // (0065).
  await expect(row).toContainText(/11.envoyés, 1.annulé/, { timeout: 180_000 });
  await api(`contact_segments?id=eq.${kept?.id}`, 'DELETE');
  await people.remove();
});

test('an answer is answered, counted', { tag: PROOF_TAG }, async ({ page }) => {
  const people = await gatherAudience(1);
  await receive({ from_email: people.emails[0] });
  await page.goto('/admin');
  const answer = pressCounter();
  await answer.click(
    page.getByRole('link', { name: 'Répondre au courriel reçu' }).first(),
    'Répondre au courriel reçu',
  );
  const thread = page.getByRole('region', { name: 'Échanges' });
  await answer.click(thread.getByLabel('Texte'), 'Texte');
  await page.keyboard.insertText('Bonjour, mardi vous conviendrait?');
  await answer.key(page, 'Control+Enter');
  await expect(page.getByText(/La réponse part dans/).first()).toBeVisible();
  pressCounts['Answer a reply'] = answer.told();
  expect(answer.presses.length).toBeLessThanOrEqual(3);
  await people.remove();
});

test('an answer is written, kept over a closed tab, and sent by the keyboard alone', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const people = await gatherAudience(1);
  const [email = ''] = people.emails;
  const contact = await contactOf(email);
  await receive({ from_email: email });
  await page.goto(`/admin/contacts/${contact}`);
  const text = page.getByRole('region', { name: 'Échanges' }).getByLabel('Texte');
  await text.waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await text.evaluate((field) => field === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(text).toBeFocused();
  await page.keyboard.insertText('Bonjour, mardi');
  // The page is reloaded before the server claims the message.
  await page.reload();
  await expect(text).toHaveValue('Bonjour, mardi');
  await expect(page.getByText('Brouillon enregistré')).toBeVisible();
  await text.focus();
  await page.keyboard.press('End');
  await page.keyboard.insertText(' vous conviendrait?');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/La réponse part dans/).first()).toBeVisible();
  const [sent] = await api(`notifications?select=body&kind=eq.reply&order=created_at.desc&limit=1`);
  expect(sent?.body).toBe('Bonjour, mardi vous conviendrait?');
  await people.remove();
});

test('an unbroken link never widens a page', { tag: PROOF_TAG }, async ({ page }) => {
  const people = await gatherAudience(1);
  const [email = ''] = people.emails;
  const link = `https://exemple.test/${'visite'.repeat(40)}`;
  const text = `Bonjour,\n\n${link}`;
  /** Asserts that nothing with the link is wider than its container, nor the page than its window. */
  const expectHeld = async () => {
    await expect(page.getByText(link).first()).toBeAttached();
    for (const [width, height] of Object.entries(widths)) {
      await page.setViewportSize({ width: Number(width), height });
      await test.step(`${width} px`, async () => {
        await expectFits(page);
        const beyond = await page.evaluate((shown) => {
          const texts = document.createTreeWalker(
            document.querySelector('main') ?? document.body,
            NodeFilter.SHOW_TEXT,
          );
          const found: string[] = [];
          for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            const box = node.parentElement
              ?.closest('article, section, aside, dialog, li')
              ?.getBoundingClientRect();
            if (!box || !node.textContent?.includes(shown)) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const { right, width: wide } = range.getBoundingClientRect();
            if (wide > 0 && right > box.right + 1)
              found.push(`${node.parentElement?.tagName}: ${right} of ${box.right}`);
          }
          return found;
        }, link);
        expect(beyond).toEqual([]);
      });
    }
  };

  await page.goto('/admin/campaigns/new');
  await page.getByLabel('Nom de la campagne').fill(`Lien ${people.mark}`);
  await page.getByLabel(/^Template \*/).selectOption({ index: 1 });
  await page.getByRole('searchbox', { name: 'Rechercher un contact' }).fill(people.mark);
  await page.getByRole('button', { name: 'Tout sélectionner' }).click();
  await page.getByRole('button', { name: 'Modifier le texte' }).click();
  await page
    .getByLabel(/^Message/)
    .first()
    .fill(text);
  await expect(page.getByRole('region', { name: /^À Ève/ }).getByRole('link', { name: link })).toBeVisible();
  await expectHeld();
  await expect(page.getByText(/Brouillon enregistré/)).toBeVisible();

  await receive({ from_email: email, subject: link.slice(0, 150), body: text, quoted: `> ${link}` });
  await page.goto(`/admin/contacts/${await contactOf(email)}`);
  await expect(page.getByRole('region', { name: 'Échanges' }).getByText(link).first()).toBeVisible();
  await expectHeld();
  await api(`campaigns?name=eq.Lien ${people.mark}&select=id`, 'DELETE');
  await people.remove();
});

test('every state of writing, conversations and deliverability', { tag: PROOF_TAG }, async ({ page }) => {
  test.setTimeout(600_000);
  const people = await gatherAudience(12);
  const [email = ''] = people.emails;
  const contact = await contactOf(email);

  await page.goto('/admin/campaigns/new');
  await checkScreen(page, 'campaign-empty');
  await page.getByLabel('Nom de la campagne').fill('Bâtiments, automne');
  await page.getByLabel(/^Template \*/).selectOption({ index: 1 });
  await page.getByRole('searchbox', { name: 'Rechercher un contact' }).fill(people.mark);
  await page.getByRole('button', { name: 'Tout sélectionner' }).click();
  await checkScreen(page, 'campaign-filled');
  const own = page.getByRole('button', {
    name: /texte de cette campagne|Adapter le texte|Modifier le texte/,
  });
  if (await own.count()) await own.first().click();
  const tools = page.getByRole('group', { name: 'Mise en forme' });
  for (const [tool, name] of [
    ['Lien (Ctrl+K)', 'link'],
    ['Bouton', 'button'],
    ['Image', 'picture'],
    ['Visite du portfolio', 'tour'],
    ['Texte d’aperçu', 'preheader'],
  ] as const) {
    await tools.getByRole('button', { name: tool, exact: true }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await checkScreen(page, `insert-${name}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The person is back at the form.
    await expect(page.getByLabel('Message', { exact: false }).first()).toBeVisible();
  }
  await page
    .getByLabel(/^Message/)
    .first()
    .fill('Bonjour {prenom},\n\n[ici](http://exemple.test)');
  await checkScreen(page, 'campaign-remarks');
  await page
    .getByLabel(/^Message/)
    .first()
    .fill('Bonjour {nom|vous},\n\nVoici notre offre.');
  await page.getByRole('button', { name: 'Créer la campagne' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await checkScreen(page, 'campaign-question');
  await page.keyboard.press('Escape');

  await receive({ from_email: email });
  await receive({ from_email: email, kind: 'removal', body: 'Retirez-moi de votre liste.' });
  await receive({ from_email: email, sender_check: 'fail', authentication: { spf: 'fail', dmarc: 'fail' } });
  await receive({ from_email: 'inconnu@ailleurs.test', from_name: 'Jean Tremblay' });
  await page.goto(`/admin/contacts/${contact}`);
  const thread = page.getByRole('region', { name: 'Échanges' });
  await thread.getByLabel('Texte').fill('Bonjour');
  await expect(page.getByText('Brouillon enregistré')).toBeVisible();
  await checkScreen(page, 'conversation', thread.getByRole('button', { name: 'Envoyer' }));
  await page.goto('/admin/soumissions');
  await page.getByRole('button', { name: /^À classer/ }).click();
  await expect(page.getByRole('dialog', { name: 'Messages à classer' })).toBeVisible();
  await checkScreen(page, 'unsorted');

  await page.goto('/admin/parametres/courriels');
  await page
    .getByRole('button', { name: /^Signature de/ })
    .first()
    .click();
  await checkScreen(page, 'signature');
  await page.keyboard.press('Escape');
  await checkScreen(page, 'deliverability', page.getByText(/^Plaintes, 30/));
  await people.remove();
});
