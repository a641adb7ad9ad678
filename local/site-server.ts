import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { join } from 'node:path';
import { build, createServer, type InlineConfig, preview } from 'vite';
import type { Api } from '../build/ask-database.ts';
import { writeDeliveredVisit } from '../build/delivered-visit.ts';
import { storedIdentity } from '../build/identity.ts';
import { heroOfNow } from './hero-of-now.ts';
import { HOST, type Settings } from './process/settings.ts';
import { withoutSignalListeners } from './process/signal-listeners.ts';

export interface Site {
  close: () => Promise<void>;
}

/**
 * Serves the site on PORT: Vite's development server, or a build made now for this API (WEB=preview), which goes
 * into the data folder and leaves `dist/` alone. With NODE_ENV=development that build keeps the warnings of React and
 * the names of the sources, as the journeys want it: a page comes in a few files instead of hundreds.
 *
 * @param siteUrl the address of the site.
 * @param api its address and public key, given to the site by the two variables it reads anywhere.
 */
export async function startSite(
  settings: Settings,
  siteUrl: string,
  api: { url: string; publishableKey: string },
  onCrash: (error: Error) => void,
): Promise<Site> {
  Object.assign(process.env, {
    VITE_SUPABASE_URL: api.url,
    VITE_SUPABASE_PUBLISHABLE_KEY: api.publishableKey,
    VITE_SITE_URL: siteUrl,
  });
  const { variables } = await storedIdentity({ url: api.url, key: api.publishableKey });
  Object.assign(process.env, variables);
  const { httpServer, close } = await withoutSignalListeners(() =>
    settings.web === 'preview'
      ? startPreview(settings)
      : startDev(settings, { url: api.url, key: api.publishableKey }),
  );
  let closing = false;
  httpServer.on('error', onCrash);
  httpServer.on('close', () => {
    if (!closing) onCrash(new Error('son serveur s’est fermé'));
  });
  return {
    close: async () => {
      closing = true;
      await close();
    },
  };
}

const commonConfig = ({ root }: Settings): InlineConfig => ({ root, logLevel: 'warn', clearScreen: false });

/** The HTTP server is ours, so that a change of vite.config.ts may restart Vite behind it without closing it. */
async function startDev(
  settings: Settings,
  api: Api,
): Promise<{ httpServer: Server; close: () => Promise<void> }> {
  const httpServer = createHttpServer();
  const cacheDir = join(settings.dataDir, 'vite');
  const vite = await createServer({
    ...commonConfig(settings),
    plugins: [heroOfNow(api)],
    cacheDir,
    server: {
      host: HOST,
      port: settings.webPort,
      middlewareMode: true,
      ws: { server: httpServer },
      watch: { ignored: [`${settings.dataDir}/**`] },
      // Only the libraries that Vite prepared are served of the data folder.
      fs: { allow: [join(cacheDir, 'deps')] },
    },
  });
  httpServer.on('request', (request, response) => vite.middlewares(request, response));
  httpServer.listen({ host: HOST, port: settings.webPort });
  await once(httpServer, 'listening');
  return {
    httpServer,
    close: async () => {
      await vite.close();
      httpServer.close();
      httpServer.closeAllConnections();
    },
  };
}

async function startPreview(settings: Settings): Promise<{ httpServer: Server; close: () => Promise<void> }> {
  const output = {
    outDir: join(settings.dataDir, 'site'),
    emptyOutDir: true,
    rolldownOptions: { input: ['index.html', 'src/admin/index.html'] },
    ...(process.env.NODE_ENV === 'development' && { minify: false, chunkSizeWarningLimit: 10_000 }),
  };
  await build({ ...commonConfig(settings), build: output });
  await writeDeliveredVisit(output.outDir);
  const server = await preview({
    ...commonConfig(settings),
    build: output,
    preview: { host: HOST, port: settings.webPort, strictPort: true },
  });
  return { httpServer: server.httpServer as Server, close: () => server.close() };
}
