import { expect, test } from 'vitest';
import { heldView } from './gyroscope';

test.each([
  ['upright, its back to the north', { alpha: 0, beta: 90, gamma: 0, screen: 0 }, [0, 0, 0]],
  ['upright, turned to the east', { alpha: 270, beta: 90, gamma: 0, screen: 0 }, [90, 0, 0]],
  ['tilted to the sky', { alpha: 0, beta: 120, gamma: 0, screen: 0 }, [0, 30, 0]],
  ['tilted to the ground', { alpha: 0, beta: 60, gamma: 0, screen: 0 }, [0, -30, 0]],
  // The device's top is to the left, so the picture is in landscape at this screen angle.
  ['across, its back to the north', { alpha: 90, beta: 0, gamma: -90, screen: 90 }, [0, 0, 0]],
])('a device held %s looks there', (_, held, [yaw = 0, pitch = 0, roll = 0]) => {
  const found = heldView(held);
  expect(found.yaw).toBeCloseTo(yaw);
  expect(found.pitch).toBeCloseTo(pitch);
  expect(found.roll).toBeCloseTo(roll);
});

test('a head that leans to the right sees the horizon turned', () => {
  // The device faces north, and then its upper edge leans 20° to the right.
  const lean = (20 * Math.PI) / 180;
  const beta = (Math.asin(Math.cos(lean)) * 180) / Math.PI;
  const found = heldView({ alpha: -90, beta, gamma: -90, screen: 0 });
  expect(Math.abs(found.roll)).toBeCloseTo(20);
});
