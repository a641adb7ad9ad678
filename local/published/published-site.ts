import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { HOST } from '../process/settings.ts';
import { missingSite } from './missing-site.ts';
import { staticHost } from './static-host.ts';

/** A build that is whole has its stamp, which is written last (build/publication.ts). */
const STAMP_FILE = 'publication.json';

/** Marker in the folder of an unfinished build. */
const UNFINISHED_FOLDER = 'en-construction';

/** File that names the addresses that the site was built for. */
const BUILT_FOR = 'construit-pour.txt';

export interface PublishedSite {
  /** Address at which visitors read the site. */
  url: string;
  /** Address whose POST starts a build, as at a host: a secret of the functions. */
  hookUrl: string;
  /** Builds the site unless one is there that was built for the same addresses. */
  ensureBuilt: () => void;
  close: () => Promise<void>;
}

/**
 * Stands in for the site's host: builds when its hook is called, beside the served site, and serves the new build
 * once it is complete. A request during a build causes one more build afterwards.
 *
 * @param port 0 for any
 * @param folder where the sites are kept; the last complete one is served at once
 * @param builtFor the inputs of a build besides the code and the database: a site built for other addresses reads
 *   nothing
 * @param build makes the site in a folder, and rejects when it cannot
 */
export async function startPublishedSite({
  folder,
  port,
  builtFor,
  build,
  report,
}: {
  folder: string;
  port: number;
  builtFor: string;
  build: (out: string, signal: AbortSignal) => Promise<void>;
  report: (message: string) => void;
}): Promise<PublishedSite> {
  mkdirSync(folder, { recursive: true });
  const stopping = new AbortController();
  const hook = `/construire/${randomBytes(24).toString('base64url')}`;
  const builtForFile = join(folder, BUILT_FOR);
  let answer: RequestListener = missingSite('building');
  let served: string | undefined;
  let building: Promise<void> | undefined;
  let isAskedAgain = false;

  const serve = (name: string) => {
    const previous = served;
    answer = staticHost(join(folder, name));
    served = name;
    // A host too only has the files of the last build.
    if (previous) rmSync(join(folder, previous), { recursive: true, force: true });
  };
  const buildOnce = async () => {
    const out = join(folder, UNFINISHED_FOLDER);
    rmSync(out, { recursive: true, force: true });
    await build(out, stopping.signal);
    const name = `site-${Date.now()}`;
    renameSync(out, join(folder, name));
    writeFileSync(builtForFile, builtFor);
    serve(name);
    report('Le site est publié.');
  };
  const ask = () => {
    if (building) {
      isAskedAgain = true;
      return;
    }
    if (!served) answer = missingSite('building');
    building = buildOnce()
      .catch((error: Error) => {
        if (stopping.signal.aborted) return;
        if (!served) answer = missingSite('failed');
        report(`Le site n’a pas pu être construit : ${error.message}`);
      })
      .finally(() => {
        building = undefined;
        if (isAskedAgain && !stopping.signal.aborted) {
          isAskedAgain = false;
          ask();
        }
      });
  };

  const whole = readdirSync(folder)
    .filter((name) => name.startsWith('site-') && existsSync(join(folder, name, STAMP_FILE)))
    .sort();
  for (const name of whole) serve(name);

  const server = createServer((request, response) => {
    if (request.url !== hook) return answer(request, response);
    request.resume();
    if (request.method !== 'POST') return response.writeHead(405).end();
    ask();
    response.writeHead(202).end();
  });
  server.listen({ host: HOST, port });
  await once(server, 'listening');
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    hookUrl: `${url}${hook}`,
    ensureBuilt: () => {
      if (building) return;
      const isCurrent = served && existsSync(builtForFile) && readFileSync(builtForFile, 'utf8') === builtFor;
      if (!isCurrent) ask();
    },
    close: async () => {
      stopping.abort();
      server.close();
      server.closeAllConnections();
      await building;
    },
  };
}

/** Runs `npm run build` against the stack, with the lowest priority: somebody works on this machine. */
export const buildForStack =
  (root: string, api: { url: string; publishableKey: string }, siteUrl: string) =>
  async (out: string, signal: AbortSignal): Promise<void> => {
    const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'build/site.ts'], {
      cwd: root,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        SITE_OUT: out,
        VITE_SUPABASE_URL: api.url,
        VITE_SUPABASE_PUBLISHABLE_KEY: api.publishableKey,
        VITE_SITE_URL: siteUrl,
      },
    });
    try {
      if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // The process has ended, or the system refuses.
    }
    let printed = '';
    child.stdout?.on('data', (chunk) => (printed += chunk));
    child.stderr?.on('data', (chunk) => (printed += chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(printed.slice(-2_000).trim() || `code ${code}`);
  };
