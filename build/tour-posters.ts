import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { basePath, type Scene, type TiledPicture } from '../src/shared/panorama-tour/panorama-tour.ts';
import { verticalFieldOf } from '../src/shared/panorama-tour/viewer-defaults.ts';
import { type PosterSizes, posterSizes } from '../src/site/pages/tour/poster-sizes.ts';
import type { Poster } from '../src/site/prerendered-pages.ts';
import type { Api } from './ask-database.ts';
import { keptDrawings } from './kept-drawings.ts';
import { drawView, panoramaFile } from './perspective.ts';

/** AVIF as small as it may be without showing; its slowest efforts take minutes on the machine of a host. */
const avif = { quality: 48, effort: 2 };

/** Changes with the drawing, so that no old one is used. */
const DRAWING = 1;

/** The files of a tour's first view on wide screens or on phones, by name; one of them is a JPEG where `jpegWidth` is given. */
async function drawPoster(
  { picture, view }: Pick<Scene, 'picture' | 'view'>,
  { name, width, height, widths }: PosterSizes['wide'],
  jpegWidth: number | undefined,
  api: Api,
  ask: typeof fetch,
): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const seen = { yaw: view.yaw, pitch: view.pitch, field: verticalFieldOf(view.zoom) };
  const { data, info } = await drawView(picture, seen, { width, height }, api, ask);
  const drawn = () => sharp(data, { raw: info });
  for (const wide of widths)
    files.set(`${name}-${wide}.avif`, await drawn().resize(wide).avif(avif).toBuffer());
  if (jpegWidth) {
    const jpeg = drawn().resize(jpegWidth).jpeg({ quality: 76, mozjpeg: true });
    files.set(`${name}-${jpegWidth}.jpg`, await jpeg.toBuffer());
  }
  return files;
}

/**
 * Writes the first view of a tour into the built site, drawn now or by a former build.
 *
 * @returns false when its panorama cannot be read: the page then shows the panorama's small picture
 */
export async function writePoster(
  out: string,
  { folder, scene }: Poster,
  api: Api,
  {
    cache,
    ask = fetch,
    sizes = posterSizes,
  }: { cache?: string; ask?: typeof fetch; sizes?: PosterSizes } = {},
): Promise<boolean> {
  try {
    const { folder: of, levels, baseWidth, format } = scene.picture;
    for (const size of [sizes.wide, sizes.phone]) {
      const jpegWidth = size === sizes.wide ? sizes.jpegWidth : undefined;
      const what = {
        DRAWING,
        avif,
        folder: of,
        levels,
        baseWidth,
        format,
        view: scene.view,
        size,
        jpegWidth,
      };
      const names = [
        ...size.widths.map((width) => `${size.name}-${width}.avif`),
        ...(jpegWidth ? [`${size.name}-${jpegWidth}.jpg`] : []),
      ];
      const files = await keptDrawings(
        what,
        names,
        () => drawPoster(scene, size, jpegWidth, api, ask),
        cache,
      );
      mkdirSync(join(out, folder), { recursive: true });
      for (const [name, bytes] of files) writeFileSync(join(out, folder, name), bytes);
    }
    return true;
  } catch {
    return false;
  }
}

/** A sphere that is shown before anything is asked for: about 8 kB. */
const PREVIEW = { width: 384, height: 192, webp: { quality: 50, effort: 6 } };

/**
 * Draws a small copy of a panorama, now or by a former build, as an address that holds it.
 *
 * @returns undefined when the panorama cannot be read: the page then asks for its first sphere
 */
export async function drawPreview(
  picture: TiledPicture,
  api: Api,
  { cache, ask = fetch }: { cache?: string; ask?: typeof fetch } = {},
): Promise<string | undefined> {
  const { width, height, webp } = PREVIEW;
  const draw = async () => {
    const base = await panoramaFile(api, basePath(picture), ask);
    return new Map([['preview.webp', await sharp(base).resize(width, height).webp(webp).toBuffer()]]);
  };
  try {
    const files = await keptDrawings({ PREVIEW, folder: picture.folder }, ['preview.webp'], draw, cache);
    return `data:image/webp;base64,${files.get('preview.webp')?.toString('base64')}`;
  } catch {
    return undefined;
  }
}
