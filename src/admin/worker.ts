/**
 * The service worker of the back office: its empty page and its scripts, for when there is no network. It keeps nothing
 * that a person reads or writes: requests to the API go past it (docs/decisions/0051). build/admin-worker.ts builds it.
 */

/** The files of this build that it keeps, the entry first; the build writes it in front. */
declare const __FILES__: readonly string[];

type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void };
type Asked = Event & { request: Request; respondWith: (response: Promise<Response>) => void };

// TypeScript knows either pages or workers.
const worker = globalThis as unknown as {
  addEventListener: ((type: 'install' | 'activate', listener: (event: Lasting) => void) => void) &
    ((type: 'fetch', listener: (event: Asked) => void) => void);
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

const PREFIX = 'admin ';
const CACHE = PREFIX + __FILES__[0];
/** Any address that the host answers with the empty page. */
const PAGE = '/admin/hors-ligne';
/** A line that answers nothing for so long is as good as none, in ms. */
const TIMEOUT_MS = 6_000;

/** @throws Error when the host has another build by now: its own worker will come */
async function keepBuild() {
  const page = await fetch(PAGE, { cache: 'no-store' });
  const html = await page.clone().text();
  if (!page.ok || !html.includes(`"${__FILES__[0]}"`)) throw new Error('The page is of another build.');
  const named = Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, file = '']) => file);
  // A build that comes back, after one that was withdrawn, is the newest again: forgetBuilds goes by their order.
  await caches.delete(CACHE);
  const cache = await caches.open(CACHE);
  await cache.addAll([...new Set([...__FILES__, ...named])]);
  await cache.put(PAGE, page);
}

/** Those of the build before stay for the tabs that still run it. */
async function forgetBuilds() {
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(kept.slice(0, -2).map((name) => caches.delete(name)));
}

/** The page of the network, with whatever build is there; without one, that of this build. */
async function answerPage(request: Request): Promise<Response> {
  const kept = async () => (await caches.open(CACHE)).match(PAGE);
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
    // Their names change with their content: what is kept is what the network would bring.
    event.respondWith(caches.match(pathname, { ignoreVary: true }).then((kept) => kept ?? fetch(request)));
  }
});
