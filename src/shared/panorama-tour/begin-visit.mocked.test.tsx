import { spheres } from '@tests/fake-sphere';
import { panoramaTour } from '@tests/panorama-tours';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scene } from './panorama-tour';
import { createTour } from './tour-engine';
import type { FirstSphere, FirstView } from './tour-sphere';

vi.mock('@/shared/sphere/sphere', () => import('@tests/fake-sphere'));

const [first, second] = panoramaTour.scenes as [Scene, Scene];
const PREVIEW = 'data:image/webp;base64,UklGRg==';
const surface = () => document.querySelector<HTMLElement>('[data-first-view]') as HTMLElement;
const reported = { failed: 0, gone: 0, missing: 0, shown: [] as string[], turning: [] as boolean[] };

/** Resolves after the page was painted and the callbacks of that paint ran. */
const untilPainted = () =>
  new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done))));

/** Opens a prerendered page of a tour whose inline script has run; `paint` lets it be painted. */
async function openUnpainted(part: Partial<FirstView> = {}, hash = ''): Promise<() => Promise<unknown>> {
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0);
  await read(part, hash);
  const waiting = frames.mock.calls.map(([callback]) => callback);
  frames.mockRestore();
  return () => {
    for (const callback of waiting) requestAnimationFrame(callback);
    return untilPainted();
  };
}

/** Opens a prerendered page of a tour whose inline script has run, and paints it. */
async function open(part: Partial<FirstView> = {}, hash = ''): Promise<void> {
  await read(part, hash);
  await untilPainted();
}

async function read(part: Partial<FirstView>, hash: string): Promise<void> {
  window.history.replaceState(null, '', `/visite/port${hash}`);
  const { id, view, picture } = first;
  const described = { scene: { id, view, picture }, widest: 4096, root: '/f/', isOfPage: false, ...part };
  document.body.innerHTML = `<div><img src="${PREVIEW}" alt=""><div data-first-view='${JSON.stringify(described)}'><canvas></canvas></div></div>`;
  vi.resetModules();
  document.body.insertAdjacentHTML('afterbegin', '<div id="premiere-image"></div>');
  await import('./begin-visit');
}

/** Lets the viewer arrive at this scene. */
function startViewer({ id, view }: Scene, turns = true) {
  return createTour({
    ...{ container: surface(), scenes: panoramaTour.scenes, start: { scene: id, view }, turns },
    address: (path) => `/f/${path}`,
    onScene: (scene) => reported.shown.push(scene),
    onView: () => {},
    onTurning: (isOn) => reported.turning.push(isOn),
    onPoint: () => {},
    onFailure: () => reported.failed++,
    onMissing: () => reported.missing++,
    onLost: () => {},
    onGone: () => reported.gone++,
  });
}

beforeEach(() => {
  spheres.reset('usual');
  Object.assign(reported, { failed: 0, gone: 0, missing: 0, shown: [], turning: [] });
});
afterEach(() => {
  delete window.firstSphere;
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a page that begins before its scripts have come', () => {
  it('asks for the view that it is of, with the small copy that it holds', async () => {
    await open();
    expect(spheres.shown).toHaveLength(1);
    expect(spheres.shown[0]?.[0]).toMatchObject({
      whole: `/f/${first.picture.folder}/base.jpg`,
      preview: PREVIEW,
    });
    expect(spheres.view()).toMatchObject({ yaw: first.view.yaw, pitch: first.view.pitch });
  });

  it('asks for the tiles of its view before it opens anything to draw them with', async () => {
    const asked: string[] = [];
    for (const side of ['clientWidth', 'clientHeight'] as const)
      vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address);
      return new Response('');
    });
    const paint = await openUnpainted();
    expect(window.firstSphere).toBe('coming');
    expect(asked[0]).toMatch(new RegExp(`^/f/${first.picture.folder}/\\d+/\\d+-\\d+`));
    expect(spheres.made).toHaveLength(0);
    await paint();
    expect(spheres.made).toHaveLength(1);
    expect([...(spheres.made[0]?.fetched?.keys() ?? [])]).toEqual(asked);
  });

  it('takes the picture away that it showed before its styles, and draws nothing once the visit has come first', async () => {
    const paint = await openUnpainted();
    expect(window.firstSphere).toBe('coming');
    expect(document.getElementById('premiere-image')).toBeNull();
    const tour = startViewer(first);
    await paint();
    expect(spheres.made).toHaveLength(1);
    expect(window.firstSphere).toBeUndefined();
    tour.destroy();
  });

  it('looks where its address says, where that is in its scene', async () => {
    await open({}, `#scene=${first.id}&vue=12,-3,50`);
    expect(spheres.view()).toMatchObject({ yaw: 12, pitch: -3 });
    await open({ isOfPage: true }, '#vue=13,-4,50');
    expect(spheres.view()).toMatchObject({ yaw: 13, pitch: -4 });
  });

  it('leaves another scene to the visit', async () => {
    await open({}, `#scene=${second.id}&vue=12,-3,50`);
    expect(spheres.made).toHaveLength(0);
    expect(window.firstSphere).toBeUndefined();
  });

  it('is taken over: nothing is drawn or asked for twice, and the scene is told', async () => {
    await open();
    const tour = startViewer(first);
    await vi.waitFor(() => expect(reported.shown).toEqual([first.id]));
    expect([spheres.made.length, spheres.shown.length, spheres.destroyed]).toEqual([1, 1, 0]);
    expect(document.querySelectorAll('canvas')).toHaveLength(1);
    tour.destroy();
    expect(spheres.destroyed).toBe(1);
  });

  it('goes on where the visitor has already turned it, and then turns no more by itself', async () => {
    await open();
    const { sphere } = spheres.made[0] as (typeof spheres.made)[number];
    sphere.look({ ...sphere.get().view, yaw: 77 });
    vi.useFakeTimers();
    startViewer(first);
    await vi.advanceTimersByTimeAsync(5000);
    expect(spheres.view().yaw).toBe(77);
    expect(reported.turning).toEqual([]);
  });

  it('gives way to a visit that begins elsewhere', async () => {
    await open();
    startViewer(second);
    await vi.waitFor(() => expect(reported.shown).toEqual([second.id]));
    expect([spheres.made.length, spheres.destroyed]).toEqual([2, 1]);
  });

  it('has its failures told by the visit: pictures, a tile, graphics memory', async () => {
    spheres.fails = true;
    await open();
    const [options] = spheres.made;
    options?.onMissing?.();
    options?.onGone?.();
    startViewer(first);
    await vi.waitFor(() => expect(reported).toMatchObject({ failed: 1, missing: 1, gone: 1 }));
  });

  it('says nothing without WebGL: the visit does', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    await open();
    expect(window.firstSphere).toBeUndefined();
    expect(() => startViewer(first)).toThrow('WebGL');
  });
});

describe('a delivered page', () => {
  const isFlat = () => [document.getElementById('root')?.hidden, document.getElementById('plat')?.hidden];
  const openDelivered = async () => {
    document.body.innerHTML = `<div id="root" hidden><div><div data-first-view='${JSON.stringify({
      ...{ scene: { id: first.id, view: first.view, picture: first.picture }, widest: 4096, root: '' },
      isOfPage: false,
    })}'></div></div></div><main id="plat"></main>`;
    vi.resetModules();
    await import('./begin-visit');
    await untilPainted();
  };

  it('begins in place of its pictures and texts', async () => {
    await openDelivered();
    expect(isFlat()).toEqual([false, true]);
    expect(spheres.shown[0]?.[0]?.whole).toBe(`${first.picture.folder}/base.jpg`);
  });

  it('stays as it is in a frame without an origin, and without WebGL', async () => {
    vi.stubGlobal('origin', 'null');
    await openDelivered();
    expect(isFlat()).toEqual([true, false]);
    vi.unstubAllGlobals();
    spheres.reset();
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    await openDelivered();
    expect(isFlat()).toEqual([true, false]);
    expect(spheres.made).toHaveLength(0);
  });
});

describe('the other scripts of a page', () => {
  const isThere = () => document.querySelector('body > link') !== null;
  const load = async () => {
    document.body.insertAdjacentHTML('beforeend', '<template id="suite"><link rel="suite"></template>');
    await import('./rest-of-page');
  };

  it('come at once where the page has nothing to begin with', async () => {
    await open({}, `#scene=${second.id}`);
    await load();
    expect(isThere()).toBe(true);
  });

  it('wait for the picture, but not for ever', async () => {
    await open();
    const { engine } = window.firstSphere as FirstSphere;
    engine.isSharp = () => false;
    vi.useFakeTimers();
    await load();
    await vi.advanceTimersByTimeAsync(2000);
    expect(isThere()).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(isThere()).toBe(true);
  });
});
