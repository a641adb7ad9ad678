import { runInNewContext } from 'node:vm';
import { panoramaTour } from '@tests/panorama-tours';
import { afterEach, expect, it, vi } from 'vitest';
import type { DeliveredTour } from '@/shared/panorama-tour/delivered-tour';
import { deliveryFiles } from './delivery-files';

const PAGE = '<html><head><title>Visite virtuelle</title></head><body><div id="root"></div></body></html>';

afterEach(() => vi.unstubAllGlobals());

/** Makes a delivery from a fake site and storage that have every file. */
async function delivered(title: string): Promise<Map<string, string>> {
  vi.stubGlobal('fetch', async (url: string) =>
    url.endsWith('fichiers.json') ? Response.json(['index.html']) : new Response(PAGE),
  );
  const files = new Map<string, string>();
  const asked = { title, client: 'Ville de L’Île-aux-Œufs', color: '#17424d', tour: panoramaTour };
  const { signal } = new AbortController();
  for await (const { name, input } of deliveryFiles({
    ...asked,
    signal,
    onProgress: () => {},
    onEnd: () => {},
  }))
    files.set(name, new TextDecoder().decode(input));
  return files;
}

it('says in its page, before any script, that it is flat and why, in letters that no server can garble', async () => {
  const page = (await delivered('Le quai <d’Été> $& 🏰')).get('index.html') ?? '';
  expect(page).toMatch(/^[\0-\x7f]*$/);
  const read = page.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  expect(read).toContain('<title>Le quai &lt;d’Été&gt; $&amp; 🏰</title>');
  expect(read).toMatch(
    /<p id="a-plat"[^>]*>Cette page montre la visite à plat.*le script de la page n’a pas pu/,
  );
});

it('holds the visit for its script to show, which finds in it what it begins with', async () => {
  const page = (await delivered('Le quai')).get('index.html') ?? '';
  const [, visit = ''] = /<div id="root" hidden>([\s\S]*)<\/div><main id="plat"/.exec(page) ?? [];
  const [, described = ''] = / data-first-view="([^"]*)"[^>]*><canvas/.exec(visit) ?? [];
  expect(JSON.parse(described.replaceAll('&quot;', '"'))).toMatchObject({
    ...{ root: '', widest: 4096, isOfPage: false },
    scene: { id: 'quai', picture: { folder: 'scenes/1' } },
  });
});

it('describes the tour in a script, which every server gives, the same in every encoding', async () => {
  const files = await delivered('Le quai \u2028 «\u00a0été\u00a0» 🏰 </script>');
  const script = files.get('visite.js') ?? '';
  expect(script).toMatch(/^[\n -~]*$/);
  const { title, client, tour } = runInNewContext(
    `const window = {}; ${script}; window.visite`,
  ) as DeliveredTour;
  expect([title, client]).toEqual([
    'Le quai \u2028 «\u00a0été\u00a0» 🏰 </script>',
    'Ville de L’Île-aux-Œufs',
  ]);
  expect(tour.scenes.map(({ name }) => name)).toEqual(panoramaTour.scenes.map(({ name }) => name));
  expect([...files.keys()].filter((name) => name.endsWith('.json'))).toEqual([]);
});

it('tells IIS and Apache the types of its files, and a person which server works', async () => {
  const files = await delivered('Le quai');
  expect(files.get('web.config')).toMatch(
    /<remove fileExtension="\.webp" \/>\s*<mimeMap fileExtension="\.webp"/,
  );
  expect(files.get('.htaccess')).toContain('AddType image/webp .webp');
  expect(files.get('LISEZ-MOI.txt')).toContain('caddy file-server');
  const listed = files.get('integrite.sha256') ?? '';
  for (const name of ['web.config', '.htaccess', 'visite.js']) expect(listed).toContain(`  ${name}\n`);
});
