import { api } from '../../support/api.ts';
import { expectAccessible } from '../../support/axe.ts';
import { becomeAdmin, expect, PROOF_TAG, test } from '../../support/fixtures.ts';
import { twoColours } from '../../support/picture-files.ts';

test('panoramas dropped on « Nouvelle visite » are cut while the form is filled, and found again after a reload', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await becomeAdmin(page);
  await page.goto('/admin/tours');
  await page.getByRole('link', { name: 'Nouvelle visite' }).click();
  await expect(page.getByRole('link', { name: 'J’ai déjà une adresse' })).toBeVisible();
  await expectAccessible(page);

  const good = await twoColours(page, { width: 2048, height: 1024, colours: ['#f00', '#00f'] });
  const flat = await twoColours(page, { width: 2048, height: 1365, colours: ['#f00', '#00f'] });
  const place = `quai-${Date.now()}`;
  const dropped = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }));
      }
      return transfer;
    },
    [
      { name: `${place}-belvedere-2.jpg`, base64: good.buffer.toString('base64') },
      { name: `${place}-belvedere-1.jpg`, base64: good.buffer.toString('base64') },
      { name: 'photo.jpg', base64: flat.buffer.toString('base64') },
    ],
  );
  // Files dropped anywhere on the page are accepted too.
  await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped });

  const panoramas = page.getByRole('list', { name: 'Panoramas en cours d’ajout' });
  await expect(panoramas.getByText('deux fois plus large que haut')).toBeVisible();
  await expect(panoramas.getByText('Prêt')).toHaveCount(2);
  await expect(page.getByLabel('Nombre de panoramas')).toHaveValue('2');
  // The poster looks straight ahead in the first picture: red on the left, blue on the right.
  const poster = page.getByRole('img', { name: 'Aperçu de la visite' });
  await expect(poster).toBeVisible();
  const colours = await poster.evaluate(async (image: HTMLImageElement) => {
    const bitmap = await createImageBitmap(await (await fetch(image.src)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const at = (x: number) => [...(context?.getImageData(x, 216, 1, 1).data ?? [])];
    return { size: [bitmap.width, bitmap.height], left: at(100), right: at(700) };
  });
  expect(colours.size).toEqual([800, 433]);
  expect(colours.left[0]).toBeGreaterThan(200);
  expect(colours.right[2]).toBeGreaterThan(200);
  await page.getByLabel('Description').fill('Un quai');
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }).includes('Un quai')))
    .toBe(true);
  await expectAccessible(page);

  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(panoramas.getByText('Prêt')).toHaveCount(2);
  await expect(page.getByLabel('Description')).toHaveValue('Un quai');
  const slug = `visite-${place}`;
  await page.getByLabel('Titre').fill(slug);
  await page.getByRole('button', { name: 'Créer la visite' }).click();

  await expect(page).toHaveURL(/\/admin\/tours\/[0-9a-f-]{36}\/visite$/);
  await expect(page.getByRole('list', { name: 'Scènes' }).getByRole('listitem')).toHaveCount(2);
  const [tour] = await api<{
    id: string;
    url: null;
    status: string;
    panorama_tour_drafts: { document: { scenes: unknown[] } };
  }>(`virtual_tours?title=eq.${slug}&select=id,url,status,panorama_tour_drafts(document)`);
  expect(page.url()).toContain(tour?.id);
  expect(tour).toMatchObject({ url: null, status: 'draft' });
  expect(tour?.panorama_tour_drafts.document.scenes).toHaveLength(2);
});
