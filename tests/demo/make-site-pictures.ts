import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { perspective } from '../../build/perspective.ts';

/**
 * Regenerates the site's pictures that are cut out of demo panoramas: those of the street, with blurred plates, and a
 * fjord. `npx tsx tests/demo/make-site-pictures.ts`; it needs no stack.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const street = join(root, 'supabase/seed/survey-public');
const autumn = '5a000000-0000-4000-8000-000000000001/5b000000-0000-4000-8000-0000000';
const spring = '5a000000-0000-4000-8000-000000000002/5b000000-0000-4000-8000-0000000';

/** Widths of a tour's card picture and of its small rendition. */
const cardWidths = [800, 480];

/** Direction in degrees from the panorama's middle; both dates of a place have the same bearing. */
const cutPictures = [
  { from: `${autumn}10004-c008d764`, to: 'tours/saint-apollinaire-street-view', yaw: -8, widths: cardWidths },
  {
    from: `${autumn}10008-a98ef9e6`,
    to: 'tours/sainte-brigitte-avant-deneigement',
    yaw: 34,
    widths: cardWidths,
  },
  { from: `${autumn}10002-452a5fff`, to: 'services/rue-avant-la-neige', yaw: 27, widths: [800] },
  { from: `${spring}10413-4206b18a`, to: 'services/rue-au-degel', yaw: 31, widths: [800] },
];

/** Size of the drawing, twice that of the picture to smooth its edges. */
const size = { width: 1600, height: 866 };

for (const { from, to, yaw, widths } of cutPictures) {
  const sphere = await sharp(join(street, `${from}.jpg`))
    .toColorspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { data, info } = perspective(sphere, { yaw, pitch: -5, field: 56 }, size);
  for (const width of widths)
    await sharp(data, { raw: info })
      .resize(width)
      .sharpen({ sigma: 0.8 })
      .jpeg({ quality: 80, mozjpeg: true })
      .toFile(join(root, 'public/images', `${to}${width === 800 ? '' : `-${width}`}.jpg`));
}

/** Widths of a full-width strip cut out of a panorama with a straight horizon. */
const wideWidths = [1920, 960];

for (const width of wideWidths)
  await sharp(join(root, 'public/images/panoramas/fjord-du-saguenay.jpg'))
    .extract({ left: 700, top: 560, width: 1920, height: 740 })
    .resize(width)
    .jpeg({ quality: 76, mozjpeg: true })
    .toFile(join(root, `public/images/services/fjord-${width}.jpg`));
