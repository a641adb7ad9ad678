import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown, type ViteDevServer } from 'vite';
import { LICENCES, licences, NO_STUDIO } from './delivered-visit.ts';

/** Address of the page that checks a sealed folder, which each delivery holds too. */
const VERIFIER_FILE = 'preuve/verifier.html';

/**
 * Builds the page that checks a sealed folder: one file, which opens from a disk and may reach no address.
 *
 * @returns the text of the page
 */
export async function buildVerifier(): Promise<string> {
  const built = await build({
    configFile: resolve('vite.config.ts'),
    root: resolve('src/verifier'),
    base: './',
    logLevel: 'warn',
    publicDir: false,
    define: NO_STUDIO,
    plugins: [licences('Bibliothèques de cette page, et leurs licences')],
    build: {
      write: false,
      modulePreload: { polyfill: false },
      cssCodeSplit: false,
      // Fonts are not worth a quarter of a megabyte here: the page has the system's.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2000,
    },
  });
  const { output } = built as Rolldown.RolldownOutput;
  const text = (found: Rolldown.OutputAsset | undefined) => String(found?.source ?? '');
  const asset = (ending: string) =>
    output.find(
      (file): file is Rolldown.OutputAsset => file.type === 'asset' && file.fileName.endsWith(ending),
    );
  const chunks = output.filter((file) => file.type === 'chunk');
  const [script] = chunks;
  if (!script || chunks.length > 1) throw new Error('The page that checks a folder is more than one script.');
  // A page of a disk loads no module, and no font beside it.
  const code = script.code.replaceAll('</script', '<\\/script');
  const styles = text(asset('.css')).replace(/@font-face\s*\{[^}]*url\([^}]*\}/g, '');
  const hash = createHash('sha256').update(code).digest('base64');
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
  return text(asset('.html'))
    .replace(/\s*<script[^>]*src=[^>]*><\/script>/, '')
    .replace(/\s*<link[^>]*>/g, '')
    .replace(
      '<title>',
      () => `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <title>`,
    )
    .replace('</head>', () => `  <style>${styles}</style>\n  </head>`)
    .replace('</body>', () => `  <script type="module">${code}</script>\n  </body>`)
    .replace('</html>', () => `</html>\n<!--\n${text(asset(LICENCES)).replaceAll('--', '—')}-->`);
}

/** Writes the page into a built site. */
export async function writeVerifier(out: string): Promise<void> {
  const file = join(out, VERIFIER_FILE);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await buildVerifier());
}

/** Serves the page in development, built on first request. */
export function verifierPage(): Plugin {
  let page: Promise<string> | undefined;
  const configureServer = ({ middlewares }: ViteDevServer) => {
    middlewares.use((request, response, next) => {
      if ((request.url ?? '').split('?')[0] !== `/${VERIFIER_FILE}`) return next();
      page ??= buildVerifier();
      page.then((text) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(text);
      }, next);
    });
  };
  return { name: 'verifier-page', configureServer };
}
