import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { FirstSphere } from '../../../src/shared/panorama-tour/tour-sphere.ts';
import { api } from '../../support/api.ts';
import { deferredParts, expectAccessible } from '../../support/axe.ts';
import { SITE, withdrawnTour } from '../../support/environment.ts';
import { expect, LENGTHS, PROOF_TAG, signIn, siteFolder, stack, test } from '../../support/fixtures.ts';

const PAGES = [
  {
    path: '/',
    heading: /Photographie 360° pour Municipalités/,
    content: 'Ils nous ont confié leur territoire',
  },
  { path: '/services', heading: /Huit services/, content: '2 à 3 semaines' },
  { path: '/street-view', heading: /Street View/, content: 'Une preuve datée' },
  { path: '/realisations', heading: 'Nos réalisations', content: 'Le phare de Métis' },
  {
    path: '/realisations/phare-de-metis',
    heading: 'Le phare de Métis',
    content: 'Explorer la visite virtuelle',
  },
  { path: '/contact', heading: 'Demande de Soumission', content: 'Réponse en 24 à 48 heures ouvrables' },
  { path: '/municipalites', heading: 'Pour les municipalités', content: 'Assurances de démonstration' },
  { path: '/a-propos', heading: 'À propos', content: 'Camille Tremblay' },
  { path: '/accessibilite', heading: 'Accessibilité', content: 'Nous signaler un obstacle' },
  { path: '/plan-du-site', heading: 'Plan du site', content: 'Carte des réalisations' },
  {
    path: '/verifier',
    heading: 'Vérifier un dossier de preuve',
    content: 'Déposez ici le dossier de preuve',
  },
  { path: '/confidentialite', heading: 'Politique de confidentialité', content: 'renseignements personnels' },
];

// The service worker runs, as in a visitor's browser: the content policy must allow it.
test.use({ serviceWorkers: 'allow' });

/** Reads a page as it is served, without a browser. */
async function readPage(request: APIRequestContext, path: string) {
  const answer = await request.get(path);
  const document = parseDocument(await answer.text());
  const all = (name: string) => DomUtils.getElementsByTagName(name, document);
  return {
    status: answer.status(),
    // biome-ignore lint/performance/useDomNodeTextContent: this one leaves out what scripts hold
    text: DomUtils.innerText(all('body')).replaceAll(/\s+/g, ' '),
    headings: all('h1').map((one) => DomUtils.textContent(one)),
    all,
    head: (name: string, attribute: string, value: string) =>
      all(name).find(({ attribs }) => attribs[attribute] === value)?.attribs,
  };
}

/** Collects every console message, warnings included, because hydration mismatches and refused styles appear there. */
function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    // This warning depends on time: on a slow machine a picture is used later than « a few seconds » after
    // its preload.
    const isLate = message.text().includes('was preloaded using link preload but not used within');
    // So does this one: on a slow machine the service worker takes control while scripts load.
    const isOverlap = message.text().includes('cross-world service worker resource mismatch');
    if (['error', 'warning'].includes(message.type()) && !isLate && !isOverlap) said.push(message.text());
  });
  return said;
}

/** Returns the font family of each of these elements, marked « pas venue » when it has not been loaded. */
const webFontsOf = (page: Page, selectors: readonly string[]) =>
  page.evaluate((all) => {
    const bare = (family: string) => family.replaceAll('"', '');
    const loaded = Array.from(document.fonts).filter(({ status }) => status === 'loaded');
    const come = new Set(loaded.map(({ family }) => bare(family)));
    return all.map((selector) => {
      const element = document.querySelector(selector);
      const [first = ''] = element ? getComputedStyle(element).fontFamily.split(',').map(bare) : [];
      return come.has(first) ? first : `${first} (pas venue)`;
    });
  }, selectors);
const FIRST_SCREEN = ['body', 'h1'];
const TEXT_AND_TITLES = ['Figtree Variable', 'Bricolage Grotesque Variable'];

/** Parts whose web fonts load after the first screen, in this order. */
const laterParts = [
  { path: '/', parts: ['#services p', '#services h2'] },
  { path: '/realisations', parts: ['article p', 'article h3'] },
];

for (const { path, parts } of laterParts) {
  test(`${path} gets its web fonts after the first screen, and nothing moves on a phone`, {
    tag: PROOF_TAG,
  }, async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 812 });
    await page.addInitScript(() => {
      Object.assign(window, { shifts: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          (window as unknown as { shifts: number }).shifts += entry.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(path);
    await expect.poll(() => webFontsOf(page, FIRST_SCREEN)).toEqual(TEXT_AND_TITLES);
    await expect.poll(() => webFontsOf(page, parts)).toEqual(TEXT_AND_TITLES);
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.001);
  });
}

test('a page whose scripts never come is all there', { tag: PROOF_TAG }, async ({ page, allowConsole }) => {
  allowConsole.push(/Failed to load resource/);
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('Planification').first()).toBeVisible();
  // The build found a tour for the top of the page.
  await expect(page.getByRole('link', { name: 'Entrer dans la visite' })).toHaveAttribute(
    'href',
    '/visite/phare-de-metis',
  );
  await expect(page.getByText('Une mémoire du territoire')).toBeVisible();
  // There are deferred parts, so that `settled` has something to wait for before each axe run.
  expect(await deferredParts(page)).toBeGreaterThan(0);
  await page.goto('/realisations');
  await expect(page.getByText('Le phare de Métis').first()).toBeVisible();
});

test('the file of every page holds its heading, its content and its tags', async ({ request }) => {
  for (const { path, heading, content } of PAGES) {
    const { status, headings, text, head, all } = await readPage(request, path);
    expect([path, status]).toEqual([path, 200]);
    expect(headings).toEqual([expect.stringMatching(heading)]);
    expect(text, path).toContain(content.replaceAll(/\s+/g, ' '));
    expect(text, path).not.toContain('Chargement');
    expect(head('link', 'rel', 'canonical')?.href).toBe(SITE + path);
    expect(head('meta', 'name', 'description')?.content).toBeTruthy();
    expect(head('meta', 'property', 'og:url')?.content).toBe(SITE + path);
    const own = path.startsWith('/realisations/')
      ? '/images/share/phare-de-metis.jpg'
      : `/images/share/pages${path === '/' ? '/accueil' : path}.jpg`;
    const image = head('meta', 'property', 'og:image')?.content ?? '';
    expect(image).toContain(SITE + own);
    const drawn = await request.get(image.replace(SITE, stack.webUrl));
    expect(drawn.headers()['content-type']).toBe('image/jpeg');
    expect(all('title')).toHaveLength(1);
    for (const block of all('script')) {
      if (block.attribs.type === 'application/ld+json')
        expect(JSON.parse(DomUtils.textContent(block))['@context']).toBe('https://schema.org');
    }
    expect(all('html')[0]?.attribs.lang).toBe('fr-CA');
  }
});

test('the file for somebody without JavaScript: whom to write to about messages, and which address is none', async ({
  request,
}) => {
  const leaving = await readPage(request, '/desabonnement?jeton=0');
  expect(leaving.status).toBe(200);
  expect(leaving.text).toContain('Pour vous désabonner sans JavaScript, écrivez-nous');
  expect(leaving.text).not.toContain('Vérification');
  expect(leaving.head('link', 'rel', 'canonical')).toBeUndefined();
  const nowhere = await readPage(request, '/nulle-part');
  expect(nowhere.status).toBe(404);
  expect(nowhere.headings).toEqual([expect.stringContaining('404')]);
  for (const { head } of [leaving, nowhere]) expect(head('meta', 'name', 'robots')?.content).toBe('noindex');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('web fonts come into use', { tag: PROOF_TAG }, async ({ page }) => {
    await page.goto('/');
    await expect
      .poll(() => webFontsOf(page, [...FIRST_SCREEN, '#services p', '#services h2']))
      .toEqual([...TEXT_AND_TITLES, ...TEXT_AND_TITLES]);
  });
  test('every page shows its heading and its content', { tag: PROOF_TAG }, async ({ page }) => {
    for (const { path, heading, content } of PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByText(content).first()).toBeVisible();
    }
  });

  for (const [anchor, title] of [
    ['avantages', 'Une mémoire du territoire'],
    ['services', 'Patrimoine et culture'],
  ]) {
    test(`/#${anchor} opens on its section`, { tag: PROOF_TAG }, async ({ page }) => {
      await page.goto(`/#${anchor}`);
      await expect(page.locator(`#${anchor}`).getByText(String(title)).first()).toBeVisible();
      // The position is read repeatedly, because parts above get their real height as they come near.
      await expect(async () => {
        const box = await page.locator(`#${anchor}`).boundingBox();
        expect(box?.y).toBeGreaterThan(-20);
        expect(box?.y).toBeLessThan(200);
      }).toPass();
    });
  }

  for (const { isWhole, suffix, tag } of LENGTHS)
    test(`the quote form is checked, sent and answered; a refusal loses nothing${suffix}`, { tag }, async ({
      page,
    }) => {
      // The function redirects to the stack's own site, which does not serve this build.
      await page.route('**/functions/v1/quote-request-form', async (route) => {
        const headers = { ...(await route.request().allHeaders()), origin: stack.webUrl };
        const answer = await route.fetch({ headers, maxRedirects: 0 });
        const location = answer.headers().location ?? '';
        await route.fulfill({ status: answer.status(), headers: { ...answer.headers(), location } });
      });
      await page.goto('/contact');
      const send = page.getByRole('button', { name: 'Envoyer la demande' });
      await send.click();
      // The browser's own form validation asks for the missing fields.
      await expect(page.getByLabel('Nom de l’organisation')).toBeFocused();
      const organization = `Village sans script ${Date.now()}`;
      await page.getByLabel('Nom de l’organisation').fill(organization);
      await page.getByLabel('Type d’organisation').selectOption('Municipalité');
      await page.getByLabel('Votre nom').fill('Line Roy');
      await page.getByLabel('Adresse courriel').fill(isWhole ? 'line@village' : 'line@village.example');
      await page.getByLabel('Type de service').selectOption('Street View');
      await page.getByLabel(/J’accepte de recevoir/).check();
      if (isWhole) {
        await send.click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demande non envoyée');
        await expect(page.getByText(/L’adresse courriel n’est pas valide/)).toBeVisible();
        await expect(page.getByText(/Trop de demandes/)).toBeHidden();
        await page.goBack();
        await expect(page.getByLabel('Nom de l’organisation')).toHaveValue(organization);
        await page.getByLabel('Adresse courriel').fill('line@village.example');
      }
      await send.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demande envoyée');
      expect(page.url()).toBe(`${stack.webUrl}/contact/recue`);
      const query = `quote_requests?select=email,marketing_consent_version&organization_name=eq.${organization}`;
      expect(await api(query)).toEqual([
        { email: 'line@village.example', marketing_consent_version: expect.stringMatching(/^20/) },
      ]);
    });

  test('/desabonnement says whom to write to', { tag: PROOF_TAG }, async ({ page }) => {
    await page.goto('/desabonnement?jeton=0');
    await expect(page.getByText(/Pour vous désabonner sans JavaScript, écrivez-nous/)).toBeVisible();
  });
});

test('a file that answers other addresses is no page', async ({ request }) => {
  for (const name of ['app', 'quote', 'ma-fiche', 'retiree', '404']) {
    for (const path of [`/${name}`, `/${name}.html`]) {
      const answer = await request.get(path);
      expect([path, answer.status(), answer.headers()['x-frame-options']]).toEqual([path, 404, 'DENY']);
    }
  }
});

test('the sitemap names every page and tour, robots.txt names the sitemap', async ({ request }) => {
  const xml = await (await request.get('/sitemap.xml')).text();
  const tours = await api<{ slug: string }>('virtual_tours?select=slug&status=eq.published');
  expect(tours.length).toBeGreaterThan(5);
  const streets = await api<{ slug: string }>(
    'surveys?select=slug&published_at=not.is.null&compared_with=not.is.null',
  );
  expect(streets).toHaveLength(1);
  const expected = [
    ...streets.map(({ slug }) => `/street-view/${slug}`),
    ...PAGES.map(({ path }) => path),
    ...tours.map(({ slug }) => `/realisations/${slug}`).filter((path) => !path.endsWith('/phare-de-metis')),
  ].map((path) => SITE + path);
  expect([...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address).sort()).toEqual(
    expected.sort(),
  );
  expect([...xml.matchAll(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)]).toHaveLength(tours.length);
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${SITE}/sitemap.xml`);
});

test('a withdrawn tour answers 410 and says so, with its script and without; others have their picture of shared links', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole.push(/410/);
  const answer = await request.get(`/realisations/${withdrawnTour.slug}`);
  expect([answer.status(), await answer.text()]).toEqual([410, expect.stringContaining('a été retirée')]);
  expect((await request.get(`/visite/${withdrawnTour.slug}`)).status()).toBe(410);
  for (const list of ['/sitemap.xml', '/', '/realisations', '/plan-du-site'])
    expect(await (await request.get(list)).text()).not.toContain(withdrawnTour.slug);
  await page.goto(`/realisations/${withdrawnTour.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Cette visite a été retirée' })).toBeVisible();

  const shared = await request.get('/images/share/phare-de-metis.jpg');
  expect([shared.status(), shared.headers()['content-type']]).toEqual([200, 'image/jpeg']);
});

test('every answer carries the headers, hashed files may be kept for a year', async ({ request }) => {
  // An unknown address of several parts holds links only; it may be framed (docs/decisions/0008).
  const ancestors = { '/nulle/part': undefined, '/visite/nulle-part': "'self'" };
  for (const path of [
    '/',
    '/nulle-part',
    '/404.html',
    '/realisations/phare-de-metis',
    '/admin',
    '/auth',
    ...Object.keys(ancestors),
  ]) {
    const headers = (await request.get(path)).headers();
    expect(headers['content-security-policy'], path).toMatch(
      /script-src 'self' 'wasm-unsafe-eval' 'sha256-[\w+/=]+';/,
    );
    const framed = /frame-ancestors ([^;,]+)/.exec(headers['content-security-policy'] ?? '')?.[1];
    expect(framed, path).toBe(path in ancestors ? ancestors[path as keyof typeof ancestors] : "'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toContain('max-age=63072000');
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  }
  const [asset] = readdirSync(join(siteFolder, 'assets'));
  expect((await request.get(`/assets/${asset}`)).headers()['cache-control']).toContain('immutable');
});

/** Lists the addresses of this site in a page: scripts, styles, fonts, pictures, icons, manifests, other pages. */
const namedIn = (html: string, site: string) =>
  [...html.matchAll(/\s(?:href|src|srcset|imagesrcset|content|poster)="([^"]+)"/g)]
    .flatMap(([, value = '']) => value.split(/,\s+/).map((part) => part.trim().split(/\s/)[0] ?? ''))
    .map((address) => (address.startsWith(`${site}/`) ? address.slice(site.length) : address))
    .filter((address) => /^\/(?!\/)/.test(address))
    .map((address) => address.replaceAll('&amp;', '&').replace(/#.*/, ''));

test('every file that a page or a manifest names is served', async ({ request }) => {
  const folder = siteFolder;
  const named = new Map<string, string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // A delivered tour is written into a folder of its own, with its files.
    if (!/\.(html|webmanifest)$/.test(file) || file.startsWith('livraison')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    const icons = file.endsWith('.webmanifest')
      ? (JSON.parse(text).icons as { src: string }[]).map(({ src }) => src)
      : namedIn(text, SITE);
    for (const address of icons) if (address.startsWith('/')) named.set(address, file);
  }
  for (const known of ['/site.webmanifest', '/admin.webmanifest', '/favicon.svg', '/services'])
    expect([...named.keys()]).toContain(known);
  const missing: string[] = [];
  const waiting = [...named];
  const ask = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [address, file] = next;
      const status = (await request.get(address)).status();
      if (status !== 200) missing.push(`${address} (${file}): ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, ask));
  expect(missing).toEqual([]);
});

test('what is delivered to clients holds nothing of the site that made it, and runs from a disk', () => {
  const folder = join(siteFolder, 'livraison');
  const names: string[] = JSON.parse(readFileSync(join(folder, 'fichiers.json'), 'utf8'));
  const texts = [...names.map((name) => join('livraison', name)), 'preuve/verifier.html']
    .filter((name) => /\.(html|js|css|txt)$/.test(name))
    .map((name) => [name, readFileSync(join(siteFolder, name), 'utf8')] as const);
  expect(texts.filter(([name]) => name.endsWith('.js'))).toHaveLength(1);
  for (const [name, text] of texts)
    for (const trace of [stack.apiUrl, stack.publishableKey, SITE, 'webmanifest', 'admin-icon'])
      expect(text.includes(trace), `${name}: ${trace}`).toBe(false);
  // Browsers refuse module scripts served as text, from `file:`, and in a frame without an origin.
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).not.toMatch(
    /type="module"|crossorigin|modulepreload/,
  );
});

test('a tour of one’s own is sharp: the content policy lets its tiles come from the API', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const said = listen(page);
  const tiles: string[] = [];
  page.on('response', (answer) => {
    if (/\/panoramas\/.+\/\d+\/\d+-\d+\.webp$/.test(answer.url()) && answer.ok()) tiles.push(answer.url());
  });
  await page.goto('/visite/phare-de-metis');
  await expect(page.getByRole('region', { name: /^Visite à 360°/ })).not.toHaveAttribute('aria-busy');
  await expect.poll(() => tiles.length).toBeGreaterThan(5);
  await page.waitForLoadState('networkidle');
  // The viewer reuses the tiles that the page loaded first.
  expect(tiles).toEqual([...new Set(tiles)]);
  // The console also reports slow WebGL, which depends on the machine.
  expect(said.filter((text) => !text.includes('WebGL'))).toEqual([]);
});

test('a visit is sharp and can be turned although none of its scripts has come', async ({
  page,
  allowConsole,
}) => {
  allowConsole.push(/Failed to load resource|WebGL/);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/visite/phare-de-metis');
  const isSharp = () =>
    page.evaluate(() => window.firstSphere !== 'coming' && window.firstSphere?.engine.isSharp());
  await expect.poll(isSharp).toBe(true);
  const yaw = () => page.evaluate(() => (window.firstSphere as FirstSphere).sphere.get().view.yaw);
  const before = await yaw();
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  expect(await yaw()).toBeGreaterThan(before);
});

test('the picture that comes before the styles of a visit is where the visit’s own picture is', async ({
  page,
}) => {
  // The placeholder is removed by a script, which is blocked here.
  await page.route('**/visite/phare-de-metis', async (route) => {
    const text = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/html', body: text.replaceAll(/(<\/?)script/g, '$1template') });
  });
  for (const [width, height] of [
    [375, 812],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/visite/phare-de-metis');
    const [first, own] = await page
      .locator('#premiere-image img, #root [aria-hidden] > img')
      .evaluateAll((pictures) => pictures.map((one) => one.getBoundingClientRect().toJSON()));
    expect(own.height).toBeGreaterThan(height);
    // The height of the bar below follows its text.
    for (const side of ['top', 'left', 'height']) expect(Math.abs(first[side] - own[side])).toBeLessThan(8);
  }
});

/** Asserts that these pages hydrate without a console message, and that all or some are accessible. */
async function expectHydrated(page: Page, addresses: readonly string[], looked = addresses) {
  const said = listen(page);
  // A page that catches a refusal of the content policy still fires this event.
  await page.exposeFunction('onRefused', (what: string) => said.push(what));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      (window as unknown as { onRefused: (what: string) => void }).onRefused(
        `${violatedDirective} ${blockedURI}`,
      ),
    ),
  );
  for (const path of addresses) {
    // The file of a page is that page.
    await page.goto(path === '/services' ? '/services.html' : path);
    await expect(page).toHaveURL(stack.webUrl + path);
    // React adds properties to the elements that it hydrates.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('#root > div') ?? {}).some((key) => key.startsWith('__react')),
    );
    await page.waitForLoadState('networkidle');
    if (looked.includes(path)) await expectAccessible(page);
    expect(said, path).toEqual([]);
  }
}

const UNSUBSCRIBING = '/desabonnement?jeton=00000000-0000-4000-8000-000000000000';

/** Pages with more than a text: the others share one template. */
const TEMPLATES = ['/', '/street-view', '/realisations/phare-de-metis', '/contact', '/verifier'];

for (const { isWhole, suffix, tag } of LENGTHS)
  test(`a page of each template is hydrated without a word in the console, and is accessible${suffix}`, {
    tag,
  }, async ({ page }) => {
    const all = [...TEMPLATES, '/services', UNSUBSCRIBING, '/realisations?q=metis&tag=patrimoine'];
    await expectHydrated(page, all, isWhole ? all : ['/', '/realisations/phare-de-metis', '/contact']);
    await expect(page.getByRole('searchbox', { name: 'Rechercher une réalisation' })).toHaveValue('metis');
    await expect(page.getByText(/trouvée\(s\)/)).toBeVisible();
  });

test('so are the other pages', { tag: PROOF_TAG }, async ({ page }) => {
  const others = PAGES.map(({ path }) => path).filter((path) => !TEMPLATES.includes(path));
  await expectHydrated(page, others);
});

test('a visitor browses and sends a quote, an administrator reads it, all under the content policy', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  const said = listen(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Voir toutes nos réalisations' }).click();
  await page.getByRole('searchbox', { name: 'Rechercher une réalisation' }).fill('metis');
  await expect(page.getByText(/trouvée\(s\)/)).toBeVisible();
  await page.getByRole('heading', { level: 3, name: 'Le phare de Métis' }).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Le phare de Métis');
  await page.getByRole('main').getByRole('link', { name: 'Demander une soumission' }).click();
  const organization = `Ville bâtie ${Date.now()}`;
  await page.getByLabel('Nom de l’organisation').fill(organization);
  await page.getByLabel('Type d’organisation').selectOption('Ville');
  await page.getByLabel('Votre nom').fill('Line Roy');
  await page.getByLabel('Adresse courriel').fill('line@ville.example');
  await page.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(page.getByText('Demande envoyée avec succès')).toBeVisible();

  await signIn(page, stack.admin);
  await expect(page).toHaveURL(/\/admin/);
  await page.goto('/admin/soumissions');
  await expect(page.getByText(organization)).toBeVisible();
  // The content policy allows the styles that the back office adds by script.
  expect(said).toEqual([]);
});

test('no other origin can frame the site', async ({ page, allowConsole }) => {
  allowConsole.push(/frame/i);
  const other = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<h1>Autre site</h1><iframe src="${stack.webUrl}/"></iframe>`);
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const refused = page.waitForEvent('console', (message) =>
    /frame-ancestors|X-Frame-Options/.test(message.text()),
  );
  await page.goto(`http://localhost:${port}/`);
  await refused;
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveCount(0);
  await new Promise((resolve) => other.close(resolve));
});

/** Texts in the built scripts that only one library or part contains. */
const MARKERS = {
  'supabase-js (auth)': 'grant_type=password',
  zod: 'invalid_type',
  'react-hook-form': 'shouldUnregister',
  'panorama viewer': 'generateMipmap',
  'back office': 'Déconnexion',
  toasts: 'data-sonner-toaster',
};

test('public pages do not load what they do not need', { tag: PROOF_TAG }, async ({ page }) => {
  const scripts = (name: string) => readFileSync(join(siteFolder, 'assets', name), 'utf8');
  const all = readdirSync(join(siteFolder, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map(scripts)
    .join();
  // A marker that matches no script would prove nothing.
  for (const [what, marker] of Object.entries(MARKERS)) {
    expect(all, what).toContain(marker);
  }
  for (const path of [...PAGES.map((one) => one.path), '/desabonnement']) {
    const loaded: string[] = [];
    const record = (request: { url: () => string }) => {
      const name = /\/assets\/(.+\.js)$/.exec(request.url())?.[1];
      if (name) loaded.push(name);
    };
    page.on('request', record);
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    page.off('request', record);
    expect(loaded.length, path).toBeGreaterThan(2);
    const text = loaded.map(scripts).join();
    for (const [what, marker] of Object.entries(MARKERS)) {
      // The quote page is a form, and the privacy page has one for the link to a person’s own page.
      const hasForm = path === '/contact' || path === '/confidentialite';
      if (hasForm && ['zod', 'react-hook-form'].includes(what)) continue;
      // The verifier page validates everything that it reads, with zod.
      if (path === '/verifier' && what === 'zod') continue;
      expect(text.includes(marker), `${path}: ${what}`).toBe(false);
    }
  }
});
