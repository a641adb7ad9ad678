import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { build, type Plugin, type Rolldown, type ViteDevServer } from 'vite';
import { DELIVERED_SCRIPT } from '../src/shared/panorama-tour/delivered-tour.ts';
import { firstSphereScripts, inlineSource } from './first-sphere.ts';

/** The folder in which the back office finds the files that every delivery holds, and their list. */
export const DELIVERED_FOLDER = 'livraison';
const FILE_LIST = 'fichiers.json';
export const LICENCES = 'licences.txt';

/** Empties the studio's address, name and project in pages that leave the site (vite.config.ts). */
export const NO_STUDIO = { __API__: '{}', __SITE__: '{}' };

const FONT_LICENCES = [
  'src/shared/assets/fonts/LICENSE-bricolage-grotesque.txt',
  'src/shared/assets/fonts/LICENSE-figtree.txt',
];

/** Returns the package folder of a module; `undefined` for our own modules. */
function packageOf(module: string): string | undefined {
  const place = module.lastIndexOf(`${sep}node_modules${sep}`);
  if (place < 0 || module.startsWith('\0')) return undefined;
  const parts = module.slice(place).split(sep).slice(2);
  const name = parts[0]?.startsWith('@') ? parts.slice(0, 2) : parts.slice(0, 1);
  return join(module.slice(0, place), 'node_modules', ...name);
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : ''}`;
}

/**
 * Writes the licence of every bundled library, and of fonts.
 *
 * @param title first line of the file
 */
export function licences(title: string, fontFiles: readonly string[] = []): Plugin {
  return {
    name: 'licences',
    generateBundle(_options, bundle: Rolldown.OutputBundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      const packages = [...new Set(modules.flatMap((id) => packageOf(id) ?? []))].sort();
      const texts = packages.filter((folder) => existsSync(join(folder, 'package.json'))).map(licenceOf);
      const fonts = fontFiles.map((file) => readFileSync(resolve(file), 'utf8').trim());
      const source = `${title}\n\n${[...texts, ...fonts].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
      this.emitFile({ type: 'asset', fileName: LICENCES, source });
    },
  };
}

/** The element of the viewer, before its first script. */
const ROOT = '<div id="root"></div>';

/** The scripts of the page: that of the tour, then the viewer's. */
const ENTRY_SCRIPT = /<script type="module"[^>]* src="([^"]+)"><\/script>/;

/**
 * Loads the page's script as browsers load any script. A module is refused by a browser when the server calls it text, in a frame
 * without an origin, and on a disk; a classic script in none of these. Its text is UTF-8 whatever the server says of the page.
 */
function classicScripts(page: string, begin: string): string {
  if (!ENTRY_SCRIPT.test(page) || !page.includes(ROOT))
    throw new Error('The delivered page has lost its script.');
  const script = (address: string) => `<script defer charset="utf-8" src="${address}"></script>`;
  return page
    .replace(ENTRY_SCRIPT, (_, address) => script(DELIVERED_SCRIPT) + script(address))
    .replaceAll(' crossorigin', '')
    .replace("default-src 'self';", (rule) => `${rule} script-src 'self' ${inlineSource(begin)};`)
    .replace(ROOT, () => `${ROOT}<script>${begin}</script>`);
}

/**
 * Builds the page that shows a delivered tour: files with relative addresses, which run in any folder of any server.
 *
 * @returns name in the delivery → content
 */
export async function buildDeliveredVisit(): Promise<Map<string, string | Uint8Array>> {
  const built = await build({
    configFile: resolve('vite.config.ts'),
    root: resolve('src/delivered'),
    base: './',
    logLevel: 'warn',
    publicDir: false,
    define: NO_STUDIO,
    plugins: [licences('Bibliothèques et polices de cette visite, et leurs licences', FONT_LICENCES)],
    build: {
      write: false,
      assetsDir: 'visite',
      modulePreload: false,
      cssCodeSplit: false,
      chunkSizeWarningLimit: 2000,
      // Vite's own loader of parts reads it, and one script has no parts.
      rolldownOptions: { output: { format: 'iife' }, checks: { emptyImportMeta: false } },
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const { begin } = await firstSphereScripts();
  return new Map(
    output.map((file) => {
      if (file.type === 'chunk') return [file.fileName, file.code];
      const isPage = file.fileName === 'index.html';
      return [file.fileName, isPage ? classicScripts(String(file.source), begin) : file.source];
    }),
  );
}

/** Builds the delivered page, with the list of its files by their paths in the site. */
async function deliveredFiles(): Promise<Map<string, string | Uint8Array>> {
  const files = await buildDeliveredVisit();
  const list = JSON.stringify([...files.keys()]);
  return new Map(
    [...files, [FILE_LIST, list]].map(([name, content]) => [`${DELIVERED_FOLDER}/${name}`, content]),
  );
}

/** Writes the delivered page into a built site. */
export async function writeDeliveredVisit(out: string): Promise<void> {
  for (const [name, content] of await deliveredFiles()) {
    const file = join(out, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

const contentTypes: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
};

/** Serves the delivered page in development, built on first request. */
export function deliveredVisit(): Plugin {
  let files: Promise<Map<string, string | Uint8Array>> | undefined;
  const configureServer = ({ middlewares }: ViteDevServer) => {
    middlewares.use((request, response, next) => {
      const path = (request.url ?? '').split('?')[0]?.slice(1) ?? '';
      if (!path.startsWith(`${DELIVERED_FOLDER}/`)) return next();
      files ??= deliveredFiles();
      files.then((known) => {
        const content = known.get(path);
        if (content === undefined) return next();
        response.setHeader(
          'Content-Type',
          contentTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
        );
        response.end(content);
      }, next);
    });
  };
  return { name: 'delivered-visit', configureServer };
}
