import type { Locator, Page } from '@playwright/test';
import { api, type Row } from '../../support/api.ts';
import { becomeAdmin, expect, openDashboard, test } from '../../support/fixtures.ts';

/** Counts a person's presses: clicks, and keys other than the text of a field. */
function pressCounter() {
  const presses: string[] = [];
  return {
    presses,
    click: async (target: Locator, what: string) => {
      await target.click();
      presses.push(what);
    },
    key: async (page: Page, key: string) => {
      await page.keyboard.press(key);
      presses.push(key);
    },
  };
}

const pressCounts: Record<string, { least: number; presses: string }> = {};
const keepCount = (task: string, { presses }: ReturnType<typeof pressCounter>) => {
  pressCounts[task] = { least: presses.length, presses: presses.join(', ') };
};
test.afterAll(() => console.table(pressCounts));

const REQUEST: Row = {
  ...{ organization_name: 'Ville de Percé', contact_name: 'Ève Côté', phone: '418-555-0199' },
  ...{ organization_type: 'ville', service_type: 'street-view', message: 'Nos rues, avant la neige.' },
};
/** Inserts a request older than every other one, so that it is late. */
async function lateRequest(): Promise<{ id: string; remove: () => Promise<unknown> }> {
  const email = `${crypto.randomUUID()}@exemple.test`;
  const created_at = new Date(Date.now() - 20 * 86_400_000).toISOString();
  const [row] = await api('quote_requests', 'POST', { ...REQUEST, email, created_at });
  const id = String(row?.id);
  return {
    id,
    remove: async () => {
      await api(`contacts?email=eq.${email}`, 'DELETE');
      await api(`quote_requests?id=eq.${id}`, 'DELETE');
    },
  };
}
const todoList = (page: Page) => page.getByRole('list', { name: 'À faire' });

test('the late request is the first line of the day, answered and made a contact in three presses', async ({
  page,
}) => {
  const { remove } = await lateRequest();
  await openDashboard(page);
  const find = pressCounter();
  await expect(todoList(page).getByRole('listitem').first()).toContainText(/Ville de Percé.*en retard/s);
  keepCount('Find the late request', find);

  const answer = pressCounter();
  await answer.click(todoList(page).getByRole('link', { name: /^Répondre.: Ville de Percé$/ }), 'Répondre');
  const pane = page.getByRole('region', { name: 'Ville de Percé', exact: true });
  const text = pane.getByLabel('Texte');
  await expect(text).toBeFocused();
  await page.keyboard.insertText('Bonjour, voici nos dates. ');
  await answer.click(pane.getByRole('button', { name: 'Envoyer' }), 'Envoyer');
  await expect(pane.getByText(/^Part dans/)).toBeVisible();
  await answer.click(pane.getByRole('button', { name: 'Convertir en contact' }), 'Convertir en contact');
  await expect(pane.getByRole('link', { name: 'Ouvrir la fiche du contact' })).toBeVisible();
  keepCount('Answer a request and make it a contact', answer);
  expect(answer.presses.length).toBeLessThanOrEqual(3);
  await remove();
});

test('the same by the keyboard, from the inbox', async ({ page }) => {
  const { remove } = await lateRequest();
  await becomeAdmin(page);
  await page.goto('/admin/soumissions');
  await expect(page.locator('[data-request]').first()).toContainText('Ville de Percé');
  const keys = pressCounter();
  await keys.key(page, 'j');
  const pane = page.getByRole('region', { name: 'Ville de Percé', exact: true });
  const text = pane.getByLabel('Texte');
  await expect(text).toBeVisible();
  await keys.key(page, 'r');
  await expect(text).toBeFocused();
  await page.keyboard.insertText('Bonjour, voici nos dates. ');
  await keys.key(page, 'Control+Enter');
  await expect(pane.getByText(/^Part dans/)).toBeVisible();
  keepCount('Answer a request, by the keyboard', keys);
  expect(keys.presses.length).toBeLessThanOrEqual(3);
  await remove();
});

test('a draft tour is published in its list', async ({ page }) => {
  const title = `Brouillon ${crypto.randomUUID().slice(0, 8)}`;
  const slug = title.toLowerCase().replace(' ', '-');
  await api('virtual_tours', 'POST', { title, slug, url: 'https://visites.example/x', status: 'draft' });
  await becomeAdmin(page);
  await page.goto('/admin');
  const publish = pressCounter();
  await publish.click(page.getByRole('link', { name: 'Visites virtuelles' }).first(), 'Visites virtuelles');
  await publish.click(page.getByRole('button', { name: new RegExp(`^Statut.+${title}`) }), 'Statut');
  await publish.click(page.getByRole('button', { name: 'Publié', exact: true }), 'Publié');
  await expect
    .poll(async () => (await api(`virtual_tours?select=status&slug=eq.${slug}`))[0]?.status)
    .toBe('published');
  keepCount('Publish a tour that waits', publish);
  expect(publish.presses.length).toBeLessThanOrEqual(3);
  await api(`virtual_tours?slug=eq.${slug}`, 'DELETE');
});

test('a trip is moved to other dates', async ({ page }) => {
  const [trip] = await api('trip_plans', 'POST', {
    ...{ city: 'Gaspé', region: 'Gaspésie–Îles-de-la-Madeleine', status: 'planifié' },
    ...{ start_date: '2027-06-01', end_date: '2027-06-03' },
  });
  await becomeAdmin(page);
  await page.goto('/admin');
  const move = pressCounter();
  await move.click(page.getByRole('link', { name: 'Déplacements' }).first(), 'Déplacements');
  await move.click(page.getByRole('link', { name: 'Gaspé', exact: true }), 'Gaspé');
  await move.click(page.getByRole('textbox', { name: /^Date de fin/ }), 'Date de fin');
  await page.getByRole('textbox', { name: /^Date de fin/ }).fill('2027-06-12');
  await move.click(page.getByRole('textbox', { name: /^Date de début/ }), 'Date de début');
  await page.getByRole('textbox', { name: /^Date de début/ }).fill('2027-06-10');
  await move.key(page, 'Control+s');
  await expect
    .poll(async () => (await api(`trip_plans?select=start_date&id=eq.${trip?.id}`))[0]?.start_date)
    .toBe('2027-06-10');
  keepCount('Move a trip to other dates', move);
  expect(move.presses.length).toBeLessThanOrEqual(5);
  await api(`trip_plans?id=eq.${trip?.id}`, 'DELETE');
});

test('a colleague is invited', async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin');
  const invite = pressCounter();
  await invite.click(page.getByRole('link', { name: 'Réglages' }).first(), 'Réglages');
  await invite.click(page.getByRole('link', { name: 'Équipe' }).first(), 'Équipe');
  await invite.click(page.getByLabel('Courriel'), 'Courriel');
  const email = `${crypto.randomUUID()}@exemple.test`;
  await page.keyboard.insertText(email);
  await invite.key(page, 'Enter');
  await expect(page.getByText(email).first()).toBeVisible();
  keepCount('Invite a colleague', invite);
  expect(invite.presses.length).toBeLessThanOrEqual(4);
});
