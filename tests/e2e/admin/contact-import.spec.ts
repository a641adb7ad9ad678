import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { api, countRows } from '../../support/api.ts';
import { expectAccessible, expectAccessibleAndFits } from '../../support/axe.ts';
import { becomeAdmin, expect, LENGTHS, PROOF_TAG, test } from '../../support/fixtures.ts';

const importedContacts = () => api('contacts?region=eq.Importée&order=name&select=*');

/** Opens the import with a file of these bytes. */
async function openFile(page: Page, name: string, buffer: Buffer) {
  await page.goto('/admin/contacts/import');
  await page
    .getByLabel('Choisir un fichier Excel ou CSV')
    .setInputFiles({ name, mimeType: 'text/csv', buffer });
}

/**
 * Encodes a text as Windows-1252, as Excel saves « CSV » in Québec; three characters beyond Latin-1 are enough here.
 */
const windows1252 = (text: string) =>
  Buffer.from([...text].map((char) => ({ '€': 0x80, œ: 0x9c, '’': 0x92 })[char] ?? char.charCodeAt(0)));

const unsubscribed = 'desabonne@import.example';

test.beforeEach(async ({ page }) => {
  await api('contacts?region=eq.Importée', 'DELETE');
  await becomeAdmin(page);
});

for (const { isWhole, suffix, tag } of LENGTHS)
  test(`a Windows-1252 file with errors is checked, imported once, and never makes who left mailable${suffix}`, {
    tag,
  }, async ({ page }) => {
    await api('rpc/suppress_address', 'POST', { address: unsubscribed, reason: 'unsubscribed' });
    const file = windows1252(
      [
        'Nom;Organisme;Courriel;Tél.;Ville;Secteur;Notes',
        'Anne Côté;L’Œuvre;anne@import.example;418 555-0101;Alma;MRC;Budget 10 €'.replace('Œ', 'œ'),
        'Sans adresse;Bistro;;;Percé;restaurant;',
        'Mal écrit;Bistro;pas une adresse;;Percé;;',
        'Encore Anne;Autre;ANNE@import.example;;Percé;;',
        `Parti;Bistro;${unsubscribed};;Percé;;`,
        '',
      ].join('\r\n'),
    );
    await openFile(page, 'liste.csv', file);
    await expect(page.getByText('liste.csv, 5 lignes, Windows-1252, points-virgules')).toBeVisible();
    await expect(page.getByLabel('Colonne du champ Entreprise')).toHaveValue('1');
    await expect(page.getByText('Anne Côté · Sans adresse · Mal écrit')).toBeVisible();
    const check = page.getByRole('button', { name: 'Vérifier sans importer' });
    await expect(check).toBeDisabled();
    await page.getByLabel('Région de toute la liste').fill('Importée');
    await expect(page.getByText('La provenance de la liste est requise')).toBeVisible();
    await page.getByLabel(/^Provenance/).fill('Congrès 2026');
    await page.getByLabel(/^Preuve de consentement/).selectOption('Adresse publiée bien en vue');
    await page.getByLabel(/^Date/).fill('2026-05-04');
    await page.getByLabel(/^Adresse de la source/).fill('https://congres.example/exposants');
    await page.getByLabel(/^Preuve \*/).fill('Répertoire des exposants');
    if (isWhole) await expectAccessible(page);
    await check.click();

    const figure = (label: string) =>
      page.getByText(label, { exact: true }).locator('..').getByRole('definition');
    await expect(figure('À ajouter')).toHaveText('3');
    await expect(figure('Désabonnés (aucun envoi possible)')).toHaveText('1');
    await expect(page.getByText('2 lignes non importées')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Ligne 4' })).toContainText('Email invalide');
    await expect(page.getByRole('listitem').filter({ hasText: 'Ligne 5' })).toContainText(
      'Doublon de la ligne 2',
    );
    expect(await importedContacts()).toEqual([]);
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Télécharger les lignes (CSV)' }).click(),
    ]);
    expect(
      readFileSync(await download.path(), 'utf8')
        .split('\r\n')
        .slice(0, 2),
    ).toEqual([
      '\uFEFF"Ligne";"Erreur";"Nom";"Organisme";"Courriel";"Tél.";"Ville";"Secteur";"Notes"',
      '"4";"Email invalide";"Mal écrit";"Bistro";"pas une adresse";"";"Percé";"";""',
    ]);

    await page.getByRole('button', { name: 'Importer 3 contacts' }).click();
    await expect(page.getByText('Importation terminée.')).toBeVisible();
    if (isWhole) await expectAccessible(page);
    expect(await importedContacts()).toMatchObject([
      { name: 'Anne Côté', company: 'L’œuvre', notes: 'Budget 10 €', sector: 'mrc', region: 'Importée' },
      { name: 'Parti', email: unsubscribed },
      { name: 'Sans adresse', email: null, sector: 'restaurant' },
    ]);

    await page.getByRole('link', { name: 'Revenir aux contacts' }).click();
    await page.getByRole('searchbox').fill('import.example');
    await expect(page.getByRole('row', { name: /Parti/ }).getByText('Désabonné')).toBeVisible();
    await expect(page.getByRole('row', { name: /Anne Côté/ }).getByText('Permis')).toBeVisible();
    if (!isWhole) return;
    await page.getByRole('link', { name: 'Anne Côté', exact: true }).click();
    const history = page.getByRole('region', { name: 'Historique' });
    await expect(history.getByText('Importé', { exact: true })).toBeVisible();
    await expect(history.getByText('Congrès 2026').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Envois commerciaux' })).toContainText(
      'Répertoire des exposants',
    );

    await openFile(page, 'liste.csv', file);
    await page.getByLabel('Région de toute la liste').fill('Importée');
    await page.getByLabel(/^Provenance/).fill('Congrès 2026');
    await check.click();
    await expect(figure('Déjà connus, laissés tels quels')).toHaveText('3');
    await expect(page.getByRole('button', { name: 'Rien à importer' })).toBeDisabled();
    expect(await importedContacts()).toHaveLength(3);
  });

test('an import that is stopped keeps whole blocks, and the same file finishes it', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const lines = Array.from(
    { length: 1500 },
    (_, index) => `Nom ${index},Ent.,n${index}@import.example,Alma,Importée`,
  );
  const file = Buffer.from(['Nom,Entreprise,Courriel,Ville,Région', ...lines].join('\n'));
  const begin = async () => {
    await openFile(page, 'grand.csv', file);
    await page.getByLabel(/^Provenance/).fill('Essai');
    await page.getByRole('button', { name: 'Vérifier sans importer' }).click();
  };
  await begin();
  await page.getByRole('button', { name: /^Importer 1\s500 contacts$/ }).waitFor();
  let release = () => {};
  let blocks = 0;
  await page.route('**/rest/v1/rpc/import_contacts', async (route) => {
    blocks += 1;
    if (blocks === 2) await new Promise<void>((resolve) => (release = resolve));
    await route.continue();
  });
  await page.getByRole('button', { name: /^Importer 1\s500 contacts$/ }).click();
  await expect(page.getByText(/^Import en cours\s: 500 sur 1\s500$/)).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Import' })).toHaveAttribute('value', '500');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Arrêter' }).click();
  release();
  await expect(page.getByText(/^Import arrêté après 1\s000 contacts sur 1\s500/)).toBeVisible();
  const count = async () => (await importedContacts()).length;
  expect(await count()).toBe(1000);
  await page.unroute('**/rest/v1/rpc/import_contacts');
  await begin();
  await page.getByRole('button', { name: 'Importer 500 contacts' }).click();
  await expect(page.getByText('Importation terminée.')).toBeVisible();
  expect(await countRows('contacts?region=eq.Importée')).toBe(1500);
});

test('the import says what is wrong with a file, is accessible and fits, on a phone and on a laptop', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await openFile(page, 'vide.csv', Buffer.from('\n\n'));
  await expect(page.getByRole('alert')).toContainText('Ce fichier ne contient aucun contact');
  await expectAccessibleAndFits(page);
  await openFile(page, 'bon.csv', Buffer.from('Nom,Ville\nAnne,Alma\n'));
  await expect(page.getByRole('heading', { name: 'Colonnes' })).toBeVisible();
  await expectAccessibleAndFits(page);
});
