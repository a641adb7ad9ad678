import type { Page } from '@playwright/test';
import { api } from '../../support/api.ts';
import { expectAccessible } from '../../support/axe.ts';
import { becomeAdmin, expect, LENGTHS, stack, test } from '../../support/fixtures.ts';
import { padPicture, twoColours } from '../../support/picture-files.ts';

const tiles = (path: string) => `${stack.apiUrl}/storage/v1/object/public/panoramas/${path}`;

/** Reads the red and blue of a published tile or base, just left of its middle. */
const colourAt = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const [red = 0, , blue = 0] =
      context?.getImageData(bitmap.width / 2 - 3, bitmap.height / 2, 1, 1).data ?? [];
    return { isRed: red > 200 && blue < 60, isBlurred: red > 60 && blue > 60 };
  }, tiles(path));

const storedDraft = (tourId: string) =>
  api<{ document: { scenes: { picture: { folder: string } }[] }; version: number }>(
    `panorama_tours?tour_id=eq.${tourId}`,
  );

for (const { isWhole, suffix, tag } of LENGTHS)
  test(`panoramas become scenes, linked by keys, blurred in their tiles, published; what is none is refused${suffix}`, {
    tag,
  }, async ({ page }) => {
    test.slow();
    const tourId = crypto.randomUUID();
    await api('virtual_tours', 'POST', {
      ...{
        id: tourId,
        title: 'Parc du Ruisseau',
        slug: `parc-${tourId}`,
        url: 'https://visites.example/parc',
      },
    });
    await becomeAdmin(page);
    await page.goto(`/admin/tours/${tourId}/visite`);
    await expect(page.getByText('Aucune scène pour le moment')).toBeVisible();

    const good = await twoColours(page, { width: 2048, height: 1024, colours: ['#f00', '#00f'] });
    const flat = await twoColours(page, { width: 2048, height: 1365, colours: ['#f00', '#00f'] });
    const parts: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/upload/resumable')) parts.push(request.method());
    });
    await page.getByLabel('Ajouter des panoramas').setInputFiles([
      { ...good, name: 'entree-du-parc.jpg' },
      { ...good, name: 'coupe.jpg', buffer: good.buffer.subarray(0, -400) },
      { ...flat, name: 'photo.jpg' },
      { ...(isWhole ? padPicture(good, 7 * 1024 * 1024) : good), name: 'pavillon.jpg' },
    ]);
    const scenes = page.getByRole('list', { name: 'Scènes' });
    // The viewer is drawn in software here, while the tiles are cut.
    await expect(scenes.getByRole('listitem')).toHaveCount(2, { timeout: 90_000 });
    // A file of more than 6 MB is uploaded in two parts.
    if (isWhole) expect(parts.filter((method) => method !== 'OPTIONS')).toEqual(['POST', 'PATCH', 'PATCH']);
    const uploads = page.getByRole('list', { name: 'Panoramas en cours d’ajout' });
    await expect(uploads.getByText('Le fichier est coupé')).toBeVisible();
    await expect(uploads.getByText('deux fois plus large que haut')).toBeVisible();
    for (const name of ['Coupe', 'Photo'])
      await uploads.getByRole('button', { name: `Enlever ${name}` }).click();

    for (const name of ['Entree du parc', 'Pavillon']) {
      // The keyboard moves the scene by the arrow buttons in the middle of its thumbnail.
      await scenes.getByRole('button', { name: new RegExp(`^${name}`) }).press('Enter');
      await page.getByLabel('Ce que montre le panorama').fill(`${name}, en rouge et en bleu`);
    }
    const picture = (name: string) => page.getByRole('application', { name: `Panorama de ${name}` });
    const mark = (name: string) => page.getByRole('application').getByRole('button', { name, exact: true });

    if (isWhole) {
      // The keyboard adds a link where the view points, and the link back is added automatically.
      await picture('Pavillon').focus();
      await page.keyboard.press('l');
      for (const key of ['ArrowLeft', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
      await expect(mark('Lien vers Entree du parc')).toBeVisible();
      await page.getByRole('button', { name: 'Y aller' }).click();
      await expect(mark('Lien vers Pavillon')).toHaveCount(1);
    } else await scenes.getByRole('button', { name: /^Entree du parc/ }).press('Enter');

    /** Measures the middle of the picture again, because the part above it changes with the publication. */
    const middleOf = async (name: string) => {
      await picture(name).scrollIntoViewIfNeeded();
      const box = await picture(name).boundingBox();
      if (!box) throw new Error('No picture');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    if (isWhole) {
      // The wheel zooms to single pixels of the panorama, around the mouse.
      const { x, y } = await middleOf('Entree du parc');
      await page.mouse.move(x, y);
      for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, -400);
      await expect(page.getByText(/400\s%$/)).toBeVisible();
      await page.keyboard.press('r');
      for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 400);
    }
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Publier', exact: true }).click();
    await expect.poll(async () => (await storedDraft(tourId))[0]?.version).toBe(1);
    const [first] = await storedDraft(tourId);
    const sharp = first?.document.scenes[0]?.picture.folder ?? '';
    expect(await colourAt(page, `${sharp}/base.jpg`)).toEqual({ isRed: true, isBlurred: false });
    expect(await colourAt(page, `${sharp}/0/1-0.webp`)).toEqual({ isRed: true, isBlurred: false });
    expect((await fetch(tiles(`${sharp}/0/1-0.webp`))).headers.get('content-type')).toBe('image/webp');

    // The mouse draws an ellipse where red and blue meet.
    await picture('Entree du parc').focus();
    await page.keyboard.press('f');
    const middle = await middleOf('Entree du parc');
    await page.mouse.move(middle.x - 60, middle.y - 60);
    await page.mouse.down();
    await page.mouse.move(middle.x, middle.y, { steps: 4 });
    await page.mouse.move(middle.x + 60, middle.y + 60, { steps: 4 });
    await page.mouse.up();
    const blur = mark('Flou 1, à appliquer');
    await expect(blur).toBeVisible();
    if (isWhole) {
      await picture('Entree du parc').focus();
      await page.keyboard.press('Control+z');
      await expect(blur).toHaveCount(0);
      await expect(page.getByText('Annulé\u00a0: ajout d’un flou')).toBeVisible();
      await expect(scenes).not.toContainText('sans description');
      await page.keyboard.press('Control+Shift+z');
      await expect(blur).toBeVisible();
    }
    await expect(page.getByRole('button', { name: 'Publier', exact: true })).toBeDisabled();
    // Opening the other scene cuts the blur into the tiles.
    await scenes.getByRole('button', { name: /^Pavillon/ }).press('Enter');
    await scenes.getByRole('button', { name: /^Entree du parc/ }).press('Enter');
    await expect(mark('Flou 1')).toHaveCount(1, { timeout: 90_000 });
    await page.getByRole('button', { name: 'Publier', exact: true }).click();
    await expect.poll(async () => (await storedDraft(tourId))[0]?.version).toBe(2);
    const [second] = await storedDraft(tourId);
    const blurred = second?.document.scenes[0]?.picture.folder ?? '';
    expect(await colourAt(page, `${blurred}/base.jpg`)).toEqual({ isRed: false, isBlurred: true });
    // The file that showed the face was deleted from the bucket.
    await expect.poll(async () => (await fetch(tiles(`${sharp}/base.jpg?${Date.now()}`))).ok).toBe(false);
  });
