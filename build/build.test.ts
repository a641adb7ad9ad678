import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RenderedPage } from '../src/site/entry-server.tsx';
import { firstPicture, inlineSource } from './first-sphere.ts';
import { hostHeaders, hostPatterns, hostRedirects, robots, sitemap } from './host-files.ts';
import { assemblePage, importCircle, pageFile, scriptsOf, styleSheetOf, withPreloads } from './page.ts';
import { assertNoSecret } from './secrets.ts';

describe('the search for secrets', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    mkdirSync(join(folder, 'assets'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const plant = (text: string, name = 'assets/a.js') => writeFileSync(join(folder, name), text);

  // The token is built from parts, so that no secret scanner reports this file.
  const role = Buffer.from('{"iss":"supabase","role":"service_role"}').toString('base64url');
  it.each([
    ['clé secrète Supabase', `const key="sb_${'secret_'}abcdefghij0123456789"`],
    ['clé privée', `-----BEGIN RSA ${'PRIVATE'} KEY-----`],
    ['clé Resend', `"re_${'a1B2c3D4e5F6g7H8i9'}"`],
    ['clé de modèle de langue', `"sk-${'proj-abcdefghijklmnopqrstuvwx'}"`],
    ['jeton du rôle de service', `"eyJhbGciOiJIUzI1NiJ9.${role}.c2lnbmF0dXJl"`],
  ])('finds a %s, names the file and not the secret', (name, text) => {
    plant(text);
    expect(() => assertNoSecret(folder)).toThrow(`a.js : ${name}`);
    try {
      assertNoSecret(folder);
    } catch (error) {
      expect(String(error)).not.toContain(text.slice(5, 25));
    }
  });

  it.each(['index.html', 'assets/a.css', 'data.json', 'sitemap.xml', '_headers'])('reads %s', (name) => {
    plant(`sb_${'secret_'}abcdefghij0123456789`, name);
    expect(() => assertNoSecret(folder)).toThrow(name);
  });

  it('finds every kind of token of the service role, wherever the role stands in it', () => {
    for (const payload of [
      '{"role":"service_role"}',
      '{"a":1,"role":"service_role"}',
      '{"ab":1,"role":"service_role"}',
    ]) {
      plant(`eyJhbGciOiJIUzI1NiJ9.${Buffer.from(payload).toString('base64url')}.c2lnbmF0dXJl`);
      expect(() => assertNoSecret(folder), payload).toThrow('rôle de service');
    }
  });

  it('lets the publishable key, a visitor’s token and ordinary code through', () => {
    const anon = Buffer.from('{"role":"anon"}').toString('base64url');
    plant(`"sb_publishable_abcdefghij0123456789"; "eyJhbGciOiJIUzI1NiJ9.${anon}.c2ln"; re_render; "sk-1"`);
    expect(() => assertNoSecret(folder)).not.toThrow();
  });
});

describe('a page', () => {
  const template =
    '<html><head><title>Modèle</title><link rel="stylesheet" crossorigin href="/assets/a.css"></head><body><div id="root"></div><script type="module" crossorigin src="/a.js"></script></body></html>';
  const page: RenderedPage = {
    path: '/services',
    head: '<title>Services $& $1</title>',
    body: '<h1>Coût : 5 $</h1>',
    state: '{"text":"</script><script>alert(1)</script><!--"}',
    reads: true,
    problems: [],
  };
  const extras = { styles: 'h1{color:red}', scripts: ['/page.js'], api: 'https://api.example' };

  it('gets its head, styles, scripts, content and data, whatever characters they hold', () => {
    const html = assemblePage(template, page, extras);
    expect(html).toContain('<title>Services $& $1</title>');
    expect(html).not.toContain('Modèle');
    expect(html).toContain('<div id="root"><h1>Coût : 5 $</h1></div>');
    expect(html).toContain('<link rel="preconnect" href="https://api.example" crossorigin>');
    expect(html).toContain('<link rel="modulepreload" crossorigin href="/page.js">');
    expect(styleSheetOf(template)).toBe('/assets/a.css');
    expect(html).toContain('<style>h1{color:red}</style>');
    expect(html).not.toContain('stylesheet');
    const data = /<script type="application\/json" id="query-state">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(data)).toEqual(JSON.parse(page.state));
    // A comment would take the rest of the page with it.
    expect(data).not.toContain('<');
  });

  it('carries no data when the browser must start anew', () => {
    expect(assemblePage(template, page, extras, false)).not.toContain('query-state');
  });

  it('refuses a template that it does not know', () => {
    expect(() => assemblePage('<html></html>', page, extras)).toThrow('index.html');
  });

  it('is a file that hosts serve without a redirection', () => {
    expect(['/', '/services', '/realisations/phare'].map(pageFile)).toEqual([
      'index.html',
      'services.html',
      'realisations/phare.html',
    ]);
  });
});

describe('the scripts of a page', () => {
  const manifest = {
    _vendor: { file: 'assets/vendor.js' },
    _shared: { file: 'assets/shared.js', imports: ['_vendor', '_shared'] },
    'page.tsx': { file: 'assets/page.js', imports: ['_shared', '_vendor'], dynamicImports: ['_toasts'] },
  };

  it('are what it imports, once, and not what it may load later', () => {
    expect(scriptsOf(manifest, 'page.tsx')).toEqual([
      '/assets/page.js',
      '/assets/shared.js',
      '/assets/vendor.js',
    ]);
    expect(scriptsOf(manifest, '')).toEqual([]);
  });

  it('stand at the end of the page, before its entry, those that the page names already excepted', () =>
    expect(
      withPreloads(
        '<head><script type="module" src="/a.js"></script><link href="/vendor.js"></head><body>a</body>',
        ['/page.js', '/vendor.js', '/a.js'],
      ),
    ).toBe(
      '<head><link href="/vendor.js"></head><body>a<link rel="modulepreload" crossorigin href="/page.js"><script type="module" src="/a.js"></script></body>',
    ));

  it('wait in a template where the page begins without them, for the script that adds them', () =>
    expect(
      withPreloads(
        '<head><script type="module" src="/a.js"></script></head><body>a</body>',
        ['/page.js'],
        '/assets/suite.js',
      ),
    ).toBe(
      '<head></head><body>a<template id="suite"><link rel="modulepreload" crossorigin href="/page.js"><script type="module" src="/a.js"></script></template><script type="module" crossorigin src="/assets/suite.js"></script></body>',
    ));

  it('need an entry', () => expect(() => withPreloads('<html></html>', [])).toThrow('entry'));
});

describe('the files of the host', () => {
  const closed = hostPatterns(['/', '/realisations', '/realisations/:slug', '/admin/*']);
  const headers = (api: string, scripts?: readonly string[], ancestors?: string) =>
    hostHeaders(api, { closed, open: '/visite/*', ancestors }, scripts);
  const policy = (api: string) => /Content-Security-Policy: (.*)/.exec(headers(api))?.[1] ?? '';
  /** Joins the headers that the host's rules give to an address. */
  const ruleOf = (path: string, text: string) =>
    text.split(/\n(?=\/)/).find((rule) => rule.startsWith(`${path}\n`)) ?? '';

  it('let scripts come from the site only', () => {
    const rules = new Map(
      policy('https://abc.supabase.co')
        .split('; ')
        .map((rule) => {
          const [name = '', ...values] = rule.split(' ');
          return [name, values.join(' ')];
        }),
    );
    expect(rules.get('default-src')).toBe("'none'");
    expect(rules.get('script-src')).toBe("'self' 'wasm-unsafe-eval'");
    expect(rules.get('worker-src')).toBe("'self'");
    expect(rules.get('form-action')).toBe("'self' https://abc.supabase.co");
    expect(rules.get('connect-src')).toBe("'self' https://abc.supabase.co");
    expect(rules.has('upgrade-insecure-requests')).toBe(true);
  });

  it('keep the connection encrypted, types as they are told, and addresses to themselves', () => {
    const all = ruleOf('/*', headers('https://abc.supabase.co'));
    expect(Number(/max-age=(\d+); includeSubDomains/.exec(all)?.[1])).toBeGreaterThanOrEqual(31_536_000);
    expect(all).toContain('X-Content-Type-Options: nosniff');
    expect(all).toMatch(/Referrer-Policy: (strict-origin-when-cross-origin|same-origin|no-referrer)\n/);
    expect(all).toContain("object-src 'none'");
    expect(all).toContain("base-uri 'none'");
  });

  it.each(['https://abc.supabase.co', 'http://127.0.0.1:54321'])(
    'let the pictures and the sounds of the API at %s be shown and heard, whatever it speaks',
    (api) => {
      for (const kind of ['img-src', 'media-src'])
        expect(new RegExp(`${kind} ([^;]*)`).exec(policy(api))?.[1]?.split(' ')).toContain(api);
    },
  );

  it('let nobody frame a page but that of a visit, and there the site itself and those of the settings', () => {
    const set = headers('https://a.example', undefined, 'https://ville.example https://*.mrc.example');
    for (const text of [headers('https://a.example'), set]) {
      expect(closed).toEqual(['/', '/:page', '/realisations/*', '/admin/*']);
      for (const path of closed) {
        expect(ruleOf(path, text)).toMatch(
          /default-src 'none'; .*; frame-ancestors 'none'\n {2}X-Frame-Options: DENY/,
        );
      }
      // Hosts add up the headers of every matching rule, so a general one would forbid the frame that another
      // allows.
      expect(ruleOf('/*', text)).not.toMatch(/frame-ancestors|X-Frame-Options/);
    }
    expect(ruleOf('/visite/*', headers('https://a.example'))).toMatch(
      /default-src 'none'; .*; frame-ancestors 'self'\n {2}X-Frame-Options: SAMEORIGIN/,
    );
    expect(ruleOf('/visite/*', set)).toMatch(
      /default-src 'none'; .*; frame-ancestors 'self' https:\/\/ville\.example https:\/\/\*\.mrc\.example\n$/,
    );
  });

  it('let the anti-robot check’s script come where the site has a key for it', () => {
    expect(headers('https://a.example')).not.toContain('cloudflare');
    expect(headers('https://a.example', ['https://challenges.cloudflare.com'])).toContain(
      "script-src 'self' 'wasm-unsafe-eval' https://challenges.cloudflare.com;",
    );
  });

  it('let the script that stands in a page run at its address, and in each rule that holds there', () => {
    const begin = '(()=>{window.firstSphere={}})()';
    const page = assemblePage(
      '<head><title>a</title><link rel="stylesheet" href="/a.css"><script type="module" src="/a.js"></script></head><body><div id="root"></div></body>',
      { path: '/', head: '', body: '', state: '', reads: false, problems: [] },
      { styles: '', scripts: [], first: { picture: '', begin, rest: '/assets/suite.js' } },
    );
    const [, inPage = ''] = /<script>(.*?)<\/script>/.exec(page) ?? [];
    const text = headers('https://a.example', [inlineSource(inPage)]);
    const digest = createHash('sha256').update(begin).digest('base64');
    for (const rule of ['/*', '/visite/*']) expect(ruleOf(rule, text)).toContain(`'sha256-${digest}'`);
  });

  it('come after the picture that a page begins with, its styles too', () => {
    const preview = 'data:image/webp;base64,UklGRg==';
    const page = assemblePage(
      '<head><title>a</title><link rel="stylesheet" href="/a.css"><script type="module" src="/a.js"></script></head><body><div id="root"></div></body>',
      { path: '/', head: '', body: '<p>a</p>', state: '', reads: false, problems: [] },
      {
        styles: 'p{color:red}',
        scripts: [],
        first: {
          picture: firstPicture(preview, { view: { yaw: 170, pitch: 0, zoom: 45 } }),
          begin: '1',
          rest: '/s.js',
        },
      },
    );
    const order = ['<body>', preview, '<style>p{color:red}</style>', '<div id="root"><p>a</p>', '<script>1<'];
    expect(order.map((one) => page.indexOf(one))).toEqual(
      order.map((one) => page.indexOf(one)).sort((a, b) => a - b),
    );
    expect(page).not.toContain('stylesheet');
    // Near the seam the preview stands twice, side by side.
    expect(page.split(preview)).toHaveLength(3);
  });

  it('do not forbid a database on this machine', () =>
    expect(policy('http://127.0.0.1:54321')).not.toContain('upgrade-insecure-requests'));

  it('keep hashed files for a year', () =>
    expect(headers('https://a.example')).toMatch(
      /\/assets\/\*\n {2}Cache-Control: .*max-age=31536000, immutable/,
    ));

  it.each(['/devis/*', '/ma-fiche/*'])('keep %s from caches, other sites and search engines', (address) =>
    expect(headers('https://a.example')).toContain(
      `${address}\n  Cache-Control: no-store\n  Referrer-Policy: no-referrer\n  X-Robots-Tag: noindex`,
    ),
  );

  it('send the back office and the quotes to their pages, and what is no page to the one that says so', () =>
    expect(hostRedirects([{ path: '/devis/*', file: 'quote.html' }], ['quote.html'])).toBe(
      '/devis/* /quote.html 200\n/admin /app.html 200\n/admin/* /app.html 200\n/auth /app.html 200\n' +
        '/quote.html /404.html 404!\n/quote /404.html 404!\n',
    ));

  it('name every page in the sitemap, with its date where it is known, and the sitemap in robots.txt', () => {
    const xml = sitemap('https://site.example', [
      { path: '/' },
      { path: '/realisations/a&b', lastModified: '2026-11-01T10:00:00+00:00' },
    ]);
    expect(xml).toContain('<url><loc>https://site.example/</loc></url>');
    expect(xml).toContain(
      '<loc>https://site.example/realisations/a&amp;b</loc><lastmod>2026-11-01T10:00:00+00:00</lastmod>',
    );
    expect(robots('https://site.example', ['/admin', '/auth'])).toBe(
      'User-agent: *\nDisallow: /admin\nDisallow: /auth\n\nSitemap: https://site.example/sitemap.xml\n',
    );
  });
});

it('names the chunks of a build that import each other in a circle, through others too', () => {
  const chunks = (imports: Record<string, string[]>) =>
    Object.fromEntries(
      Object.entries(imports).map(([name, to]) => [name, { file: `${name}.js`, imports: to }]),
    );
  expect(
    importCircle(chunks({ page: ['common', 'labels'], common: ['labels'], labels: [] })),
  ).toBeUndefined();
  expect(
    importCircle(chunks({ page: ['common'], common: ['tables'], tables: ['fields'], fields: ['common'] })),
  ).toEqual(['common.js', 'tables.js', 'fields.js']);
});
