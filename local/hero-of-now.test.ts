import type { ViteDevServer } from 'vite';
import { beforeEach, expect, it, vi } from 'vitest';
import type { HeroTour } from '../build/hero-tour.ts';
import { heroOfNow } from './hero-of-now.ts';

const api = { url: 'https://projet.example', key: 'sb_publishable_essai' };
beforeEach(() => {
  vi.stubEnv('VITE_SUPABASE_URL', api.url);
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', api.key);
});

type Handler = (html: string, context: { path: string }) => Promise<{ children: string }[]>;

/** Runs the plugin, and returns the variables of a page and the response for a picture. */
function plugged(find: () => Promise<HeroTour | undefined>, draw = async () => [file]) {
  const { transformIndexHtml, configureServer } = heroOfNow(api, find, draw);
  const { handler } = transformIndexHtml as unknown as { handler: Handler };
  let answer: (request: object, response: object, next: () => void) => void = () => {};
  const server = { middlewares: { use: (one: typeof answer) => (answer = one) } };
  (configureServer as (server: ViteDevServer) => void)(server as unknown as ViteDevServer);
  return {
    handler,
    told: async () => {
      const [script] = await handler('', { path: '/index.html' });
      return JSON.parse(script?.children.replace('globalThis.__HERO__=', '') ?? '');
    },
    picture: (url: string) => {
      const end = vi.fn();
      const next = vi.fn();
      answer({ url }, { setHeader: () => {}, end }, next);
      return next.mock.calls.length > 0 ? undefined : end.mock.calls[0]?.[0];
    },
  };
}

const file = { name: 'strip-1280.avif', bytes: Buffer.from('image') };
const scene = { picture: { folder: 'a/b' }, view: { yaw: 0, pitch: 0 } } as unknown as HeroTour['scene'];
const demonstration: HeroTour = {
  variables: { VITE_HERO_TOUR: 'phare', VITE_HERO_CAPTION: 'Métis · </script> image' },
  scene,
};
const folder = '/images/hero-00000000beef';
const own: HeroTour = { variables: { VITE_HERO_TOUR: 'quai', VITE_HERO_PICTURE: folder }, folder, scene };
const shipped = { picture: '/images/hero', caption: 'Image de démonstration' };

it('a page is told of the tour of now; without one, or without an answer, the shipped picture leads nowhere', async () => {
  let find = async (): Promise<HeroTour | undefined> => demonstration;
  const page = plugged(() => find());
  expect(await page.told()).toEqual({
    picture: '/images/hero',
    caption: 'Métis · </script> image',
    tour: 'phare',
  });
  const [script] = await page.handler('', { path: '/index.html' });
  expect(script?.children).not.toContain('</script>');
  find = async () => undefined;
  expect(await page.told()).toEqual(shipped);
  find = () => Promise.reject(new Error('réponse 500'));
  expect(await page.told()).toEqual(shipped);
  expect(await page.handler('', { path: '/src/admin/index.html' })).toEqual([]);
});

it('the pictures of the studio’s own tour are made once; until they are there the shipped one stays', async () => {
  let finish: (files: (typeof file)[]) => void = () => {};
  const draw = vi.fn(() => new Promise<(typeof file)[]>((done) => (finish = done)));
  const page = plugged(async () => own, draw);
  expect(await page.told()).toEqual(shipped);
  expect(await page.told()).toEqual(shipped);
  finish([file]);
  await vi.waitFor(async () => expect(await page.told()).toMatchObject({ tour: 'quai', picture: folder }));
  expect(draw).toHaveBeenCalledTimes(1);
  expect(page.picture(`${folder}/${file.name}`)).toEqual(file.bytes);
  expect(page.picture('/images/hero/strip-1280.avif')).toBeUndefined();
});

it('pictures that could not be made are tried again with the next page', async () => {
  const draw = vi.fn().mockRejectedValueOnce(new Error('réponse 404')).mockResolvedValue([file]);
  const page = plugged(async () => own, draw);
  await vi.waitFor(async () => expect(await page.told()).toMatchObject({ tour: 'quai' }));
  expect(draw).toHaveBeenCalledTimes(2);
});
