/** Framing rules: pages that no site may frame, and the page whose frames the settings allow. */
type Framing = { closed: readonly string[]; open: string; ancestors?: string | undefined };

/**
 * Turns routes of the site into patterns of the host: `/devis/:token` → `/devis/*`, `/services` → `/:page`, which every other
 * address of one part has too, those of no page among them.
 */
export const hostPatterns = (routes: readonly string[]): string[] => [
  ...new Set(routes.map((path) => (/^\/[^/]+$/.test(path) ? '/:page' : path.replace(/:.*$/, '*')))),
];

/**
 * `_headers` of the static host (the format of Netlify and Cloudflare Pages).
 *
 * Both hosts add the headers of several matching rules together, and of several policies the strictest holds: what one
 * address allows cannot be forbidden to all of them. So the rule of all says nothing of frames, and each address has its own
 * with the whole policy, which also holds where a later rule replaces an earlier one (docs/decisions/0008).
 *
 * Scripts and fonts may be read from anywhere: a visit in a frame with `sandbox="allow-scripts"` has no origin.
 *
 * @param api address of the Supabase project, the only other place that scripts may talk to and forms may be posted to; its
 *   files are pictures of the site
 * @param scripts what else scripts may come from: the scripts that stand in pages, and another origin where the site is configured for one
 */
export function hostHeaders(api: string, framing: Framing, scripts: readonly string[] = []): string {
  const { origin } = new URL(api);
  const policy = [
    "default-src 'none'",
    // WebAssembly, and no other code made at run time: the back office's search for faces. Policies of a host only add up,
    // so one address alone cannot have it (docs/decisions/0121).
    `script-src ${["'self'", "'wasm-unsafe-eval'", ...scripts].join(' ')}`,
    // React and the toast library set styles on elements; no style can run code.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    // Pictures and tiles are files of the project, which on a machine at home speaks plain HTTP.
    `img-src 'self' data: blob: https: ${origin}`,
    // Sounds of scenes, and one that was just chosen in the back office.
    `media-src 'self' blob: ${origin}`,
    `connect-src 'self' ${origin}`,
    'frame-src https:',
    "manifest-src 'self'",
    // The back office's service worker; a public page registers none (docs/decisions/0051).
    "worker-src 'self'",
    "base-uri 'none'",
    // The quote form posts there before its script has loaded (docs/decisions/0040).
    `form-action 'self' ${origin}`,
    "object-src 'none'",
    // Left out when the database speaks plain HTTP, on a developer's machine: it could not be read any more.
    ...(api.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
  const framed = (paths: readonly string[], ancestors: string, options: string) =>
    paths
      .map(
        (path) => `\n${path}\n  Content-Security-Policy: ${policy}; frame-ancestors ${ancestors}\n${options}`,
      )
      .join('');
  const { closed, open, ancestors } = framing;
  return `/*
  Content-Security-Policy: ${policy}
  Strict-Transport-Security: max-age=63072000; includeSubDomains; preload
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: camera=(), microphone=(), geolocation=(self), payment=()
  Cross-Origin-Opener-Policy: same-origin

/devis/*
  Cache-Control: no-store
  Referrer-Policy: no-referrer
  X-Robots-Tag: noindex, nofollow

/ma-fiche/*
  Cache-Control: no-store
  Referrer-Policy: no-referrer
  X-Robots-Tag: noindex, nofollow

/assets/*
  Cache-Control: public, max-age=31536000, immutable
  Access-Control-Allow-Origin: *

/images/*
  Cache-Control: public, max-age=86400
${framed(closed, "'none'", '  X-Frame-Options: DENY\n')}${framed(
  [open],
  ancestors ? `'self' ${ancestors}` : "'self'",
  // X-Frame-Options cannot list several origins.
  ancestors ? '' : '  X-Frame-Options: SAMEORIGIN\n',
)}`;
}

/**
 * `_redirects` of the static host: files win over it unless a status is forced (« ! »), its first matching line decides, and
 * anything else is answered by 404.html with status 404.
 *
 * @param secret addresses that are secrets (a sent quote, « Ma fiche »), and the page that answers each of them
 * @param shells files that answer other addresses and are no page at their own
 */
export const hostRedirects = (
  secret: readonly { path: string; file: string }[],
  shells: readonly string[],
): string =>
  `${secret.map(({ path, file }) => `${path} /${file} 200`).join('\n')}
/admin /app.html 200
/admin/* /app.html 200
/auth /app.html 200
${shells.flatMap((file) => [file, file.replace('.html', '')].map((path) => `/${path} /404.html 404!\n`)).join('')}`;

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * `sitemap.xml` (sitemaps.org): every page that search engines may keep.
 *
 * @param site address of the site, without a closing slash
 */
export function sitemap(
  site: string,
  pages: readonly { path: string; lastModified?: string | undefined }[],
): string {
  const entries = pages.map(({ path, lastModified }) => {
    const date = lastModified ? `<lastmod>${escapeXml(lastModified)}</lastmod>` : '';
    return `  <url><loc>${escapeXml(site + path)}</loc>${date}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`;
}

/**
 * `robots.txt`.
 *
 * @param closed paths that robots are asked to ignore; nothing there is public anyway
 */
export function robots(site: string, closed: readonly string[]): string {
  return `User-agent: *
${closed.map((path) => `Disallow: ${path}\n`).join('')}
Sitemap: ${site}/sitemap.xml
`;
}
