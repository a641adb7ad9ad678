import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, loadEnv, type Manifest, type Rolldown } from 'vite';
import { inParallel } from '../src/shared/lib/in-parallel.ts';
import { paths } from '../src/shared/lib/paths.ts';
import { qrSvg } from '../src/shared/panorama-tour/qr-code.ts';
import type * as ServerEntry from '../src/site/entry-server.tsx';
import { KIT_FILE } from '../src/site/lib/municipal-kit.ts';
import { pageQr } from '../src/site/lib/page-picture.ts';
import { TURNSTILE_ORIGIN } from '../src/site/lib/turnstile.ts';
import { quebecDay } from '../supabase/functions/_shared/contract/eastern-time.ts';
import { writeDeliveredVisit } from './delivered-visit.ts';
import { parseEnv } from './env.ts';
import { firstPicture, firstSphereScripts, inlineSource } from './first-sphere.ts';
import { storedFrameRules } from './frame-rules.ts';
import { storedHero } from './hero-tour.ts';
import { hostHeaders, hostPatterns, hostRedirects, robots, sitemap } from './host-files.ts';
import { storedIdentity } from './identity.ts';
import { forgetUnusedDrawings } from './kept-drawings.ts';
import { municipalKit } from './municipal-kit.ts';
import { assemblePage, importCircle, pageFile, scriptsOf, styleSheetOf } from './page.ts';
import { type PublicOffer, storedLogo, storedOffer } from './public-offer.ts';
import {
  goneRules,
  readingBegins,
  STAMP_FILE,
  stampHeaders,
  stampText,
  WITHDRAWN_PAGE,
} from './publication.ts';
import { assertNoSecret } from './secrets.ts';
import { writeSharePicture } from './share-picture.ts';
import { drawPreview, writePoster } from './tour-posters.ts';
import { writeVerifier } from './verifier-page.ts';

/** Number of pages rendered at the same time: each may query the database. */
const AT_ONCE = 6;

/** The page of the back office. */
const ADMIN_PAGE = 'src/admin/index.html';

type ChunkGroup = Rolldown.CodeSplittingGroup;

/** The libraries of the entry apart from our own code, so that their file keeps its name. */
const vendor: ChunkGroup = { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 1 };

/** Chunks of the public site: the parts that most pages show, and the query library. */
const siteChunks: ChunkGroup[] = [
  vendor,
  { name: 'ui', test: /[\\/]src[\\/]site[\\/]ui[\\/]/, minShareCount: 4 },
  { name: 'query', test: /@tanstack/ },
];

/** Libraries that many screens share and that others do without. */
const sharedLibraries = [
  ['calendar', /node_modules[\\/](react-day-picker|@?date-fns)/],
  ['csv', /node_modules[\\/]papaparse/],
  ['forms', /node_modules[\\/]react-hook-form/],
  ['schemas', /node_modules[\\/]zod/],
] as const;

/**
 * Names the chunk of a module that eight screens share after the first of the shared libraries that it leads to, so
 * that a list loads no form. A chunk imports those after it only.
 */
const sharedChunk: ChunkGroup['name'] = (id, modules) => {
  const leadsTo = new Set([id]);
  for (const one of leadsTo)
    for (const next of modules.getModuleInfo(one)?.importedIds ?? []) leadsTo.add(next);
  const paths = [...leadsTo];
  return sharedLibraries.find(([, library]) => paths.some((path) => library.test(path)))?.[0] ?? 'common';
};

/**
 * Chunks of the back office: the start of every screen except the service worker, the icons, which are a module each,
 * and the modules that eight screens share: in sixty small files, requests cost more than text.
 */
const adminChunks: ChunkGroup[] = [
  vendor,
  { name: 'shell', tags: ['$initial'], test: /^(?!.*[\\/]admin[\\/]worker\b)/ },
  { name: 'icons', test: /lucide-react/, minShareCount: 2 },
  { name: 'today-lines', test: /[\\/]admin[\\/]\w+[\\/]data[\\/]today-lines\.ts$/ },
  { name: sharedChunk, minShareCount: 8 },
];

/** The file of the back office, which answers its addresses. */
const ADMIN_SHELL = 'app.html';
/** The file that the host serves for an unknown address. */
const NOT_FOUND = '404.html';
/** The page of every quote: their addresses are secrets, and only the browser reads them. */
const QUOTE_SHELL = 'quote.html';
/** The page of every person: their addresses are secrets too. */
const PERSONAL_SHELL = 'ma-fiche.html';

/** Every address that no other site may frame: all but those of a visit alone. */
const closedRoutes = [
  ...Object.values(paths)
    .map(({ path }) => path)
    .filter((path) => path !== paths.visit.path && path !== paths.visitScene.path),
  `${paths.admin.path}/*`,
];

/** Output folder of the site; tests build into their own. */
const outputFolder = process.env.SITE_OUT || 'dist';
const env = parseEnv(loadEnv('production', process.cwd(), 'VITE_'));
const api = { url: env.VITE_SUPABASE_URL, key: env.VITE_SUPABASE_PUBLISHABLE_KEY };
const readStart = await readingBegins(api);
const identity = await storedIdentity(api);
const siteName = identity.variables.VITE_SITE_NAME ?? env.VITE_SITE_NAME;
const hero = await storedHero(api);
const frames = await storedFrameRules(api);
const { offer, ...offered } = await storedOffer(api);
// Environment variables that each of the builds below reads.
Object.assign(process.env, identity.variables, hero.variables, offered.variables);
// The output is beside node_modules, from which the server build resolves its packages.
const serverOut = mkdtempSync(join('.', '.prerender-'));
try {
  // The two builds run one after another: together, visitors would load router code that only the back office
  // uses (0002).
  await buildPages(ADMIN_PAGE, adminChunks);
  renameSync(join(outputFolder, ADMIN_PAGE), join(outputFolder, ADMIN_SHELL));
  rmSync(join(outputFolder, 'src'), { recursive: true });
  // A page preloads its own files only. Its other imports are already loaded when one follows a link, or
  // weigh a few hundred bytes: not worth a kilobyte of names in the first script.
  const manifest = await buildPages('index.html', siteChunks, { emptyOutDir: false, modulePreload: false });
  await writeDeliveredVisit(outputFolder);
  await writeVerifier(outputFolder);
  if (offer) await writeKit(offer);
  if (hero.folder) {
    mkdirSync(join(outputFolder, hero.folder));
    for (const { name, bytes } of hero.files) writeFileSync(join(outputFolder, hero.folder, name), bytes);
  }
  await buildPart({ outDir: serverOut, ssr: 'src/site/entry-server.tsx', copyPublicDir: false });
  const server = (await import(pathToFileURL(join(serverOut, 'entry-server.js')).href)) as typeof ServerEntry;
  await writeSite(server, manifest);
} finally {
  rmSync(serverOut, { recursive: true, force: true });
}
assertNoSecret(outputFolder);
// Written last: a site that has it is complete.
writeFileSync(join(outputFolder, STAMP_FILE), stampText(readStart.readAt));

/** Writes the municipal kit, with what is saved of the studio's identity. */
async function writeKit(found: PublicOffer) {
  const studio = parseEnv(loadEnv('production', process.cwd(), 'VITE_'));
  const logo = await storedLogo(api, studio.VITE_LOGO_PATH);
  const kit = await municipalKit({ studio, offer: found, today: quebecDay(new Date()), logo });
  writeFileSync(join(outputFolder, KIT_FILE), kit);
}

function buildPart(options: BuildOptions) {
  return build({
    logLevel: 'warn',
    // The parts are loaded by one process of tsx, so that what they share is made once.
    configLoader: 'native',
    build: { outDir: outputFolder, emptyOutDir: true, ...options },
  });
}

/**
 * Builds a page's scripts and styles.
 *
 * @returns Vite's manifest, which is not published
 */
async function buildPages(
  input: string,
  groups: ChunkGroup[],
  options: BuildOptions = {},
): Promise<Manifest> {
  await buildPart({
    manifest: true,
    // Browsers have supported modulepreload since 2023.
    modulePreload: { polyfill: false },
    // One style sheet, inlined in the pages: split, a script loaded later would fetch it once more.
    cssCodeSplit: false,
    rolldownOptions: { input, output: { codeSplitting: { includeDependenciesRecursively: false, groups } } },
    ...options,
  });
  const file = join(outputFolder, '.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  rmSync(dirname(file), { recursive: true });
  const circle = importCircle(manifest);
  if (circle) throw new Error(`Chunks that import each other in a circle: ${circle.join(', ')}`);
  return manifest;
}

/** Writes the QR code of a page's address, which is printed with the page. */
function writeQr(path: string) {
  const file = join(outputFolder, pageQr(path));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, qrSvg(env.VITE_SITE_URL + path));
}

async function writeSite(
  {
    listPages,
    renderPage,
    notFoundPage,
    quoteShell,
    personalShell,
    withdrawnPage,
    privatePaths,
  }: typeof ServerEntry,
  manifest: Manifest,
) {
  const template = readFileSync(join(outputFolder, 'index.html'), 'utf8');
  const styleSheet = styleSheetOf(template);
  if (!styleSheet) throw new Error('index.html has lost its style sheet.');
  const styles = readFileSync(join(outputFolder, styleSheet), 'utf8').trim();
  const { pages, gone, problem } = await listPages();
  const problems = new Set(
    [readStart.problem, problem, identity.problem, hero.problem, frames.problem, offered.problem].filter(
      (text) => text !== undefined,
    ),
  );

  const shells = [notFoundPage, quoteShell, personalShell, withdrawnPage];
  /** Application shells whose file does not match their address. */
  const shellFiles = new Map([
    [quoteShell, QUOTE_SHELL],
    [personalShell, PERSONAL_SHELL],
    [withdrawnPage, WITHDRAWN_PAGE],
  ]);
  const { begin, rest } = await firstSphereScripts();
  const restFile = `/assets/suite-${createHash('sha256').update(rest).digest('hex').slice(0, 8)}.js`;
  writeFileSync(join(outputFolder, restFile), rest);
  await inParallel(AT_ONCE, [...pages, ...shells], async (page) => {
    const hasPoster = page.poster !== undefined && (await writePoster(outputFolder, page.poster, api));
    const preview = page.preview && (await drawPreview(page.preview.picture, api));
    const rendered = await renderPage(page, { hasPoster, preview });
    for (const one of rendered.problems) problems.add(one);
    const extras = {
      styles,
      scripts: scriptsOf(manifest, page.source),
      api: rendered.reads ? env.VITE_SUPABASE_URL : undefined,
      first: page.preview && {
        picture: preview ? firstPicture(preview, page.preview) : '',
        begin,
        rest: restFile,
      },
    };
    const file = join(outputFolder, shellFiles.get(page) ?? pageFile(page.path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, assemblePage(template, rendered, extras, !shells.includes(page)));
    if (page.share) await writeSharePicture(outputFolder, page.share, siteName, api);
    // Each folder has one, because a browser without scripts fetches it with the page.
    writeQr(page.path);
  });
  forgetUnusedDrawings();

  const scripts = [inlineSource(begin), ...(env.VITE_TURNSTILE_SITE_KEY ? [TURNSTILE_ORIGIN] : [])];
  const framing = {
    closed: hostPatterns(closedRoutes),
    open: hostPatterns([paths.visit.path])[0] as string,
    ancestors: frames.ancestors,
  };
  writeFileSync(
    join(outputFolder, '_headers'),
    hostHeaders(env.VITE_SUPABASE_URL, framing, scripts) + stampHeaders,
  );
  writeFileSync(
    join(outputFolder, '_redirects'),
    goneRules(gone, [paths.tour.href, paths.visit.href], [paths.visit.href]) +
      hostRedirects(
        [
          { path: '/devis/*', file: QUOTE_SHELL },
          { path: '/ma-fiche/*', file: PERSONAL_SHELL },
        ],
        [ADMIN_SHELL, ...shells.map((page) => shellFiles.get(page) ?? NOT_FOUND)],
      ),
  );
  const kept = pages.filter(({ noIndex }) => !noIndex);
  writeFileSync(join(outputFolder, 'sitemap.xml'), sitemap(env.VITE_SITE_URL, kept));
  writeFileSync(join(outputFolder, 'robots.txt'), robots(env.VITE_SITE_URL, privatePaths));
  console.log(`Site écrit dans ${outputFolder}/ : ${pages.length} pages.`);
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
