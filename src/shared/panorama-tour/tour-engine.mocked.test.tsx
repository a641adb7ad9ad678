import { panoramaTour } from '@tests/panorama-tours';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { SpherePicture } from '@/shared/sphere/sphere';
import type { Scene } from './panorama-tour';

/** A fake sphere whose pictures the test delivers; as in the browser, only those requested last are shown. */
const sphere = { asked: 0, come: [] as (() => void)[], ahead: [] as string[], isSharp: true };
vi.mock('@/shared/sphere/sphere', () => ({
  createSphere: () => ({
    show: () => {
      const request = ++sphere.asked;
      return new Promise((answer) => sphere.come.push(() => answer(request === sphere.asked)));
    },
    isSharp: () => sphere.isSharp,
    prefetch: async ({ whole }: SpherePicture) => void sphere.ahead.push(whole),
    destroy: () => {},
  }),
}));
const { createTour, wayTowards } = await import('./tour-engine');

beforeEach(() => {
  Object.assign(sphere, { asked: 0, come: [], ahead: [], isSharp: true });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const [first, second] = panoramaTour.scenes as [Scene, Scene];

/** Starts a tour in an element of a usual size. */
function startTour(options: Partial<Parameters<typeof createTour>[0]> = {}) {
  const container = document.createElement('div');
  Object.defineProperties(container, { clientWidth: { value: 1200 }, clientHeight: { value: 600 } });
  const nothing = () => {};
  const tour = createTour({
    container,
    scenes: panoramaTour.scenes,
    start: { scene: first.id, view: first.view },
    address: (path) => path,
    turns: false,
    onScene: nothing,
    onView: nothing,
    onTurning: nothing,
    onPoint: nothing,
    onFailure: nothing,
    onMissing: nothing,
    onLost: nothing,
    onGone: nothing,
    ...options,
  });
  return { tour, container };
}

const allCome = async () => {
  for (const come of sphere.come.splice(0)) come();
  await new Promise((done) => setTimeout(done));
};

test('a scene to which one comes back stays, although another one was on its way', async () => {
  const shown: string[] = [];
  const { tour } = startTour({ onScene: (scene) => shown.push(scene) });
  await allCome();
  expect(shown.at(-1)).toBe(first.id);
  tour.show(second.id);
  tour.show(first.id);
  await allCome();
  expect(shown.at(-1)).toBe(first.id);
  tour.show(second.id);
  await allCome();
  expect(shown.at(-1)).toBe(second.id);
  tour.destroy();
});

test('W walks the way that is ahead, S the one behind, and neither where there is none', async () => {
  const ways = [10, -50, 170].map((yaw) => ({ yaw, pitch: 0 }));
  expect(wayTowards(ways, 0)?.yaw).toBe(10);
  expect(wayTowards(ways, -40)?.yaw).toBe(-50);
  expect(wayTowards(ways, -170)?.yaw).toBe(170);
  expect(wayTowards(ways, 100)).toBeUndefined();
  const [way] = first.links;
  if (!way) throw new Error('No way');
  for (const [key, yaw] of [
    ['W', way.yaw],
    ['s', way.yaw + 180],
  ] as const) {
    const shown: string[] = [];
    const view = { yaw, pitch: 0, zoom: 30 };
    const { tour, container } = startTour({
      onScene: (id) => shown.push(id),
      start: { scene: first.id, view },
    });
    await allCome();
    container.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true }));
    await allCome();
    expect(shown).toEqual([first.id]);
    container.dispatchEvent(new KeyboardEvent('keydown', { key }));
    await allCome();
    expect(shown).toEqual([first.id, way.to]);
    tour.destroy();
    container.dispatchEvent(new KeyboardEvent('keydown', { key }));
    expect(sphere.come).toEqual([]);
  }
});

test('a mark is kept clear of what stands over the picture, and so is the card of its point', async () => {
  const [point] = first.points;
  if (!point) throw new Error('No point');
  const view = { yaw: point.yaw, pitch: point.pitch, zoom: 45 };
  const { tour, container } = startTour({ start: { scene: first.id, view } });
  await allCome();
  const mark = [...container.querySelectorAll<HTMLElement>('[aria-hidden]')].at(first.links.length);
  expect(mark?.style.translate).toContain('calc(300px - 50%)');
  tour.cover([{ x: 580, y: 290, width: 100, height: 300 }]);
  expect(mark?.style.translate).toContain('calc(266px - 50%)');
  expect(tour.placeOf(point)).toMatchObject({ x: 600, y: 266, isVisible: true });
  tour.destroy();
});

describe('the scene that a way leads to', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const place = `${second.picture.folder}/base.jpg`;
  /** Waits as long as the engine does before it prefetches. */
  const wait = () => vi.advanceTimersByTimeAsync(3000);
  /** Turns the view relative to a link that is 10 degrees to the right of the middle. */
  const look = async (yaw: number, isSharp = true) => {
    sphere.isSharp = isSharp;
    const { tour, container } = startTour({ start: { scene: first.id, view: { yaw, pitch: 0, zoom: 45 } } });
    for (const come of sphere.come.splice(0)) come();
    await wait();
    return { tour, container };
  };

  it('is fetched once its mark is in sight and nothing else is on its way, once', async () => {
    const { tour } = await look(0);
    await wait();
    expect(sphere.ahead).toEqual([place]);
    tour.destroy();
  });

  it('waits for the tiles of what is in sight', async () => {
    const { tour } = await look(0, false);
    expect(sphere.ahead).toEqual([]);
    sphere.isSharp = true;
    await wait();
    expect(sphere.ahead).toEqual([place]);
    tour.destroy();
  });

  it('is not fetched while its mark is behind, but when one turns to it', async () => {
    const { tour } = await look(180);
    expect(sphere.ahead).toEqual([]);
    tour.turnTo({ yaw: 10, pitch: 0 });
    await wait();
    expect(sphere.ahead).toEqual([place]);
    tour.destroy();
  });

  it('is fetched at once when the pointer comes near its mark, and not for who only passes', async () => {
    sphere.isSharp = false;
    const { tour, container } = await look(0, false);
    const element = container.querySelector<HTMLElement>('[aria-hidden]') as HTMLElement;
    const [x = 0, y = 0] = [...element.style.translate.matchAll(/calc\(([\d.]+)px/g)].map(([, n]) =>
      Number(n),
    );
    sphere.isSharp = true;
    const point = (by: number, buttons = 0) =>
      container.dispatchEvent(new PointerEvent('pointermove', { clientX: x + by, clientY: y, buttons }));
    point(400);
    point(50, 1);
    expect(sphere.ahead).toEqual([]);
    point(50);
    expect(sphere.ahead).toEqual([place]);
    tour.destroy();
  });

  it('is not fetched ahead for who saves data', async () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    const { tour } = await look(0);
    expect(sphere.ahead).toEqual([]);
    tour.destroy();
  });
});
