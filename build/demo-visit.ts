import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { BASE, levelsOf, tilePlan } from '../src/admin/tours/data/tile-plan.ts';
import {
  DELIVERED_SCRIPT,
  type DeliveredTour,
  deliveredScript,
} from '../src/shared/panorama-tour/delivered-tour.ts';
import { basePath, type TiledPicture } from '../src/shared/panorama-tour/panorama-tour.ts';
import { DELIVERED_FOLDER } from './delivered-visit.ts';
import { demoScenes } from './demo-scenes.ts';

/** Addresses of the demo tours that a client would host (supabase/seed.sql), and of their files. */
const ADDRESS = /^\/demo\/visites\/([a-z0-9-]+)(?:\/(.*))?$/;

const FOLDER = 'scenes/1';
/** The panoramas are JPEG already: less would show twice. */
const JPEG = { quality: 90 };

/** About as near as the pictures of the cards; closer, the panoramas are soft. */
const ZOOM = 60;

type CutPanorama = { picture: TiledPicture; files: Map<string, Buffer> };

/** Cuts a panorama into a first sphere and tiles, of the sizes that the editor gives them. */
async function cut(panorama: string): Promise<CutPanorama> {
  // Loaded on first use: every build and test reads this configuration.
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(panorama)
    .toColorspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const drawn = () => sharp(data, { raw: info });
  const files = new Map([
    [basePath({ folder: FOLDER }), await drawn().resize(BASE.width).jpeg(JPEG).toBuffer()],
  ]);
  for (const tile of tilePlan(width, height, 'jpg').flatMap(({ tiles }) => tiles)) {
    const { x: left, y: top, ...size } = tile.source;
    const part = drawn().extract({ left, top, ...size });
    files.set(`${FOLDER}/${tile.name}`, await part.resize(tile.width, tile.height).jpeg(JPEG).toBuffer());
  }
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  return { picture: { folder: FOLDER, width, baseWidth: BASE.width, levels: levelsOf(width), bytes }, files };
}

/** The description of a demo tour, with the title and the town that the seed gives it. */
function described(scene: (typeof demoScenes)[number], picture: TiledPicture, root: string): DeliveredTour {
  const { slug, name, alt, yaw, pitch } = scene;
  const seed = readFileSync(join(root, 'supabase/seed.sql'), 'utf8');
  const [, title = '', town = ''] = new RegExp(`'(.+)',\\n +'${slug}',\\n +'([^,]+),`).exec(seed) ?? [];
  const view = { yaw, pitch, zoom: ZOOM };
  return {
    ...{ title, client: `Démonstration · ${town}`, color: '#17424d' },
    tour: { scenes: [{ id: slug, name, alt, picture, heading: 0, view, links: [], points: [] }] },
  };
}

/**
 * Serves, in development and in `vite preview` only, each demo tour that a client would host: the page that clients
 * receive, and one panorama.
 */
export function demoVisit(): Plugin {
  const cuts = new Map<string, Promise<CutPanorama>>();
  const serve = ({ middlewares, config }: Pick<ViteDevServer, 'middlewares' | 'config'>) => {
    middlewares.use((request, response, next) => {
      const [path = ''] = (request.url ?? '').split('?');
      const [, slug, name] = ADDRESS.exec(path) ?? [];
      const scene = demoScenes.find((one) => one.slug === slug);
      if (!scene) return next();
      // The addresses of the page are relative to its folder.
      if (name === undefined) return response.writeHead(302, { Location: `${path}/` }).end();
      if (name !== DELIVERED_SCRIPT && !name.startsWith(`${FOLDER}/`)) {
        // The script of the delivered page is built once and served for all demo tours.
        request.url = `/${DELIVERED_FOLDER}/${name || 'index.html'}`;
        return next();
      }
      const file = join(config.root, scene.panorama);
      const known = cuts.get(file) ?? cut(file);
      cuts.set(file, known);
      known
        .then(({ picture, files }) => {
          const isDescription = name === DELIVERED_SCRIPT;
          const content = isDescription
            ? deliveredScript(described(scene, picture, config.root))
            : files.get(name);
          if (content === undefined) return next();
          response.setHeader('Content-Type', isDescription ? 'text/javascript' : 'image/jpeg');
          response.end(content);
        })
        .catch(next);
    });
  };
  return { name: 'demo-visit', configureServer: serve, configurePreviewServer: serve };
}
