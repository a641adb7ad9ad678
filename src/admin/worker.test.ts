import { beforeEach, describe, expect, it, vi } from 'vitest';

const ORIGIN = 'https://studio.example';
const ENTRY = '/assets/index-new.js';

type Listener = (event: Record<string, unknown>) => void;
const listeners: Record<string, Listener> = {};
/** The fake browser's caches: name → address → response. */
let stored: Map<string, Map<string, Response>>;
let network: (address: string) => Promise<Response>;

const pathOf = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : String(request), ORIGIN).pathname;

const page = (entry: string) =>
  new Response(`<link href="/assets/style.css"><script type="module" src="${entry}"></script>`);

function open(name: string) {
  const files = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, files);
  return {
    match: async (request: RequestInfo) => files.get(pathOf(request))?.clone(),
    put: async (request: RequestInfo, response: Response) => void files.set(pathOf(request), response),
    addAll: async (all: string[]) => {
      for (const one of all) files.set(one, await network(one));
    },
  };
}

/** Dispatches an event to the worker; returns undefined when the worker ignores it. */
async function happens(type: string, event: Record<string, unknown> = {}) {
  let work: unknown;
  const take = (promise: unknown) => {
    work = promise;
  };
  listeners[type]?.({ ...event, waitUntil: take, respondWith: take });
  return work as Promise<Response> | undefined;
}

const askFor = (path: string, { mode = 'cors', method = 'GET' } = {}) =>
  happens('fetch', { request: { url: new URL(path, ORIGIN).href, mode, method } });
const openAddress = async (path: string) => (await askFor(path, { mode: 'navigate' }))?.text();

beforeEach(async () => {
  stored = new Map();
  network = async (address) =>
    address.startsWith('/admin') ? page(ENTRY) : new Response(`du réseau ${address}`);
  vi.stubGlobal('__FILES__', [ENTRY, '/assets/contacts.js']);
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('addEventListener', (type: string, listener: Listener) => {
    listeners[type] = listener;
  });
  vi.stubGlobal('skipWaiting', async () => {});
  vi.stubGlobal('clients', { claim: async () => {} });
  vi.stubGlobal('fetch', (request: { url: string } | string) =>
    network(typeof request === 'string' ? request : new URL(request.url).pathname),
  );
  vi.stubGlobal('caches', {
    open: async (name: string) => open(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (path: string) => {
      for (const name of stored.keys()) {
        const found = await open(name).match(path);
        if (found) return found;
      }
    },
  });
  vi.resetModules();
  await import('./worker');
});

const cutNetwork = () => {
  network = () => Promise.reject(new TypeError('Failed to fetch'));
};

describe('the service worker of the back office', () => {
  it('keeps the empty page, its scripts and its style sheet, and nothing else', async () => {
    await happens('install');
    expect([...stored.keys()]).toEqual([`admin ${ENTRY}`]);
    expect([...(stored.get(`admin ${ENTRY}`)?.keys() ?? [])].sort()).toEqual(
      [ENTRY, '/assets/contacts.js', '/assets/style.css', '/admin/hors-ligne'].sort(),
    );
  });

  it('opens the page that it kept when there is no network', async () => {
    await happens('install');
    cutNetwork();
    expect(await openAddress('/admin/trip-plans/x')).toContain(ENTRY);
    expect(await (await askFor('/assets/contacts.js'))?.text()).toBe('du réseau /assets/contacts.js');
  });

  it('opens the page of the network when there is one: a new build is taken at once, its scripts with it', async () => {
    await happens('install');
    network = async (address) =>
      address.startsWith('/admin') ? page('/assets/index-newer.js') : new Response('plus neuf');
    expect(await openAddress('/admin')).toContain('/assets/index-newer.js');
    expect(await (await askFor('/assets/index-newer.js'))?.text()).toBe('plus neuf');
  });

  it('opens the page that it kept when the network does not answer', async () => {
    await happens('install');
    vi.useFakeTimers();
    network = () => new Promise(() => {});
    const opening = openAddress('/admin/contacts');
    await vi.advanceTimersByTimeAsync(6_000);
    vi.useRealTimers();
    expect(await opening).toContain(ENTRY);
  });

  it('is not installed when the host has another build by then: page and scripts are never of two', async () => {
    network = async () => page('/assets/index-newer.js');
    await expect(happens('install')).rejects.toThrow('another build');
  });

  it('keeps the build before for the tabs that still run it, and none older', async () => {
    for (const name of ['admin a', 'autre', 'admin b']) open(name);
    await happens('install');
    await happens('activate');
    expect([...stored.keys()]).toEqual(['autre', 'admin b', `admin ${ENTRY}`]);
  });

  it('keeps a build that came back after one was withdrawn, as the newest', async () => {
    for (const name of [`admin ${ENTRY}`, 'admin withdrawn']) open(name);
    await happens('install');
    await happens('activate');
    expect([...stored.keys()]).toEqual(['admin withdrawn', `admin ${ENTRY}`]);
  });

  it('after two deployments · an old tab is answered by the network, which says that its script is gone', async () => {
    open('admin oldest').put('/assets/contacts-oldest.js', new Response('le plus vieux'));
    open('admin old').put('/assets/contacts-old.js', new Response('vieux'));
    await happens('install');
    await happens('activate');
    network = async () => new Response('introuvable', { status: 404 });
    expect(await (await askFor('/assets/contacts-old.js'))?.text()).toBe('vieux');
    expect((await askFor('/assets/contacts-oldest.js'))?.status).toBe(404);
  });

  it.each([
    ['the public site', '/contact', { mode: 'navigate' }],
    ['the sign-in page', '/auth', { mode: 'navigate' }],
    ['an address that only looks like it', '/administration', { mode: 'navigate' }],
    ['a read of the API', 'https://api.example/rest/v1/contacts', {}],
    ['a signed address of storage', 'https://api.example/storage/v1/object/sign/x', {}],
    ['an edge function', 'https://api.example/functions/v1/search', { method: 'POST' }],
    ['a POST', '/assets/index-new.js', { method: 'POST' }],
    ['a picture', '/images/logo.png', {}],
  ])('leaves %s to the browser', async (_name, path, how) => {
    expect(await askFor(path, how)).toBeUndefined();
  });
});
