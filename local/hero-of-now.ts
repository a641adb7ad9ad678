import type { Plugin } from 'vite';
import type { Api } from '../build/ask-database.ts';
import { browserConfig, parseEnv } from '../build/env.ts';
import type { HeroFile } from '../build/hero-picture.ts';
import type { HeroTour } from '../build/hero-tour.ts';

// These load `sharp`, so they are imported with the first page.
const askForTour = async (api: Api) => (await import('../build/hero-tour.ts')).heroTour(api);
const makePictures = async (scene: HeroTour['scene'], api: Api) =>
  (await import('../build/hero-tour.ts')).heroPictures(scene, api);

/**
 * Keeps the hero current in development, where the server outlives the tours: each time a page is opened, the home
 * page learns which tour it opens on, as the build tells it once. The pictures of the studio's own tour are made in
 * the background; until they are ready, and without such a tour, the shipped picture stays without a link.
 */
export function heroOfNow(api: Api, ask = askForTour, make = makePictures): Plugin {
  /** Pictures by scene and first view; empty while they are being made. */
  const made = new Map<string, HeroFile[]>();
  const filesOf = ({ scene }: HeroTour): HeroFile[] => {
    const key = JSON.stringify([scene.picture.folder, scene.view]);
    const known = made.get(key);
    if (known) return known;
    made.set(key, []);
    make(scene, api).then(
      (files) => made.set(key, files),
      () => made.delete(key),
    );
    return [];
  };
  /** Folder and files of the pictures that the newest page refers to. */
  let served: { folder: string; files: HeroFile[] } | undefined;
  const variables = async (): Promise<Record<string, string>> => {
    const found = await ask(api).catch(() => undefined);
    if (!found?.folder) return found?.variables ?? {};
    const files = filesOf(found);
    if (files.length === 0) return {};
    served = { folder: found.folder, files };
    return found.variables;
  };

  return {
    name: 'hero-of-now',
    config: () => ({ define: { __HERO__: 'globalThis.__HERO__' } }),
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const file = served?.files.find(({ name }) => pathname === `${served?.folder}/${name}`);
        if (!file) return next();
        response.setHeader('content-type', file.name.endsWith('.avif') ? 'image/avif' : 'image/jpeg');
        response.end(file.bytes);
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (_html, { path }) => {
        if (path !== '/index.html') return [];
        const { hero } = browserConfig(parseEnv({ ...process.env, ...(await variables()) }));
        // A place name may contain anything, a closing script tag too.
        const children = `globalThis.__HERO__=${JSON.stringify(hero).replaceAll('<', '\\u003c')}`;
        return [{ tag: 'script', children, injectTo: 'head-prepend' }];
      },
    },
  };
}
