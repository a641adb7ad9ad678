import { draftScene } from '@tests/draft-scenes';
import { proofSize } from '@tests/proof-size';
import { randomOf } from '@tests/random-of';
import { describe, expect, it } from 'vitest';
import type { Blur } from '@/shared/panorama-tour/panorama-tour';
import { inPicture, vectorOf } from '@/shared/sphere/camera';
import { angleBetween, type Direction } from '@/shared/sphere/projection';
import { levelRows, type Tilt } from './level';
import { cameraBetween, levelledScene, turnBetween, turnedBlurs } from './levelled-scene';

const random = randomOf(20_261_128);
const within = (most: number) => (random() * 2 - 1) * most;
/** Picks a direction uniformly on the sphere. */
const somewhere = (): Direction => ({
  yaw: within(180),
  pitch: (Math.asin(random() * 2 - 1) * 180) / Math.PI,
});
const someTilt = (): Tilt => ({ roll: within(45), pitch: within(45) });
const RUN_COUNT = proofSize(300, 10_000);

const vectorTo = ({ yaw, pitch }: Direction) => vectorOf((yaw * Math.PI) / 180, (pitch * Math.PI) / 180);

describe('a direction in a picture that is levelled', () => {
  it('shows what it showed: levelled, levelled otherwise and taken back it is the same', () => {
    for (let run = 0; run < RUN_COUNT; run++) {
      const [at, one, other] = [somewhere(), someTilt(), someTilt()];
      const levelled = turnBetween(undefined, one)(at);
      expect(angleBetween(turnBetween(one, undefined)(levelled), at)).toBeLessThan(0.01);
      const again = turnBetween(other, undefined)(turnBetween(one, other)(levelled));
      expect(angleBetween(again, at)).toBeLessThan(0.01);
    }
  });

  it('is where the picture drawn level shows the same pixel', () => {
    const [width, height] = [360, 180];
    const tilt = { roll: 20, pitch: -10 };
    for (const [column, row] of [
      [40, 60],
      [190, 95],
      [300, 130],
    ] as const) {
      const data = new Uint8ClampedArray(width * height * 4);
      for (let y = row - 3; y <= row + 3; y++)
        for (let x = column - 3; x <= column + 3; x++) data[(y * width + x) * 4] = 255;
      const level = new Uint8ClampedArray(data.length);
      levelRows({ data, width, height, first: 0 }, tilt, 0, level);
      const at = { yaw: column + 0.5 - 180, pitch: 90 - row - 0.5 };
      const { yaw, pitch } = turnBetween(undefined, tilt)(at);
      const found = (Math.floor(90 - pitch) * width + Math.floor(yaw + 180)) * 4;
      expect(level[found]).toBe(255);
    }
  });

  it('is drawn there before the picture is cut: as a camera that stood so', () => {
    for (let run = 0; run < RUN_COUNT; run++) {
      const [from, to, at] = [someTilt(), someTilt(), somewhere()];
      const drawn = inPicture(vectorTo(at), cameraBetween(from, to));
      for (const [axis, part] of vectorTo(turnBetween(to, from)(at)).entries())
        expect(drawn[axis]).toBeCloseTo(part, 4);
    }
    const camera = cameraBetween(undefined, { roll: 20, pitch: 10 });
    expect(camera).toMatchObject({
      heading: expect.closeTo(0),
      pitch: expect.closeTo(10),
      roll: expect.closeTo(20),
    });
  });
});

const isCovered = (blurs: readonly Blur[], { yaw, pitch }: Direction) =>
  blurs.some((blur) => {
    const across = ((((yaw - blur.yaw + 180) % 360) + 360) % 360) - 180;
    return Math.hypot(across / (blur.width / 2), (pitch - blur.pitch) / (blur.height / 2)) <= 1;
  });

describe('a blur in a picture that is levelled', () => {
  it('covers all that it covered, wherever it is and however large', () => {
    const size = () => 0.1 + random() ** 3 * 179.9;
    for (let run = 0; run < RUN_COUNT; run++) {
      const [from, to] = [random() < 0.5 ? undefined : someTilt(), someTilt()];
      const blur = { id: 'f', ...somewhere(), width: size(), height: size() };
      const [turned, turn] = [turnedBlurs([blur], from, to), turnBetween(from, to)];
      const points = Array.from({ length: 20 }, (_, point) => {
        const [angle, far] = [random() * 2 * Math.PI, point < 10 ? 0.999 : Math.sqrt(random())];
        const pitch = blur.pitch + (Math.sin(angle) * far * blur.height) / 2;
        return { yaw: blur.yaw + (Math.cos(angle) * far * blur.width) / 2, pitch };
      }).filter(({ pitch }) => Math.abs(pitch) <= 90);
      const bare = points.filter((at) => !isCovered(turned, turn(at)));
      expect({ blur, from, to, bare }).toMatchObject({ bare: [] });
      expect(Math.max(...turned.flatMap(({ width, height }) => [width, height]))).toBeLessThanOrEqual(180);
    }
  });

  it('stays about as large as a face is, and the ground below a camera stays covered by a few', () => {
    const face = { id: 'f', yaw: 60, pitch: -20, width: 6, height: 5 };
    const [turned] = turnedBlurs([face], undefined, { roll: 8, pitch: 3 });
    expect(turned?.width).toBeLessThan(7);
    expect(turned?.height).toBeLessThan(6.5);
    const ground = [0, 180].map((yaw) => ({ id: `s${yaw}`, yaw, pitch: -90, width: 180, height: 40 }));
    const once = turnedBlurs(ground, undefined, { roll: 8, pitch: 3 });
    expect(once.length).toBeLessThanOrEqual(8);
    expect(turnedBlurs(once, { roll: 8, pitch: 3 }, { roll: 5, pitch: 0 }).length).toBeLessThanOrEqual(10);
  });
});

it('all that is placed in a scene goes on showing the same, and no level is as the camera gave it', () => {
  const at = { yaw: 90, pitch: 0 };
  const scene = draftScene('a', {
    heading: 120,
    view: { ...at, zoom: 30 },
    links: [{ id: 'l', to: 'b', ...at }],
    points: [{ id: 'p', title: 'Clocher', ...at }],
    blurs: [{ id: 'f', ...at, width: 4, height: 4 }],
    proposals: [{ id: 'q', ...at, width: 4, height: 4, kind: 'face', score: 1 }],
  });
  // With a camera rolled counter-clockwise by 10°, the horizon on the right is 10° below the picture's
  // middle.
  const levelled = levelledScene(scene, { roll: 10, pitch: 0 });
  const below = { yaw: 90, pitch: -10 };
  expect(levelled).toMatchObject({
    tilt: { roll: 10, pitch: 0 },
    heading: 120,
    view: { ...below, zoom: 30 },
    links: [below],
    points: [below],
    blurs: [{ yaw: expect.closeTo(90), pitch: expect.closeTo(-10) }],
    proposals: [{ yaw: expect.closeTo(90), pitch: expect.closeTo(-10) }],
  });
  const back = levelledScene(levelled, { roll: 0, pitch: 0 });
  expect(back).not.toHaveProperty('tilt');
  expect({ ...back, blurs: [], proposals: [] }).toEqual({ ...scene, blurs: [], proposals: [] });
});
