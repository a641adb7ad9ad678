import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, loadEnv, type Manifest } from 'vite';
import type { RenderedPage } from '../src/entry-server.tsx';
import { parseEnv } from '../src/lib/env.ts';
import { hostHeaders, hostRedirects } from './host-files.ts';
import { assemblePage, pageFile } from './page.ts';
import { assertNoSecret } from './secrets.ts';

/** Source of each page that the router loads apart: its chunk is fetched along with the page, not after. */
const pageSources: Record<string, string> = {
  '/': 'src/features/site/home-page.tsx',
  '/services': 'src/features/site/services-page.tsx',
  '/street-view': 'src/features/site/street-view-page.tsx',
  '/realisations': 'src/features/site/portfolio-page.tsx',
  '/contact': 'src/features/site/contact-page.tsx',
  '/confidentialite': 'src/features/site/privacy-page.tsx',
};

type ServerEntry = {
  pagePaths: string[];
  NOT_FOUND: string;
  renderPage: (path: string) => Promise<RenderedPage>;
};

const out = 'dist';
const env = parseEnv(loadEnv('production', process.cwd(), 'VITE_'));
// Beside node_modules, which the server build resolves its packages from.
const serverOut = mkdtempSync(join('.', '.prerender-'));
try {
  // The back office apart: what it shares with the site (the router above all) would else be loaded whole by visitors.
  await buildPart('office', {});
  renameSync(join(out, 'index.html'), join(out, 'app.html'));
  await buildPart('site', { emptyOutDir: false, manifest: true });
  await buildPart('site', { outDir: serverOut, ssr: 'src/entry-server.tsx', copyPublicDir: false });
  const server = (await import(pathToFileURL(join(serverOut, 'entry-server.js')).href)) as ServerEntry;
  await writePages(server);
} finally {
  rmSync(serverOut, { recursive: true, force: true });
}
assertNoSecret(out);
console.log(
  `Site écrit dans ${out}/ : ${readdirSync(out).filter((name) => name.endsWith('.html')).length} pages.`,
);

async function buildPart(part: 'site' | 'office', options: BuildOptions): Promise<void> {
  process.env.SITE_PART = part;
  await build({ logLevel: 'warn', build: { outDir: out, emptyOutDir: true, ...options } });
}

async function writePages({ pagePaths, NOT_FOUND, renderPage }: ServerEntry): Promise<void> {
  const manifestFile = join(out, '.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  rmSync(dirname(manifestFile), { recursive: true });
  const template = readFileSync(join(out, 'index.html'), 'utf8');
  for (const path of [...pagePaths, NOT_FOUND]) {
    const chunk = manifest[pageSources[path] ?? '']?.file;
    const page = await renderPage(path);
    const file = join(out, pageFile(path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, assemblePage(template, page, chunk ? [`/${chunk}`] : []));
  }
  writeFileSync(join(out, '_headers'), hostHeaders(env.VITE_SUPABASE_URL));
  writeFileSync(join(out, '_redirects'), hostRedirects);
}
