import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';

/** Addresses of the demo tours that a client would host (supabase/seed.sql). */
const ADDRESS = /^\/demo\/visites\/([a-z0-9-]+)\/?$/;

const page = (slug: string): string => `<!doctype html>
<html lang="fr-CA">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Visite de démonstration</title>
    <style>
      body { margin: 0; font: 1.125rem/1.6 sans-serif; color: #10343c; background: #f7fafa; }
      img { display: block; width: 100%; height: 65vh; object-fit: cover; }
      main { max-width: 42rem; margin: 0 auto; padding: 1.5rem; }
      h1 { margin: 0; line-height: 1.2; }
      a { color: #1d5c46; font-weight: 600; }
    </style>
  </head>
  <body>
    <img src="/images/tours/${slug}.jpg" alt="Vue du lieu de la visite">
    <main>
      <h1>Visite de démonstration</h1>
      <p>En service, ce lien ouvre la visite à 360° que la municipalité héberge sur son propre serveur. Dans la démonstration, une image en tient lieu.</p>
      <p><a href="/realisations/${slug}">Voir la fiche de cette visite</a></p>
    </main>
  </body>
</html>
`;

/** Serves, in development and in `vite preview` only, a page for each demo tour that a client would host. */
export function demoVisit(): Plugin {
  const serve = ({ middlewares, config }: Pick<ViteDevServer, 'middlewares' | 'config'>) => {
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const slug = ADDRESS.exec(pathname)?.[1];
      if (!slug || !existsSync(join(config.publicDir, 'images', 'tours', `${slug}.jpg`))) return next();
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(page(slug));
    });
  };
  return { name: 'demo-visit', configureServer: serve, configurePreviewServer: serve };
}
