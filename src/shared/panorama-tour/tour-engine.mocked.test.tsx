import { panoramaTour } from '@tests/panorama-tours';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Scene } from './panorama-tour';

/** Pictures on their way: as in a browser, only those that were asked for last are shown. */
const sphere = { asked: 0, come: [] as (() => void)[] };
vi.mock('@/shared/sphere/sphere', () => ({
  createSphere: () => ({
    show: () => {
      const request = ++sphere.asked;
      return new Promise((answer) => sphere.come.push(() => answer(request === sphere.asked)));
    },
    isSharp: () => true,
    prefetch: async () => {},
    destroy: () => {},
  }),
}));
const { createTour } = await import('./tour-engine');

beforeEach(() => {
  Object.assign(sphere, { asked: 0, come: [] });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a scene to which one comes back stays, although another one was on its way', async () => {
  const [first, second] = panoramaTour.scenes as [Scene, Scene];
  const shown: string[] = [];
  const nothing = () => {};
  const tour = createTour({
    container: document.createElement('div'),
    scenes: panoramaTour.scenes,
    start: { scene: first.id, view: first.view },
    address: (path) => path,
    turns: false,
    onScene: (scene) => shown.push(scene),
    onView: nothing,
    onTurning: nothing,
    onPoint: nothing,
    onFailure: nothing,
    onMissing: nothing,
    onLost: nothing,
    onGone: nothing,
  });
  const allCome = async () => {
    for (const come of sphere.come.splice(0)) come();
    await new Promise((done) => setTimeout(done));
  };
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
