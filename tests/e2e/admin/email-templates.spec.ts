import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, confirmRemoval, expect, PROOF_TAG, stack, test } from '../../support/fixtures.ts';
import { mailsTo } from '../../support/mailbox.ts';

test.beforeEach(async ({ page }) => becomeAdmin(page));

test('a template is written with its variables, previewed, changed, duplicated and deleted', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await page.goto('/admin/email-templates');
  await page.getByRole('link', { name: 'Nouveau template' }).click();
  await page.getByLabel('Nom').fill('Invitation');
  await page.getByLabel('Sujet').fill('Pour ');
  await page.getByRole('button', { name: /^Ville/ }).click();
  await page
    .getByLabel('Message')
    .fill('Bonjour {nom|Madame, Monsieur},\n\n- **un**\n- deux\n\nhttps://exemple.test/');
  await page.getByRole('button', { name: 'Aperçu', exact: true }).click();
  const preview = page.getByRole('region', { name: 'Aperçu pour Marie Tremblay' });
  await expect(preview.getByText('Pour Val-Serein')).toBeVisible();
  await expect(preview.getByRole('listitem')).toHaveText(['un', 'deux']);
  await expect(preview.getByRole('link')).toHaveAttribute('href', 'https://exemple.test/');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Template créé')).toBeVisible();

  const row = page
    .getByRole('list', { name: 'Templates' })
    .locator('> li')
    .filter({ has: page.getByRole('link', { name: 'Invitation', exact: true }) });
  await row.getByRole('link', { name: 'Modifier Invitation' }).click();
  await page.getByRole('combobox', { name: 'Ton' }).selectOption('Amical');
  await page.getByRole('combobox', { name: 'Secteur' }).selectOption('MRC');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Template mis à jour')).toBeVisible();
  await expect(row.getByText('MRC')).toBeVisible();

  await row.getByRole('button', { name: 'Dupliquer Invitation' }).click();
  await expect(page.getByRole('link', { name: 'Invitation (copie)', exact: true })).toBeVisible();
  for (const name of ['Invitation (copie)', 'Invitation']) {
    await page.getByRole('button', { name: `Supprimer ${name}`, exact: true }).click();
    await confirmRemoval(page);
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
});

test('a template is read as a real contact would, and tried on oneself', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await page.goto('/admin/email-templates');
  await page
    .getByRole('link', { name: /^Modifier / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Aperçu', exact: true }).click();
  const picker = page.getByRole('combobox', { name: 'Aperçu avec un contact' });
  // Enter saves nothing before a contact is found.
  await picker.press('Enter');
  await picker.fill('a');
  await expect(page.getByRole('listbox', { name: 'Contacts' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const preview = page.getByRole('region', { name: /^Aperçu pour / });
  await expect(preview).not.toHaveAccessibleName('Aperçu pour Marie Tremblay');
  await expectAccessible(page);
  const before = (await mailsTo([stack.admin.email])).filter(({ subject }) => subject.startsWith('[Essai]'));
  await page.getByRole('button', { name: 'M’envoyer un essai' }).click();
  await expect(page.getByText(`Essai envoyé à ${stack.admin.email}`)).toBeVisible();
  const after = (await mailsTo([stack.admin.email])).filter(({ subject }) => subject.startsWith('[Essai]'));
  expect(after).toHaveLength(before.length + 1);
  expect(after.at(-1)?.subject).toBe(`[Essai] ${await preview.getByRole('paragraph').first().textContent()}`);
});

test('the templates are accessible and fit, on a phone and on a laptop', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await page.goto('/admin/email-templates');
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
  await expectAccessibleAndFits(page);
  await page.goto('/admin/email-templates/new');
  await page.getByLabel('Message').fill('Bonjour {prenom}');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Le nom est requis')).toBeVisible();
  await expect(page.getByText('Variable inconnue : {prenom}.')).toBeVisible();
  await expectAccessibleAndFits(page);
});
