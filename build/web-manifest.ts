import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Name and logo of the site on a home screen. */
type Identity = { name: string; logo?: { url: string; width: number; height: number } | undefined };

/** Icons with the ring, for a studio without a square logo. */
const ringIcons = [
  { src: '/images/admin-icon-192.png', type: 'image/png', sizes: '192x192' },
  { src: '/images/admin-icon-512.png', type: 'image/png', sizes: '512x512' },
];

const FILE = 'site.webmanifest';

/** Chooses the studio's logo as icon when it is square and large enough, else the ring. */
function iconsOf({ logo }: Identity) {
  const isIcon = logo && logo.width === logo.height && logo.width >= 180;
  return isIcon ? [{ src: logo.url, sizes: `${logo.width}x${logo.height}` }] : ringIcons;
}

/** The manifest of the site: its name and icon where a visitor keeps it on a home screen. It opens in the browser. */
export const webManifest = (site: Identity): string =>
  JSON.stringify({
    id: '/',
    name: site.name,
    short_name: site.name.slice(0, 30),
    lang: 'fr-CA',
    start_url: '/',
    display: 'browser',
    theme_color: '#10343c',
    background_color: '#ffffff',
    icons: iconsOf(site),
  });

/**
 * Links the page of the site to its manifest and to the icon that phones ask for, and writes the manifest. Pages that leave the
 * site have roots of their own: they are none of the site's.
 *
 * @param root the folder of the site's page
 */
export function siteManifest(site: Identity, root: string): Plugin {
  return {
    name: 'site-manifest',
    apply: (config) => resolve(config.root ?? '.') === resolve(root),
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader('content-type', 'application/manifest+json');
        response.end(webManifest(site));
      });
    },
    transformIndexHtml: {
      order: 'pre',
      // The back office's page has another manifest.
      handler: (_html, { path }) =>
        path === '/index.html'
          ? [
              { tag: 'link', attrs: { rel: 'apple-touch-icon', href: iconsOf(site)[0]?.src ?? '' } },
              { tag: 'link', attrs: { rel: 'manifest', href: `/${FILE}` } },
            ]
          : [],
    },
    generateBundle: {
      // Vite's own plugin writes the page, among the last ones.
      order: 'post',
      handler(_options, bundle) {
        if (bundle['index.html']) this.emitFile({ type: 'asset', fileName: FILE, source: webManifest(site) });
      },
    },
  };
}
