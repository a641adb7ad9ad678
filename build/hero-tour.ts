import sharp, { type OverlayOptions } from 'sharp';
import { z } from 'zod';
import { basePath, type TiledPicture, tilePath } from '../src/shared/panorama-tour/panorama-tour.ts';
import { heroStrip, SHIPPED_HERO } from '../src/site/pages/home/hero-strip.ts';
import type { Api } from './ask-database.ts';
import { type HeroFile, heroFiles, type Sphere } from './hero-picture.ts';
import { panoramaFile } from './perspective.ts';

/** The panorama that the shipped pictures were made of: a site that shows the demonstration makes none again. */
export const SHIPPED_FOLDER = 'e0000000-0000-4000-8000-000000000002/f0000000-0000-4000-8000-000000000001';

const DEMONSTRATION = 'image de démonstration';
const TIMEOUT_MS = 15_000;

const picture = z.object({
  folder: z.string().regex(/^[0-9a-f-]{36}\/[0-9a-f-]{36}$/),
  format: z.literal('webp').optional(),
  width: z.number(),
  baseWidth: z.number(),
  levels: z.array(z.object({ width: z.number(), columns: z.number(), rows: z.number() })).max(8),
  bytes: z.number(),
});
const rows = z.array(
  z.object({
    document: z.object({
      scenes: z.array(z.object({ picture, view: z.object({ yaw: z.number(), pitch: z.number() }) })).min(1),
    }),
    virtual_tours: z.object({
      slug: z.string(),
      location: z.string().nullable(),
      created_at: z.string(),
    }),
  }),
);

/** The hero variables of the home page, and the pictures to write when they are not the shipped ones. */
export type StoredHero = {
  variables: Record<string, string>;
  folder?: string;
  files: HeroFile[];
  problem?: string;
};

/** The smallest level that gives the widest strip its pixels, or the largest there is; put together from its tiles. */
async function sphereOf(cut: TiledPicture, api: Api, ask: typeof fetch): Promise<Sphere> {
  const wanted = ((heroStrip.widths.at(-1) as number) * 360) / heroStrip.field;
  const sorted = [...cut.levels].sort((a, b) => a.width - b.width);
  const level = sorted.find(({ width }) => width >= wanted) ?? sorted.at(-1);
  const raw = { resolveWithObject: true } as const;
  if (!level)
    return sharp(await panoramaFile(api, basePath(cut), ask))
      .removeAlpha()
      .raw()
      .toBuffer(raw);
  const width = level.width / level.columns;
  const height = level.width / 2 / level.rows;
  const tiles: OverlayOptions[] = [];
  for (let column = 0; column < level.columns; column++) {
    for (let row = 0; row < level.rows; row++) {
      const input = await panoramaFile(api, tilePath(cut, cut.levels.indexOf(level), column, row), ask);
      tiles.push({ input, left: Math.round(column * width), top: Math.round(row * height) });
    }
  }
  const ground = { width: level.width, height: level.width / 2, channels: 3 as const, background: '#000' };
  return sharp({ create: ground }).composite(tiles).removeAlpha().raw().toBuffer(raw);
}

/** The tour that the home page opens on, as page variables, with the source of its pictures. */
export type HeroTour = {
  variables: Record<string, string>;
  /** Folder of its pictures, when they are not the shipped ones. */
  folder?: string;
  scene: z.infer<typeof rows>[number]['document']['scenes'][number];
};

/**
 * Finds the tour that the home page opens on: the newest featured one made of the studio's own panoramas.
 *
 * @throws when the database cannot be read
 */
export async function heroTour(api: Api, ask: typeof fetch = fetch): Promise<HeroTour | undefined> {
  const query = new URLSearchParams({
    select: 'document,virtual_tours!inner(slug,location,created_at)',
    'virtual_tours.is_featured': 'eq.true',
    'virtual_tours.status': 'eq.published',
  });
  const answer = await ask(`${api.url}/rest/v1/panorama_tours?${query}`, {
    headers: { apikey: api.key },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`réponse ${answer.status}`);
  const featured = rows.parse(await answer.json());
  const [newest] = featured.sort((a, b) =>
    b.virtual_tours.created_at.localeCompare(a.virtual_tours.created_at),
  );
  const scene = newest?.document.scenes[0];
  if (!newest || !scene) return undefined;
  const { slug, location } = newest.virtual_tours;
  const named = (caption: string | null) => ({
    VITE_HERO_TOUR: slug,
    ...(caption ? { VITE_HERO_CAPTION: caption } : {}),
  });
  if (scene.picture.folder === SHIPPED_FOLDER)
    return { variables: named([location, DEMONSTRATION].filter(Boolean).join(' · ')), scene };
  // A different address for each version: browsers cache pictures for a day.
  const folder = `${SHIPPED_HERO}-${scene.picture.folder.slice(-12)}`;
  return { variables: { ...named(location), VITE_HERO_PICTURE: folder }, folder, scene };
}

/** Makes the pictures of a scene's first view. */
export async function heroPictures(
  { picture, view }: HeroTour['scene'],
  api: Api,
  ask: typeof fetch = fetch,
  draw: typeof heroFiles = heroFiles,
): Promise<HeroFile[]> {
  return draw(await sphereOf(picture, api, ask), view);
}

/**
 * Reads the tour that the home page opens on and makes its pictures.
 *
 * @returns no variables when there is none; a French sentence when the database could not be read, and the shipped
 *   picture stays
 */
export async function storedHero(
  api: Api,
  ask: typeof fetch = fetch,
  draw: typeof heroFiles = heroFiles,
): Promise<StoredHero> {
  try {
    const found = await heroTour(api, ask);
    if (!found) return { variables: {}, files: [] };
    const { variables, folder, scene } = found;
    if (!folder) return { variables, files: [] };
    return { variables, folder, files: await heroPictures(scene, api, ask, draw) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { variables: {}, files: [], problem: `image de l’accueil : ${reason}` };
  }
}
