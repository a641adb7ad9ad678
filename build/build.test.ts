import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RenderedPage } from '../src/site/entry-server.tsx';
import { hostHeaders, hostRedirects, robots, sitemap } from './host-files.ts';
import { chunksOf } from './manifest.ts';
import { officeShells } from './office-shells.ts';
import { assemblePage, pageFile, styleSheetOf } from './page.ts';
import { pageStyles, withoutFaces } from './page-css.ts';
import { withPreloads } from './preloads.ts';
import { assertNoSecret } from './secrets.ts';

describe('the search for secrets', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    mkdirSync(join(folder, 'assets'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const plant = (text: string, name = 'assets/a.js') => writeFileSync(join(folder, name), text);

  // In pieces, so that no tool takes this file for a leak.
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
    '<html><head><title>Modèle</title><link rel="stylesheet" crossorigin href="/assets/a.css"></head><body><div id="root"></div><script src="/a.js"></script></body></html>';
  const page: RenderedPage = {
    path: '/services',
    head: '<title>Services $& $1</title>',
    body: '<h1>Coût : 5 $</h1>',
    state: '{"text":"</script><script>alert(1)</script>"}',
    reads: true,
    problems: [],
  };
  const hints = { styles: pageStyles('h1{color:red}.unused{top:0}'), api: 'https://api.example' };

  it('gets its head, hints, content and data, whatever characters they hold', () => {
    const html = assemblePage(template, page, hints);
    expect(html).toContain('<title>Services $& $1</title>');
    expect(html).not.toContain('Modèle');
    expect(html).toContain('<div id="root"><h1>Coût : 5 $</h1></div>');
    expect(html).toContain('<link rel="preconnect" href="https://api.example" crossorigin>');
    expect(styleSheetOf(template)).toBe('/assets/a.css');
    expect(html).toContain('<style>h1{color:red}</style>');
    const scripted = html.replace(/<noscript>.*?<\/noscript>/g, '');
    expect(scripted).not.toContain('stylesheet');
    // main.tsx takes the first of them: the sheet.
    expect(html).toMatch(/<style>[^<]*<\/style><noscript><link rel="stylesheet"[^>]*><\/noscript>/);
    const data = /<script type="application\/json" id="query-state">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(data)).toEqual(JSON.parse(page.state));
  });

  it('carries no data when the browser must start anew', () => {
    expect(assemblePage(template, page, hints, false)).not.toContain('query-state');
  });

  it('refuses a template that it does not know', () => {
    expect(() => assemblePage('<html></html>', page, hints)).toThrow('index.html');
  });

  it('is a file that hosts serve without a redirection', () => {
    expect(['/', '/services', '/realisations/phare'].map(pageFile)).toEqual([
      'index.html',
      'services.html',
      'realisations/phare.html',
    ]);
  });
});

describe('the styles of a page', () => {
  const of = (css: string) => pageStyles(css)('<p class="a sm:mt-4 [&amp;_b]:top-0"><b class="w-1/2">');

  it.each([
    ['.a{top:0}', 'a class of the page'],
    ['p,b:hover{top:0}', 'what names no class'],
    ['.sm\\:mt-4:hover{top:0}', 'an escaped class'],
    ['.w-1\\/2{top:0}', 'a class with a slash'],
    ['.\\[\\&_b\\]\\:top-0 b{top:0}', 'a class that the page writes with an entity'],
    ['@media (width>=40rem){.a{top:0}}', 'a rule in a group'],
    ['@layer base,utilities;', 'a statement'],
    ['.a{animation:turn 1s}@keyframes turn{to{rotate:1turn}}', 'an animation in use'],
    ['.a{content:"}.b{"}', 'a string that looks like a rule'],
    ['@font-face{font-family:f;src:local("Arial")}', 'a face of the machine'],
    ['html,:root,*,:before{top:0}', 'what is in every page'],
    ['p>b::before,p[hr]:not(hr):where(hr,.a){top:0}', 'the elements of the page, whatever is said of others'],
    ['@layer properties{*{--x:0}}.a{top:var(--x)}', 'the first value of a property in use'],
  ])('keep %s', (css) => expect(of(css)).toBe(css));

  it.each([
    ['.b{top:0}', 'another class'],
    ['.a .b{top:0}', 'another class beside one of the page'],
    ['@media print{.b{top:0}}', 'a group without anything left'],
    ['@keyframes turn{to{rotate:1turn}}', 'an animation nobody plays'],
    ['@property --x{syntax:"*";inherits:false}', 'a property nobody sets'],
    ['@layer properties{*{--x:0}}@property --x{syntax:"*";inherits:false}', 'its first value either'],
    ['hr,p hr:where(.a){top:0}', 'an element that the page has not'],
    ['::placeholder,::-webkit-datetime-edit{top:0}', 'what only fields have'],
  ])('leave %s out', (css) => expect(of(css)).toBe(''));

  it('bring no face again with what comes after the scripts', () =>
    expect(withoutFaces('a{top:0}@font-face{font-family:f;src:local("Arial")}.b{top:0}')).toBe(
      'a{top:0}.b{top:0}',
    ));

  it.each([
    ['.b,.a:is(p,.b),.a{top:0}', '.a{top:0}'],
    [':not([x],:has(:target)) .b,.a{top:0}', '.a{top:0}'],
    ['.\\[c\\,d\\],.a{top:0}', '.a{top:0}'],
    [':not([x],:has(:target)) .a,.b{top:0}', ':not([x],:has(:target)) .a{top:0}'],
  ])('keep of %s the selectors of the page only', (css, kept) => expect(of(css)).toBe(kept));
});

describe('the manifest', () => {
  const manifest = {
    _kit: { file: 'assets/kit.js' },
    _shared: { file: 'assets/shared.js', imports: ['_kit', '_shared'] },
    'page.tsx': { file: 'assets/page.js', imports: ['_shared', '_kit'], dynamicImports: ['_toasts'] },
  };
  it('gives what a page imports, once, and not what it may load later', () => {
    expect(chunksOf(manifest, 'page.tsx')).toEqual([
      '/assets/page.js',
      '/assets/shared.js',
      '/assets/kit.js',
    ]);
    expect(chunksOf(manifest, '')).toEqual([]);
  });
});

describe('what a page asks for at once', () => {
  const preload = (href: string) => `<link rel="modulepreload" crossorigin href="${href}">`;
  const script = (href: string) => `<script type="module" crossorigin src="${href}"></script>`;
  const entry = script('/index.js');
  const size = (href: string) => ({ '/kit.js': 3, '/page.js': 2, '/crumb.js': 1 })[href] ?? 0;

  const all = ['/kit.js', '/page.js', '/crumb.js'].map(preload).join('');

  it('is all its scripts, once, the largest first, before the entry', () =>
    expect(
      withPreloads(
        `<title>a</title>${entry}\n  ${preload('/crumb.js')}\n  ${preload('/kit.js')}`,
        ['/page.js', '/kit.js', '/index.js'],
        size,
      ),
    ).toBe(`<title>a</title>${all}${entry}`));

  it('has the last script as its entry, the bundler having left out an entry with nothing of its own', () =>
    expect(
      withPreloads(`<title>a</title>${script('/kit.js')}\n${entry}`, ['/page.js', '/crumb.js'], size),
    ).toBe(`<title>a</title>\n${all}${entry}`));

  it('needs an entry', () => expect(() => withPreloads('<html></html>', [], size)).toThrow('index.html'));
});

describe('the shells of the back office', () => {
  const template =
    '<html><head><title>Studio</title><script type="module" crossorigin src="/a.js"></script></head><body></body></html>';
  const early = { early: '/assets/early.js', api: 'https://api.example', sizeOf: () => 0 };
  const entry = { 'index.html': { file: 'assets/index.js' } };
  const built = (source: string) => ({ [source]: { file: `assets/${source.split('/')[2]}.js` } });
  const sources = [
    'dashboard/dashboard',
    'quote-requests/quote-requests',
    'tours/tours',
    'tags/tags',
    'trip-plans/trip-plans',
    'contacts/contacts',
    'email-templates/email-templates',
    'campaigns/campaigns',
    'settings/settings',
  ];
  const pages = sources.map((page) => built(`src/admin/features/${page}-page.tsx`));
  it('ask for the scripts of their screen', () => {
    const shells = officeShells(template, Object.assign({}, entry, ...pages), early);
    const tours = shells.find(({ path }) => path === '/admin/tours');
    expect(tours?.file).toBe('app-tours.html');
    expect(tours?.html).toMatch(
      /preconnect" href="https:\/\/api\.example".*src="\/assets\/early\.js".*modulepreload" crossorigin href="\/assets\/tours\.js".*src="\/a\.js"/,
    );
  });
  it('are not written for a screen that has moved', () =>
    expect(() => officeShells(template, entry, early)).toThrow('dashboard'));
});

describe('the files of the host', () => {
  const policy = (api: string) => /Content-Security-Policy: (.*)/.exec(hostHeaders(api))?.[1] ?? '';

  it('let scripts come from the site only, and nobody frame it', () => {
    const rules = new Map(
      policy('https://abc.supabase.co')
        .split('; ')
        .map((rule) => {
          const [name = '', ...values] = rule.split(' ');
          return [name, values.join(' ')];
        }),
    );
    expect(rules.get('default-src')).toBe("'none'");
    expect(rules.get('script-src')).toBe("'self'");
    expect(rules.get('frame-ancestors')).toBe("'none'");
    expect(rules.get('connect-src')).toBe("'self' https://abc.supabase.co");
    expect(rules.has('upgrade-insecure-requests')).toBe(true);
    expect(hostHeaders('https://abc.supabase.co')).toMatch(/X-Frame-Options: DENY/);
  });

  it('do not forbid a database on this machine', () =>
    expect(policy('http://127.0.0.1:54321')).not.toContain('upgrade-insecure-requests'));

  it('keep hashed files for a year', () =>
    expect(hostHeaders('https://a.example')).toMatch(
      /\/assets\/\*\n {2}Cache-Control: .*max-age=31536000, immutable/,
    ));

  it('send the back office to its shells, the screen’s own first, and nothing else', () =>
    expect(
      hostRedirects([{ path: '/admin/tours', file: 'app-tours.html' }])
        .trim()
        .split('\n')
        .map((line) => line.split(' ')),
    ).toEqual([
      ['/admin/tours', '/app-tours.html', '200'],
      ['/admin/*', '/app.html', '200'],
      ['/auth', '/app.html', '200'],
    ]));

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
