import type { Locator, Page } from '@playwright/test';
import { becomeAdmin, expect, expectAccessible, stack, test } from '../../support/fixtures.ts';

const QUESTION = 'Êtes-vous sûr de vouloir supprimer ce tag ?';

/** The tags of the database, in their order. */
async function stored(): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${stack.apiUrl}/rest/v1/tags?order=display_order,id`, {
    headers: { apikey: stack.secretKey },
  });
  return (await answer.json()) as Record<string, unknown>[];
}

const storedNames = async () => (await stored()).map(({ name }) => name);
const cards = (page: Page) => page.getByRole('list', { name: 'Tags' }).getByRole('heading');
const action = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const notifications = (page: Page) => page.getByRole('region', { name: /Notifications/ });

/** The names of the cards change places without the page being asked again. */
const expectOrder = (page: Page, names: unknown[]) => expect(cards(page)).toHaveText(names as string[]);

/** Runs something that saves the order, and waits for the answer. */
async function saving(page: Page, act: () => Promise<unknown>) {
  const answered = page.waitForResponse((response) => response.url().endsWith('/rpc/reorder_tags'));
  await act();
  expect((await answered).status()).toBe(204);
}

async function dragOnto(page: Page, handle: Locator, target: Locator) {
  const from = await handle.boundingBox();
  const to = await target.boundingBox();
  if (!from || !to) throw new Error('Nothing to drag');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 15 });
  await page.mouse.up();
}

async function expectFits(page: Page) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

test.beforeEach(async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/tags');
  await expect(cards(page).first()).toBeVisible();
});

test.describe('a tag', () => {
  // The browser itself reports the refused slug.
  test.use({ allowConsole: [/409|Ce slug est déjà utilisé/] });

  test('is created, refused under a taken slug, edited and deleted', async ({ page }) => {
    const before = await stored();
    await action(page, 'Nouveau tag').click();
    await expect(action(page, 'Nouveau tag')).toBeDisabled();
    const form = page.getByRole('form', { name: 'Nouveau tag' });
    await expect(form.getByLabel('Nom')).toBeFocused();
    await form.getByLabel('Nom').fill('Bord de l’Étang');
    await expect(form.getByLabel('Slug')).toHaveValue('bord-de-l-etang');

    // The colour: six digits, by hand or by the browser's picker.
    await expect(form.getByRole('textbox', { name: 'Couleur', exact: true })).toHaveValue('#3b82f6');
    await form.getByRole('textbox', { name: 'Couleur', exact: true }).fill('#0e74');
    await form.getByRole('button', { name: 'Créer le tag' }).click();
    await expect(form.getByText('Couleur invalide')).toBeVisible();
    await form.getByLabel('Choisir la couleur').fill('#0e7490');
    await expect(form.getByRole('textbox', { name: 'Couleur', exact: true })).toHaveValue('#0e7490');
    await expect(form.getByText('Couleur invalide')).toHaveCount(0);

    // A slug that is taken: said beside it, nothing lost.
    await form.getByLabel('Slug').fill('espaces-naturels');
    await form.getByRole('button', { name: 'Créer le tag' }).click();
    await expect(form.getByLabel('Slug')).toBeFocused();
    await expect(form.getByLabel('Slug')).toHaveAccessibleDescription(
      /Ce slug est déjà utilisé par un autre tag/,
    );
    expect(await stored()).toEqual(before);
    await form.getByLabel('Slug').fill('bord-de-l-etang');
    await form.getByRole('radio', { name: 'Vagues' }).check();
    await form.getByRole('button', { name: 'Créer le tag' }).click();
    await expect(notifications(page)).toContainText('Tag créé');
    await expect(action(page, 'Nouveau tag')).toBeFocused();
    await expect(cards(page).last()).toHaveText('Bord de l’Étang');
    expect((await stored()).at(-1)).toMatchObject({
      ...{ name: 'Bord de l’Étang', slug: 'bord-de-l-etang', color: '#0e7490', icon: 'waves' },
      display_order: before.length,
    });

    await action(page, 'Modifier Bord de l’Étang').click();
    const edition = page.getByRole('form', { name: /Modifier le tag/ });
    await edition.getByLabel('Nom').fill('Bord du lac');
    await expect(edition.getByLabel('Slug')).toHaveValue('bord-de-l-etang');
    await edition.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(notifications(page)).toContainText('Tag modifié');
    await expect(action(page, 'Modifier Bord du lac')).toBeFocused();

    await action(page, 'Supprimer Bord du lac').click();
    const question = page.getByRole('alertdialog', { name: QUESTION });
    await expect(question).toContainText('Aucune visite ni aucun déplacement ne porte le tag');
    await question.getByRole('button', { name: 'Supprimer' }).click();
    await expect(notifications(page)).toContainText('Tag supprimé');
    await expect(question).toHaveCount(0);
    expect(await stored()).toEqual(before);
  });

  test('says how many tours and trips lose it, and keeps them when the answer is no', async ({ page }) => {
    await action(page, 'Supprimer Patrimoine et culture').click();
    const question = page.getByRole('alertdialog', { name: QUESTION });
    await expect(question).toContainText(
      /6.visites et 2.déplacements perdront le tag «.Patrimoine et culture.»\./,
    );
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(action(page, 'Supprimer Patrimoine et culture')).toBeFocused();
    await expect(cards(page)).toHaveText((await storedNames()) as string[]);
  });
});

test('a form with changes is not left without asking', async ({ page }) => {
  await action(page, 'Modifier Événements').click();
  await page.getByRole('form').getByLabel('Nom').fill('Événements et fêtes');
  await page.getByRole('link', { name: 'Contacts', exact: true }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Quitter sans enregistrer?' });
  await question.getByRole('button', { name: 'Continuer la saisie' }).click();
  await expect(page.getByRole('form').getByLabel('Nom')).toHaveValue('Événements et fêtes');
  await page.getByRole('link', { name: 'Contacts', exact: true }).first().click();
  await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await expect(page).toHaveURL(/\/admin\/contacts$/);
  expect(await storedNames()).toContain('Événements');
});

test.describe('the order', () => {
  test('changes by drag, by keyboard and by presses, stays after a reload, and is the one of the portfolio', async ({
    page,
  }) => {
    const [first, second, third, ...rest] = (await storedNames()) as [string, string, string, ...string[]];

    await saving(page, () => dragOnto(page, action(page, `Déplacer ${first}`), cards(page).nth(2)));
    await expectOrder(page, [second, third, first, ...rest]);
    expect(await storedNames()).toEqual([second, third, first, ...rest]);

    const handle = action(page, `Déplacer ${first}`);
    const live = page.locator('[id^=DndLiveRegion]');
    // The library listens a moment after each step: a key pressed within the same millisecond is lost, and a person
    // who hears no answer presses again.
    const press = (key: string, heard: RegExp) =>
      expect(async () => {
        await page.keyboard.press(key);
        await expect(live).toHaveText(heard, { timeout: 1_000 });
      }).toPass();
    await handle.focus();
    await press('Space', /Tag «.+» saisi, position 3 sur 8\./);
    await press('ArrowLeft', /: position 2 sur 8\./);
    await saving(page, () => press('Space', /déposé, position 2 sur 8\./));
    await expectOrder(page, [second, first, third, ...rest]);
    await expect(handle).toBeFocused();

    await press('Space', /saisi, position 2 sur 8\./);
    await press('ArrowRight', /: position 3 sur 8\./);
    await press('Escape', /Déplacement annulé/);
    await expectOrder(page, [second, first, third, ...rest]);

    await page.reload();
    await expectOrder(page, [second, first, third, ...rest]);
    await page.goto('/realisations');
    const chips = page.getByRole('group', { name: 'Filtrer par catégorie' }).getByRole('button');
    await expect(chips).toHaveText([second, first, third, ...rest]);

    await page.goto('/admin/tags');
    await saving(page, () => action(page, `Avancer ${first}`).click());
    await expectOrder(page, [first, second, third, ...rest]);
    await expect(action(page, `Avancer ${first}`)).toBeFocused();
    expect((await stored()).map(({ display_order }) => display_order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test.describe('without a network', () => {
    test.use({
      allowConsole: [/ERR_INTERNET_DISCONNECTED|Impossible d’enregistrer l’ordre des tags/],
    });

    test('goes back to what is saved, and says so', async ({ page, context }) => {
      const names = await storedNames();
      await context.setOffline(true);
      await action(page, `Reculer ${names[0]}`).click();
      await expect(notifications(page)).toContainText('Impossible d’enregistrer l’ordre des tags');
      await expectOrder(page, names);
      await context.setOffline(false);
      expect(await storedNames()).toEqual(names);
      await page.reload();
      await expectOrder(page, names);
    });
  });

  test.describe('after another administrator added a tag', () => {
    test.use({ allowConsole: [/409|La liste des tags a changé/] });

    test('is refused, and the new list is shown', async ({ page }) => {
      const names = await storedNames();
      const headers = {
        apikey: stack.secretKey,
        'content-type': 'application/json',
        prefer: 'return=minimal',
      };
      const body = JSON.stringify({ name: 'Quais', slug: 'quais', display_order: names.length });
      await fetch(`${stack.apiUrl}/rest/v1/tags`, { method: 'POST', headers, body });
      try {
        await action(page, `Reculer ${names[0]}`).click();
        await expect(notifications(page)).toContainText('La liste des tags a changé entre-temps');
        await expectOrder(page, [...names, 'Quais']);
      } finally {
        await fetch(`${stack.apiUrl}/rest/v1/tags?slug=eq.quais`, { method: 'DELETE', headers });
      }
      expect(await storedNames()).toEqual(names);
    });
  });
});

for (const width of [375, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, allowConsole: [/500|Impossible de charger les tags/] });

    test('every state is accessible and fits', async ({ page }) => {
      test.setTimeout(180_000);
      // A skeleton moves for ever; still, it can be looked at.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const check = async () => {
        await expectAccessible(page);
        await expectFits(page);
      };
      await check();
      await action(page, 'Nouveau tag').click();
      await page.getByRole('form').getByRole('textbox', { name: 'Couleur', exact: true }).fill('bleu');
      await page.getByRole('button', { name: 'Créer le tag' }).click();
      await expect(page.getByText('Le nom est requis')).toBeVisible();
      await check();
      await action(page, 'Annuler').click();
      await action(page, 'Supprimer Événements').click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await check();
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox', { name: 'Rechercher un tag' }).fill('zzz');
      await expect(page.getByText('Aucun tag ne correspond à votre recherche')).toBeVisible();
      await check();

      const list = '**/rest/v1/tags?select=*virtual_tour_tags*';
      await page.route(list, (route) => route.fulfill({ json: [] }));
      await page.goto('/admin/tags');
      await expect(page.getByText('Aucun tag pour le moment')).toBeVisible();
      await check();
      await page.unroute(list);
      await page.route(list, (route) => route.fulfill({ status: 500, json: { message: 'panne' } }));
      await page.reload();
      await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
      await check();
      await page.unroute(list);
      await page.route(list, () => new Promise(() => {}));
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Chargement…')).toBeAttached();
      await check();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });
}

test('the keyboard alone creates a tag', async ({ page }) => {
  await action(page, 'Nouveau tag').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ponts');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Édifice' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(notifications(page)).toContainText('Tag créé');
  await expect(action(page, 'Nouveau tag')).toBeFocused();
  await action(page, 'Supprimer Ponts').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(notifications(page)).toContainText('Tag supprimé');
  expect(await storedNames()).not.toContain('Ponts');
});
