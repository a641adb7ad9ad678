import type { Plugin } from 'vite';
import type { Api } from '../build/ask-database.ts';
import { browserConfig, parseEnv } from '../build/env.ts';
import type { HeroFile } from '../build/hero-picture.ts';
import type { HeroTour } from '../build/hero-tour.ts';

// Loaded with the first page: sharp comes with them.
const askForTour = async (api: Api) => (await import('../build/hero-tour.ts')).heroTour(api);
const makePictures = async (scene: HeroTour['scene'], api: Api) =>
  (await import('../build/hero-tour.ts')).heroPictures(scene, api);

/**
 * For the development server, which outlives the tours: each time a page is opened, the home page is told which tour it
 * opens on, as the build tells it once. The pictures of a tour of the studio's own are made behind its back; until they are
 * there, and without such a tour, the shipped picture stays and leads nowhere.
 */
export function heroOfNow(api: Api, ask = askForTour, make = makePictures): Plugin {
  /** By scene and first view; empty while they are being made. */
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
  /** Served to the page that was last told of them. */
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
        // A place may hold anything, the end of a script too.
        const children = `globalThis.__HERO__=${JSON.stringify(hero).replaceAll('<', '\\u003c')}`;
        return [{ tag: 'script', children, injectTo: 'head-prepend' }];
      },
    },
  };
}
