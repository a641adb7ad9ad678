/**
 * The service worker of the back office caches its empty page and its scripts, for use without a network. It stores
 * none of a person's data: requests to the API bypass it (docs/decisions/0051). build/admin-worker.ts builds it.
 */

/** Cached files of this build, the entry first; the build inserts them. */
declare const __FILES__: readonly string[];

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = Event & { request: Request; respondWith: (response: Promise<Response>) => void };

// TypeScript supports either pages or workers.
const worker = globalThis as unknown as {
  addEventListener: ((type: 'install' | 'activate', listener: (event: ExtendableEvent) => void) => void) &
    ((type: 'fetch', listener: (event: FetchEvent) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

const CACHE_PREFIX = 'admin ';
const CACHE = CACHE_PREFIX + __FILES__[0];
/** An address that the host answers with the empty page. */
const OFFLINE_PAGE = '/admin/hors-ligne';
/** Timeout after which a line counts as dead, in ms. */
const TIMEOUT_MS = 6_000;

/**
 * Caches the files of this build.
 *
 * @throws Error when the host has another build by now: its own worker will come
 */
async function keepBuild() {
  const page = await fetch(OFFLINE_PAGE, { cache: 'no-store' });
  const html = await page.clone().text();
  if (!page.ok || !html.includes(`"${__FILES__[0]}"`)) throw new Error('The page is of another build.');
  const named = Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, file = '']) => file);
  // A former build that returns after a withdrawn one is the newest again: forgetBuilds goes by their order.
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  await cache.addAll([...new Set([...__FILES__, ...named])]);
  await cache.put(OFFLINE_PAGE, page);
}

/** Deletes old builds, except the previous one, which open tabs may still use. */
async function forgetBuilds() {
  const kept = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
  await Promise.all(kept.slice(0, -2).map((name) => caches.delete(name)));
}

/** Answers with the page of the network, whatever its build; without one, with that of this build. */
async function answerPage(request: Request): Promise<Response> {
  const kept = async () => (await caches.open(CACHE)).match(OFFLINE_PAGE);
  const late = new Promise<undefined>((done) => setTimeout(done, TIMEOUT_MS));
  const come = fetch(request);
  const first = await Promise.race([come, late]).catch(() => undefined);
  return first ?? (await kept()) ?? come;
}

worker.addEventListener('install', (event) => {
  event.waitUntil(keepBuild().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetBuilds().then(() => worker.clients.claim()));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (/^\/admin(\/|$)/.test(pathname)) event.respondWith(answerPage(request));
  } else if (pathname.startsWith('/assets/')) {
    // Their names change with their content: the cached file equals the network's.
    event.respondWith(caches.match(pathname, { ignoreVary: true }).then((kept) => kept ?? fetch(request)));
  }
});
