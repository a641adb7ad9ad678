import type { Page } from '@playwright/test';
import { apiAsAdmin } from '../../support/api.ts';
import { expectAccessible } from '../../support/axe.ts';
import {
  becomeAdmin,
  confirmRemoval,
  expect,
  LENGTHS,
  notifications,
  PROOF_TAG,
  test,
} from '../../support/fixtures.ts';
import { bucketFiles, decodePicture, hugePng, twoColours } from '../../support/picture-files.ts';

const toast = (page: Page, text: string) => notifications(page).getByText(text);
const cropping = (page: Page) => page.getByRole('dialog', { name: "Recadrer l'image" });
const preview = (page: Page) => page.getByRole('img', { name: 'Aperçu de la visite' });
const send = (page: Page) => cropping(page).getByRole('button', { name: 'Recadrer et téléverser' });
const landscape = { width: 1600, height: 866, colours: ['#f00', '#00f'] as [string, string] };

type Chosen = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0];
const choose = (page: Page, file: Chosen) => page.getByLabel('Fichier de l’image').setInputFiles(file);

/** Accepts the proposed crop, uploads, and returns the file's address. */
async function upload(page: Page, file: Chosen): Promise<string> {
  await choose(page, file);
  await expect(send(page)).toBeEnabled();
  await send(page).click();
  await expect(toast(page, 'Image téléversée').first()).toBeVisible();
  await expect(cropping(page)).toBeHidden();
  return (await preview(page).getAttribute('src')) ?? '';
}

/** Returns the address of the small rendition of a picture. */
const smallOf = (address: string) => address.replace('-800.jpg', '-480.jpg');
const fileName = (address: string) => address.split('/').at(-1) ?? '';

test.beforeEach(async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/tours/new?avec=adresse');
  await expect(page.getByLabel('Titre')).toBeVisible();
});

for (const { isWhole, suffix, tag } of LENGTHS)
  test(`a cropped picture is a JPEG of 800 × 433, shown on the site, and gone with its tour${suffix}`, {
    tag,
  }, async ({ page }) => {
    const before = await bucketFiles();
    const title = `Cap Tourmente ${Date.now()}`;
    await page.getByLabel('Titre').fill(title);
    await page.getByLabel('URL de la visite').fill('https://visites.example/cap');
    await page.getByLabel('Coup de cœur').check();
    const address = await upload(page, await twoColours(page, landscape));
    expect(fileName(address)).toMatch(/^[0-9a-f-]{36}-800\.jpg$/);
    expect(await decodePicture(page, address)).toEqual({
      ...{ type: 'image/jpeg', start: 'ffd8ff', width: 800, height: 433, left: 'red', right: 'blue' },
    });
    await page.getByRole('button', { name: 'Créer la visite' }).click();
    await expect(toast(page, 'Visite créée')).toBeVisible();

    const slug = `cap-tourmente-${title.split(' ').at(-1)}`;
    if (isWhole) {
      await page.goto(`/realisations/${slug}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
    await page.goto('/realisations');
    const card = page.getByRole('article').filter({ hasText: title });
    await expect(card.locator('img')).toHaveAttribute('src', address);
    // The browser chooses from `srcset`: it takes the large picture when that is cached, as here.
    await expect(card.locator('img')).toHaveAttribute('srcset', `${smallOf(address)} 480w, ${address} 800w`);
    await expect
      .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(await decodePicture(page, smallOf(address))).toMatchObject({
      width: 480,
      height: 260,
      left: 'red',
      right: 'blue',
    });

    if (isWhole) {
      await page.goto(`/admin/tours?q=${encodeURIComponent(title)}`);
      await page.getByRole('button', { name: `Supprimer ${title}` }).click();
      await confirmRemoval(page);
      await expect(toast(page, 'Visite supprimée')).toBeVisible();
    } else await apiAsAdmin(`virtual_tours?slug=eq.${slug}`, 'DELETE', undefined);
    // The tour can be restored from the trash, so its picture is kept.
    expect(await bucketFiles()).toHaveLength(before.length + 2);
    await page.goto(`/admin/corbeille?q=${encodeURIComponent(title)}`);
    await page.getByRole('button', { name: `Supprimer définitivement ${title}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer définitivement' }).click();
    await expect(toast(page, 'Suppression définitive effectuée')).toBeVisible();
    expect(await bucketFiles()).toEqual(before);
  });

test('a photograph taken on its side is shown the right way up', { tag: PROOF_TAG }, async ({ page }) => {
  // An EXIF orientation turns this picture to the right: its red top is on the right.
  const standing = {
    width: 866,
    height: 1600,
    colours: ['#f00', '#00f'] as [string, string],
    orientation: 6,
  };
  const address = await upload(page, await twoColours(page, standing));
  expect(await decodePicture(page, address)).toMatchObject({
    width: 800,
    height: 433,
    left: 'blue',
    right: 'red',
  });
});

test('a panorama of a studio camera is reduced and cropped', { tag: PROOF_TAG }, async ({ page }) => {
  const address = await upload(page, await twoColours(page, { ...landscape, width: 12_000, height: 6000 }));
  expect(await decodePicture(page, address)).toMatchObject({
    width: 800,
    height: 433,
    left: 'red',
    right: 'blue',
  });
});

test('replaced, removed and abandoned files do not stay in the bucket', { tag: PROOF_TAG }, async ({
  page,
}) => {
  const before = await bucketFiles();
  await page.getByLabel('Titre').fill('Abandonnée');
  const file = await twoColours(page, landscape);
  const first = await upload(page, file);
  const second = await upload(page, file);
  expect(second).not.toBe(first);
  await page.getByRole('button', { name: 'Retirer l’image' }).click();
  await expect(preview(page)).toHaveCount(0);
  expect(await bucketFiles()).toHaveLength(before.length + 4);
  await page.getByRole('link', { name: 'Annuler', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Quitter sans enregistrer?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await expect(page).toHaveURL(/\/admin\/tours$/);
  await expect.poll(bucketFiles).toEqual(before);

  // The picture that was replaced is deleted, and the new one stays.
  const title = `Remplacée ${Date.now()}`;
  await page.goto('/admin/tours/new?avec=adresse');
  await page.getByLabel('Titre').fill(title);
  await page.getByLabel('URL de la visite').fill('https://visites.example/x');
  const old = await upload(page, file);
  await page.getByRole('button', { name: 'Créer la visite' }).click();
  await expect(page).toHaveURL(/\/admin\/tours$/);
  await page.getByRole('link', { name: `Modifier ${title}` }).click();
  await expect(preview(page)).toHaveAttribute('src', old);
  const kept = await upload(page, file);
  await page.getByRole('button', { name: 'Enregistrer les modifications' }).click();
  await expect(page).toHaveURL(/\/admin\/tours$/);
  await expect.poll(bucketFiles).toEqual([...before, fileName(kept), fileName(smallOf(kept))].sort());
});

test('a picture may be dropped, and cropped with the keyboard alone', { tag: PROOF_TAG }, async ({
  page,
}) => {
  const { buffer } = await twoColours(page, landscape);
  const dropped = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }));
    return transfer;
  }, buffer.toString('base64'));
  await page
    .getByText('Glissez une image ici')
    .dispatchEvent('drop', { dataTransfer: dropped, bubbles: true });
  await expect(send(page)).toBeEnabled();
  await expect(cropping(page).locator('.reactEasyCrop_Container')).toHaveCSS('height', '400px');
  await expectAccessible(page);

  const zoom = cropping(page).getByRole('slider', { name: 'Zoom' });
  await zoom.focus();
  await page.keyboard.press('ArrowRight');
  await expect(zoom).toHaveValue('1.1');
  await page.keyboard.press('End');
  await expect(zoom).toHaveValue('3');
  const frame = cropping(page).getByRole('group', { name: /les flèches la déplacent/ });
  await frame.focus();
  await page.keyboard.press('-');
  await expect(zoom).toHaveValue('2.9');
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await expect(zoom).toHaveValue('3');
  // At three times the size the middle shows both colours, and a side shows one.
  for (let press = 0; press < 60; press++) await page.keyboard.press('ArrowRight');
  await send(page).press('Enter');
  await expect(cropping(page)).toBeHidden();
  const address = (await preview(page).getAttribute('src')) ?? '';
  expect(await decodePicture(page, address)).toMatchObject({
    width: 800,
    height: 433,
    left: 'red',
    right: 'red',
  });
});

test('what is no picture, or too large, gets a French error, and the page stays alive', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const before = await bucketFiles();
  const photo = (await twoColours(page, landscape)).buffer;
  const corrupt = Buffer.concat([photo.subarray(0, 400), Buffer.alloc(3000, 0xab)]);
  const files: [Chosen, string][] = [
    [
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Bonjour') },
      'Le fichier doit être une image',
    ],
    [{ name: 'vide.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }, 'Le fichier est vide'],
    [
      { name: 'faux.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Bonjour à tous') },
      'L’image est illisible',
    ],
    [{ name: 'abime.jpg', mimeType: 'image/jpeg', buffer: corrupt }, 'L’image est illisible'],
    [hugePng(20_000), 'L’image est trop grande\u00a0: 20\u00a0000 × 20\u00a0000 pixels'],
  ];
  await page.getByLabel('Titre').fill('Toujours là');
  for (const [file, message] of files) {
    await choose(page, file);
    await expect(page.getByRole('main').getByText(message)).toBeVisible();
    await expect(toast(page, message).first()).toBeVisible();
    await expect(cropping(page)).toBeHidden();
  }
  await expectAccessible(page);
  await page.getByLabel(/^Lieu/).fill('Percé');
  await expect(page.getByLabel('Titre')).toHaveValue('Toujours là');
  await upload(page, await twoColours(page, landscape));
  await expect(page.getByRole('main').getByText('L’image est trop grande')).toHaveCount(0);
  expect(await bucketFiles()).toHaveLength(before.length + 2);
});

test('an upload that is cut says so and can be tried again; one that is cancelled is silent', {
  tag: PROOF_TAG,
}, async ({ page, context, allowConsole }) => {
  allowConsole.push(/ERR_INTERNET_DISCONNECTED/, /dynamically imported/, /Impossible de téléverser/);
  await page.getByLabel('Titre').fill('Coupée');
  await choose(page, await twoColours(page, landscape));
  await expect(send(page)).toBeEnabled();
  await context.setOffline(true);
  await send(page).click();
  await expect(toast(page, 'Impossible de téléverser l’image')).toBeVisible();
  await expect(cropping(page)).toBeVisible();
  await context.setOffline(false);

  let held = 0;
  await page.route('**/storage/v1/object/tour-images/*', (route) => {
    // The upload is never answered.
    if (route.request().method() === 'POST') held += 1;
    else return route.continue();
  });
  await send(page).click();
  await expect(cropping(page).getByRole('progressbar', { name: 'Téléversement' })).toBeVisible();
  await expect.poll(() => held).toBe(1);
  await expectAccessible(page);
  await cropping(page).getByRole('button', { name: 'Annuler le téléversement' }).click();
  await expect(cropping(page).getByRole('progressbar')).toHaveCount(0);
  await expect(toast(page, 'Impossible de téléverser l’image')).toHaveCount(1);
  await page.unroute('**/storage/v1/object/tour-images/*');

  await send(page).click();
  await expect(toast(page, 'Image téléversée')).toBeVisible();
  await expect(preview(page)).toBeVisible();
  await expect(page.getByLabel('Titre')).toHaveValue('Coupée');
});

for (const [width, height] of [
  [375, 667],
  [1280, 720],
] as const) {
  test(`messages cover no button of the crop dialog (${width} px)`, { tag: PROOF_TAG }, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await choose(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('non') });
    await choose(page, { name: 'vide.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) });
    // The first notice is behind the newest one.
    await expect(toast(page, 'Le fichier doit être une image')).toHaveCount(1);
    await expect(toast(page, 'Le fichier est vide')).toBeVisible();
    await choose(page, await twoColours(page, landscape));
    await expect(send(page)).toBeEnabled();
    // Everything happens within the few seconds that the notices last.
    for (const button of await cropping(page).getByRole('button').all()) {
      await button.click({ trial: true, timeout: 1500 });
    }
    await notifications(page).getByRole('button', { name: 'Fermer' }).first().click();
    await expect(notifications(page).getByRole('listitem')).toHaveCount(1);
    await expect(cropping(page)).toBeVisible();
  });
}
