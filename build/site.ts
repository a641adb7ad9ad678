import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, loadEnv, type Manifest } from 'vite';
import { parseEnv } from '../src/shared/lib/env.ts';
import type * as ServerEntry from '../src/site/entry-server.tsx';
import { siteChunks } from './chunks.ts';
import { hostHeaders, hostRedirects, robots, sitemap } from './host-files.ts';
import { leanIcons, leanLibraries, reactAsModule, withoutWebSockets } from './lean-libraries.ts';
import { chunksOf } from './manifest.ts';
import { officeChunks } from './office-chunks.ts';
import { officeShells, type Shell } from './office-shells.ts';
import { assemblePage, pageFile, styleSheetOf } from './page.ts';
import { pageStyles, withoutFaces } from './page-css.ts';
import { withPreloads } from './preloads.ts';
import { assertNoSecret } from './secrets.ts';

/** Pages rendered at the same time: each may ask the database for something. */
const AT_ONCE = 6;

/** The script that runs before those of the back office. */
const EARLY = 'src/admin/prefetch.ts';

/** The page of the back office. */
const ADMIN_PAGE = 'src/admin/index.html';

/** Where the site is written; tests build into folders of their own. */
const out = process.env.SITE_OUT || 'dist';
const env = parseEnv(loadEnv('production', process.cwd(), 'VITE_'));
// Beside node_modules, which the server build resolves its packages from.
const serverOut = mkdtempSync(join('.', '.prerender-'));
try {
  // The back office apart: what it shares with the site (the router above all) would else be loaded whole by visitors.
  await buildPart('office', {
    ...officeChunks,
    rolldownOptions: { ...officeChunks.rolldownOptions, input: ADMIN_PAGE },
  });
  renameSync(join(out, ADMIN_PAGE), join(out, 'app.html'));
  rmSync(join(out, 'src'), { recursive: true });
  const office = takeManifest();
  await buildPart('office', {
    ...{ emptyOutDir: false, copyPublicDir: false, manifest: true, modulePreload: { polyfill: false } },
    rolldownOptions: { input: EARLY },
  });
  const shells = officeShells(readFileSync(join(out, 'app.html'), 'utf8'), office, {
    early: `/${takeManifest()[EARLY]?.file}`,
    api: env.VITE_SUPABASE_URL,
    sizeOf,
  });
  for (const { file, html } of shells) writeFileSync(join(out, file), html);
  await buildPart('site', { emptyOutDir: false, manifest: true, ...siteChunks });
  await buildPart('site', { outDir: serverOut, ssr: 'src/site/entry-server.tsx', copyPublicDir: false });
  const server = (await import(pathToFileURL(join(serverOut, 'entry-server.js')).href)) as typeof ServerEntry;
  await writeSite(server, shells);
} finally {
  rmSync(serverOut, { recursive: true, force: true });
}
assertNoSecret(out);

async function buildPart(part: 'site' | 'office', options: BuildOptions): Promise<void> {
  const ofOffice = part === 'office' ? [withoutWebSockets()] : [];
  const plugins = options.ssr ? [leanIcons()] : [...ofOffice, leanLibraries(), leanIcons(), reactAsModule()];
  await build({ logLevel: 'warn', plugins, build: { outDir: out, emptyOutDir: true, ...options } });
}

/** Size of a script that has been built, in bytes. */
function sizeOf(href: string): number {
  return statSync(join(out, href)).size;
}

/** What the last build says of its files; it is not published. */
function takeManifest(): Manifest {
  const file = join(out, '.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  rmSync(dirname(file), { recursive: true });
  return manifest;
}

async function writeSite(
  { listPages, renderPage, notFoundPage, privatePaths }: typeof ServerEntry,
  shells: readonly Shell[],
) {
  const manifest = takeManifest();
  const template = readFileSync(join(out, 'index.html'), 'utf8');
  const styleSheet = styleSheetOf(template);
  if (!styleSheet) throw new Error('index.html has lost its style sheet.');
  const css = readFileSync(join(out, styleSheet), 'utf8').trim();
  const styles = pageStyles(css);
  writeFileSync(join(out, styleSheet), withoutFaces(css));
  const { pages, problem } = await listPages();
  const problems = new Set(problem ? [problem] : []);

  const waiting = [...pages, notFoundPage];
  const writeNext = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift()) {
      const rendered = await renderPage(page);
      for (const one of rendered.problems) problems.add(one);
      const hints = {
        styles,
        api: rendered.reads ? env.VITE_SUPABASE_URL : undefined,
      };
      const file = join(out, pageFile(page.path));
      mkdirSync(dirname(file), { recursive: true });
      const document = withPreloads(template, chunksOf(manifest, page.source), sizeOf);
      writeFileSync(file, assemblePage(document, rendered, hints, page !== notFoundPage));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writeNext));

  writeFileSync(join(out, '_headers'), hostHeaders(env.VITE_SUPABASE_URL));
  writeFileSync(join(out, '_redirects'), hostRedirects(shells));
  const kept = pages.filter(({ noIndex }) => !noIndex);
  writeFileSync(join(out, 'sitemap.xml'), sitemap(env.VITE_SITE_URL, kept));
  writeFileSync(join(out, 'robots.txt'), robots(env.VITE_SITE_URL, privatePaths));
  const written = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.html'),
  );
  console.log(`Site écrit dans ${out}/ : ${written.length} pages.`);
  if (problems.size > 0) {
    console.warn(
      [
        `AVIS — La base de données (${env.VITE_SUPABASE_URL}) n'a pas pu être lue pendant la construction :`,
        ...[...problems].map((text) => `- ${text}`),
        'Les pages fixes sont écrites sans ses visites, que le navigateur lira ; les pages des visites et leurs',
        'adresses dans sitemap.xml manquent. Reconstruisez le site quand la base répond.',
      ].join('\n'),
    );
  }
}
