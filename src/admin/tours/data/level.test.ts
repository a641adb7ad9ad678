import { expect, it } from 'vitest';
import { inLeaningPicture, levelRows } from './level';

const at = (yaw: number, pitch: number, tilt: { roll: number; pitch: number }) => {
  const found = inLeaningPicture({ yaw, pitch }, tilt);
  return [Math.round(found.yaw * 1000) / 1000 + 0, Math.round(found.pitch * 1000) / 1000 + 0];
};

it('finds the horizon where the schema of Google puts it in a leaning picture', () => {
  // The horizon turns counter-clockwise as the roll grows: its right side rises.
  expect(at(90, 0, { roll: 20, pitch: 0 })).toEqual([90, 20]);
  expect(at(-90, 0, { roll: 20, pitch: 0 })).toEqual([-90, -20]);
  expect(at(0, 0, { roll: 20, pitch: 0 })).toEqual([0, 0]);
  // The middle looks 10 degrees below the horizon: the horizon stands 10 degrees above the middle, and below it behind.
  expect(at(0, 0, { roll: 0, pitch: -10 })).toEqual([0, 10]);
  expect(at(180, 0, { roll: 0, pitch: -10 })).toEqual([180, -10]);
  expect(at(90, 0, { roll: 0, pitch: -10 })).toEqual([90, 0]);
  expect(at(37, 12, { roll: 0, pitch: 0 })).toEqual([37, 12]);
});

it('levels a picture whose ground leaned, and changes none of its colours', () => {
  const [width, height] = [128, 64];
  const tilt = { roll: 20, pitch: -10 };
  // Written another way than it is read: sky above the plane that the leaning camera saw as the ground.
  const [r, p] = [(tilt.roll * Math.PI) / 180, (tilt.pitch * Math.PI) / 180];
  const sky = { right: -Math.sin(r) * Math.cos(p), up: Math.cos(r) * Math.cos(p), ahead: Math.sin(p) };
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const yaw = ((x + 0.5) / width - 0.5) * 2 * Math.PI;
      const pitch = (0.5 - (y + 0.5) / height) * Math.PI;
      const isSky =
        sky.right * Math.cos(pitch) * Math.sin(yaw) +
          sky.up * Math.sin(pitch) +
          sky.ahead * Math.cos(pitch) * Math.cos(yaw) >
        0;
      data.set(isSky ? [90, 140, 230, 255] : [80, 70, 60, 255], (y * width + x) * 4);
    }
  }
  const level = new Uint8ClampedArray(data.length);
  levelRows({ data, width, height }, tilt, 0, level);
  const blues = (row: number) =>
    new Set(Array.from({ length: width }, (_, x) => level[(row * width + x) * 4 + 2]));
  expect(blues(height / 2 - 3)).toEqual(new Set([230]));
  expect(blues(height / 2 + 2)).toEqual(new Set([60]));
  expect(new Set(level.filter((_, index) => index % 4 === 3))).toEqual(new Set([255]));
});
