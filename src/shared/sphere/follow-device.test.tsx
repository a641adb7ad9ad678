import { afterEach, expect, test, vi } from 'vitest';
import { followDevice } from './gyroscope';
import { createSphereView } from './sphere-view';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a device that is turned over the seam turns the view by as much, to a yaw that an address can hold', async () => {
  vi.stubGlobal('DeviceOrientationEvent', class {});
  const sphere = createSphereView();
  sphere.look({ yaw: 179, pitch: 0, field: 70 });
  const stop = await followDevice(sphere);
  const hold = (alpha: number) =>
    window.dispatchEvent(
      Object.assign(new Event('deviceorientation'), { alpha, beta: 90, gamma: 0, absolute: false }),
    );
  hold(179);
  expect(sphere.get().view.yaw).toBeCloseTo(179);
  hold(190);
  expect(sphere.get().view.yaw).toBeCloseTo(168);
  stop();
  hold(90);
  expect(sphere.get().view.yaw).toBeCloseTo(168);
});
