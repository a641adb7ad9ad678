import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Scene } from '../src/shared/panorama-tour/panorama-tour.ts';
import { verticalFieldOf } from '../src/shared/panorama-tour/viewer-defaults.ts';
import { type PosterSizes, posterSizes } from '../src/site/pages/tour/poster-sizes.ts';
import type { Poster } from '../src/site/prerendered-pages.ts';
import type { Api } from './ask-database.ts';
import { drawView } from './perspective.ts';

/** AVIF as small as it may be without showing; its slowest efforts take minutes on the machine of a host. */
const avif = { quality: 48, effort: 2 };

/** The files of a tour's first view, by name. */
async function posterFiles(
  { picture, view }: Pick<Scene, 'picture' | 'view'>,
  api: Api,
  ask: typeof fetch,
  sizes: PosterSizes,
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const { name, width, height, widths } of [sizes.wide, sizes.phone]) {
    const seen = { yaw: view.yaw, pitch: view.pitch, field: verticalFieldOf(view.zoom) };
    const { data, info } = await drawView(picture, seen, { width, height }, api, ask);
    const drawn = () => sharp(data, { raw: info });
    for (const wide of widths)
      files.set(`${name}-${wide}.avif`, await drawn().resize(wide).avif(avif).toBuffer());
    if (name === sizes.wide.name) {
      const jpeg = drawn().resize(sizes.jpegWidth).jpeg({ quality: 76, mozjpeg: true });
      files.set(`${name}-${sizes.jpegWidth}.jpg`, await jpeg.toBuffer());
    }
  }
  return files;
}

/**
 * Draws the first view of a tour into the built site.
 *
 * @returns false when its panorama cannot be read: the page then shows the panorama's small picture
 */
export async function writePoster(
  out: string,
  { folder, scene }: Poster,
  api: Api,
  ask: typeof fetch = fetch,
  sizes: PosterSizes = posterSizes,
): Promise<boolean> {
  try {
    const files = await posterFiles(scene, api, ask, sizes);
    mkdirSync(join(out, folder), { recursive: true });
    for (const [name, bytes] of files) writeFileSync(join(out, folder, name), bytes);
    return true;
  } catch {
    return false;
  }
}
