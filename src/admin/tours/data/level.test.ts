import { expect, it } from 'vitest';
import { leaningRows, levelRows, type Tilt } from './level';

it.each([
  // Expected positions: with a larger roll the horizon turns counter-clockwise, with a larger pitch it is
  // lower.
  { roll: 20, pitch: 0, sky: [-0.342, 0.94, 0] },
  { roll: 0, pitch: -10, sky: [0, 0.985, -0.174] },
  { roll: 20, pitch: -10, sky: [-0.337, 0.925, -0.174] },
])(
  'levels a picture whose camera leaned ($roll, $pitch), and changes none of its colours',
  ({ sky, ...tilt }) => {
    const [width, height] = [128, 64];
    // `sky` is the direction of the zenith in the picture (right, up, ahead).
    const [right = 0, upwards = 0, ahead = 0] = sky;
    const data = new Uint8ClampedArray(width * height * 4);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const yaw = ((x + 0.5) / width - 0.5) * 2 * Math.PI;
        const pitch = (0.5 - (y + 0.5) / height) * Math.PI;
        const aboveGround =
          right * Math.cos(pitch) * Math.sin(yaw) +
          upwards * Math.sin(pitch) +
          ahead * Math.cos(pitch) * Math.cos(yaw);
        data.set(aboveGround > 0 ? [90, 140, 230, 255] : [80, 70, 60, 255], (y * width + x) * 4);
      }
    }
    const level = new Uint8ClampedArray(data.length);
    levelRows({ data, width, height, first: 0 }, tilt, 0, level);
    const blues = (row: number) =>
      new Set(Array.from({ length: width }, (_, x) => level[(row * width + x) * 4 + 2]));
    expect(blues(height / 2 - 3)).toEqual(new Set([230]));
    expect(blues(height / 2 + 2)).toEqual(new Set([60]));
    expect(new Set(level.filter((_, index) => index % 4 === 3))).toEqual(new Set([255]));
  },
);

it.each([
  { roll: 1.5, pitch: -0.8 },
  { roll: 20, pitch: -10 },
  { roll: 180, pitch: 0 },
])(
  'draws a quarter of the level picture of ($roll, $pitch) from the rows that it needs alone',
  (tilt: Tilt) => {
    const [width, height] = [64, 32];
    const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => (at * 37) % 251);
    const level = new Uint8ClampedArray(data.length);
    levelRows({ data, width, height, first: 0 }, tilt, 0, level);
    for (const top of [0, 8, 16, 24]) {
      const rows = leaningRows(tilt, height, { top, height: 8 });
      const held = data.slice(rows.top * width * 4, (rows.top + rows.height) * width * 4);
      const band = new Uint8ClampedArray(8 * width * 4);
      levelRows({ data: held, width, height, first: rows.top }, tilt, top, band);
      expect(band).toEqual(level.slice(top * width * 4, (top + 8) * width * 4));
    }
  },
);
