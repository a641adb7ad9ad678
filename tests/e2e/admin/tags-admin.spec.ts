import type { Locator, Page } from '@playwright/test';
import { api } from '../../support/api.ts';
import { expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, notifications, PROOF_TAG, test } from '../../support/fixtures.ts';

const QUESTION = 'Êtes-vous sûr de vouloir supprimer ce tag ?';

// tags-page.test.tsx tests the forms, and the database tests test the rules of the order. This file tests
// what only a browser has (dragging by mouse and keyboard, a colour picker) and one path through all of it.

const storedTags = () => api('tags?order=display_order,id');
const storedNames = async () => (await storedTags()).map(({ name }) => name);
const tagNames = (page: Page) => page.getByRole('list', { name: 'Tags' }).getByRole('heading');
const action = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Asserts the order of the cards' names without reloading the page. */
const expectOrder = (page: Page, names: unknown[]) => expect(tagNames(page)).toHaveText(names as string[]);

/** Runs an action that saves the order, and waits for the answer. */
async function saveBy(page: Page, act: () => Promise<unknown>) {
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

test.beforeEach(async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/tags');
  await expect(tagNames(page).first()).toBeVisible();
});

test('a tag is created with the keyboard and the colour picker, edited and deleted', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const before = await storedTags();
  await action(page, 'Nouveau tag').press('Enter');
  const form = page.getByRole('form', { name: 'Nouveau tag' });
  await expect(form.getByLabel('Nom')).toBeFocused();
  await page.keyboard.type('Bord de l’Étang');
  await expect(form.getByLabel('Slug')).toHaveValue('bord-de-l-etang');
  for (let tab = 0; tab < 4; tab++) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Édifice' })).toBeChecked();
  await form.getByLabel('Choisir la couleur').fill('#0e7490');
  await expect(form.getByRole('textbox', { name: 'Couleur', exact: true })).toHaveValue('#0e7490');
  await form.getByLabel('Slug').press('Enter');
  await expect(notifications(page)).toContainText('Tag créé');
  await expect(action(page, 'Nouveau tag')).toBeFocused();
  await expect(tagNames(page).last()).toHaveText('Bord de l’Étang');
  expect((await storedTags()).at(-1)).toMatchObject({
    name: 'Bord de l’Étang',
    slug: 'bord-de-l-etang',
    color: '#0e7490',
    display_order: before.length,
  });

  await action(page, 'Modifier Bord de l’Étang').click();
  const edition = page.getByRole('form', { name: /Modifier le tag/ });
  await edition.getByLabel('Nom').fill('Bord du lac');
  await edition.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(notifications(page)).toContainText('Tag modifié');

  await action(page, 'Supprimer Bord du lac').press('Enter');
  const question = page.getByRole('alertdialog', { name: QUESTION });
  await expect(question).toContainText('Aucune visite ni aucun déplacement ne porte le tag');
  await expect(question.getByRole('button', { name: 'Annuler' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(notifications(page)).toContainText('Tag supprimé');
  await expect(question).toHaveCount(0);
  expect(await storedTags()).toEqual(before);
});

test('the order changes by drag and by keyboard, stays after a reload, and is the one of the portfolio', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const [first, second, third, ...rest] = (await storedNames()) as [string, string, string, ...string[]];

  // The cards are side by side.
  const [left, right] = [
    await tagNames(page).nth(0).boundingBox(),
    await tagNames(page).nth(1).boundingBox(),
  ];
  expect(right?.y).toBe(left?.y);
  await saveBy(page, () => dragOnto(page, action(page, `Déplacer ${first}`), tagNames(page).nth(2)));
  await expectOrder(page, [second, third, first, ...rest]);
  expect(await storedNames()).toEqual([second, third, first, ...rest]);

  const handle = action(page, `Déplacer ${first}`);
  const live = page.locator('[id^=DndLiveRegion]');
  // The library ignores a key pressed within a millisecond of the last step, so the press is repeated until
  // it is announced.
  const press = (key: string, heard: RegExp) =>
    expect(async () => {
      await page.keyboard.press(key);
      await expect(live).toHaveText(heard, { timeout: 1_000 });
    }).toPass();
  await handle.focus();
  await press('Space', /Tag «.+» saisi, position 3 sur 8\./);
  await press('ArrowLeft', /: position 2 sur 8\./);
  await saveBy(page, () => press('Space', /déposé, position 2 sur 8\./));
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
  await saveBy(page, () => action(page, `Déplacer ${first} avant`).click());
  await expectOrder(page, [first, second, third, ...rest]);
  await expect(action(page, `Déplacer ${first} avant`)).toBeFocused();
  expect((await storedTags()).map(({ display_order }) => display_order)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test.describe('when the tags cannot be read', () => {
  test.use({ allowConsole: [/500|Impossible de charger les tags/] });

  test('every state is accessible and fits, on a phone and on a laptop', { tag: PROOF_TAG }, async ({
    page,
  }) => {
    // The skeleton's animation never ends, which reduced motion stops.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectAccessibleAndFits(page);
    await action(page, 'Nouveau tag').click();
    await page.getByRole('form').getByRole('textbox', { name: 'Couleur', exact: true }).fill('bleu');
    await page.getByRole('button', { name: 'Créer le tag' }).click();
    await expect(page.getByText('Le nom est requis')).toBeVisible();
    await expectAccessibleAndFits(page);
    await action(page, 'Annuler').click();
    await action(page, 'Supprimer Patrimoine et culture').click();
    await expect(page.getByRole('alertdialog', { name: QUESTION })).toContainText(
      /6.visites et 2.déplacements perdront le tag «.Patrimoine et culture.»\./,
    );
    await expectAccessibleAndFits(page);
    await page.keyboard.press('Escape');
    await expect(action(page, 'Supprimer Patrimoine et culture')).toBeFocused();
    await page.getByRole('searchbox', { name: 'Rechercher un tag' }).fill('zzz');
    await expect(page.getByText('Aucun tag ne correspond à votre recherche')).toBeVisible();
    await expectAccessibleAndFits(page);

    const list = '**/rest/v1/tags?select=*virtual_tour_tags*';
    await page.route(list, (route) => route.fulfill({ json: [] }));
    await page.goto('/admin/tags');
    await expect(page.getByText('Aucun tag pour le moment')).toBeVisible();
    await expectAccessibleAndFits(page);
    await page.unroute(list);
    await page.route(list, (route) => route.fulfill({ status: 500, json: { message: 'panne' } }));
    await page.reload();
    await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
    await expectAccessibleAndFits(page);
    await page.unroute(list);
    await page.route(list, () => new Promise(() => {}));
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Chargement…')).toBeAttached();
    await expectAccessibleAndFits(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
