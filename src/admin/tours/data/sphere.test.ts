import { describe, expect, it } from 'vitest';
import { facesOf } from './face-model';
import { drawCrop } from './panorama-pixels';
import { searchPlan } from './search-panorama';
import {
  areaOf,
  type Crop,
  coveredShare,
  cropsOf,
  directionsOf,
  enlargedArea,
  rowsBetween,
  withoutRepeats,
} from './sphere';
import { linesOf } from './text-model';

const area = (yaw: number, pitch = 0, width = 2, height = 2) => ({ yaw, pitch, width, height });
const face = (yaw: number, score: number, pitch = 0) => ({ ...area(yaw, pitch), kind: 'face', score });

/** Returns the angle between two directions, in degrees. */
function angle(a: { yaw: number; pitch: number }, b: { yaw: number; pitch: number }): number {
  const vector = ({ yaw, pitch }: typeof a) => {
    const [y, p] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180];
    return [Math.cos(p) * Math.sin(y), Math.sin(p), Math.cos(p) * Math.cos(y)] as const;
  };
  const [u, v] = [vector(a), vector(b)];
  return (Math.acos(Math.min(1, u[0] * v[0] + u[1] * v[1] + u[2] * v[2])) * 180) / Math.PI;
}

/** Tells whether a square crop shows a direction, by turning the sphere until the crop looks ahead. */
function cropShows({ yaw, pitch, fov }: Crop, direction: { yaw: number; pitch: number }): boolean {
  const [turn, up, tilt] = [direction.yaw - yaw, direction.pitch, pitch].map(
    (degrees) => (degrees * Math.PI) / 180,
  ) as [number, number, number];
  const [x, y, z] = [Math.cos(up) * Math.sin(turn), Math.sin(up), Math.cos(up) * Math.cos(turn)];
  const ahead = z * Math.cos(tilt) + y * Math.sin(tilt);
  const above = y * Math.cos(tilt) - z * Math.sin(tilt);
  const half = Math.tan((fov / 2) * (Math.PI / 180)) * ahead;
  return ahead > 0 && Math.abs(x) <= half && Math.abs(above) <= half;
}

describe('a crop', () => {
  it('looks where its centre, its edges and its corners point', () => {
    const at = directionsOf({ yaw: 30, pitch: 0, fov: 90, size: 100 });
    expect(at(50, 50)).toEqual({ yaw: 30, pitch: 0 });
    expect(at(100, 50).yaw).toBeCloseTo(75);
    expect(at(50, 0).pitch).toBeCloseTo(45);
    expect(angle(at(0, 0), at(50, 50))).toBeCloseTo(54.74, 1);
  });

  it('looks straight up or over the seam as well', () => {
    expect(directionsOf({ yaw: 0, pitch: 60, fov: 60, size: 10 })(5, 0).pitch).toBeCloseTo(90);
    expect(directionsOf({ yaw: 175, pitch: 0, fov: 60, size: 10 })(10, 5).yaw).toBeCloseTo(-155);
  });

  it('turns a rectangle to an area that is centred and sized on the sphere, also over the seam', () => {
    const box = { left: 45, right: 55, top: 45, bottom: 55 };
    const middle = areaOf({ yaw: 0, pitch: 0, fov: 60, size: 100 }, box);
    expect(middle.width).toBeCloseTo(6.6, 1);
    expect(middle.height).toBeCloseTo(6.6, 1);
    const seam = areaOf({ yaw: 179, pitch: -40, fov: 60, size: 100 }, { ...box, left: 50, right: 60 });
    expect(seam.yaw).toBeGreaterThan(-180);
    expect(seam.yaw).toBeLessThan(-175);
    // A circle of latitude is shorter away from the equator, so the same face covers more degrees of yaw.
    expect(seam.width).toBeGreaterThan(6.6 / Math.cos((40 * Math.PI) / 180) - 0.6);
  });

  it('is drawn from the pixels that it looks at, over the seam too', () => {
    const [width, rows] = [64, 32];
    const data = new Uint8ClampedArray(width * rows * 4);
    // Red encodes the yaw and green the pitch.
    for (let at = 0; at < width * rows; at++) {
      data[at * 4] = (at % width) * 4;
      data[at * 4 + 1] = Math.floor(at / width) * 8;
    }
    const pixels = { data, width, rows, top: 90, bottom: -90 };
    const crop = { yaw: 90, pitch: 0, fov: 40, size: 4 };
    const drawn = drawCrop(pixels, crop);
    const { yaw, pitch } = directionsOf(crop)(0.5, 0.5);
    expect(drawn[0]).toBeCloseTo(((yaw / 360 + 0.5) * 64 - 0.5) * 4, 0);
    expect(drawn[1]).toBeCloseTo(((90 - pitch) / 180) * 32 * 8 - 4, 0);
    expect([...drawCrop(pixels, { ...crop, yaw: 180 })].every(Number.isFinite)).toBe(true);
  });
});

describe('the plan of a search', () => {
  it.each([4096, 8192, 16_384])(
    'looks for faces and plates wherever they can be in a panorama of %i',
    (width) => {
      const plan = searchPlan(width);
      for (const finds of ['face', 'text'] as const) {
        const crops = plan
          .filter((pass) => pass.finds === finds)
          .flatMap(({ rows }) => rows.flatMap(cropsOf));
        const [low, high] = finds === 'face' ? [-60, 50] : [-60, 3];
        for (let yaw = -180; yaw < 180; yaw += 4.5) {
          for (let pitch = low; pitch <= high; pitch += 3) {
            const isSeen = crops.some((crop) => cropShows(crop, { yaw, pitch }));
            expect(isSeen, `${finds} ${yaw} ${pitch}`).toBe(true);
          }
        }
      }
    },
  );

  it('has crops that overlap, and looks for far faces in large panoramas only', () => {
    const [row] = rowsBetween(-7, 7, 8, 192);
    expect(cropsOf(row as NonNullable<typeof row>).length).toBeGreaterThan(360 / 8);
    expect(searchPlan(4096).length).toBeLessThan(searchPlan(8192).length);
  });
});

describe('areas of the sphere', () => {
  it('cover one another on both sides of the seam', () => {
    expect(coveredShare(area(179.5), area(-179.5))).toBeCloseTo(0.5);
    expect(coveredShare(area(10), area(13))).toBe(0);
    expect(coveredShare(area(0, 0, 10, 10), area(1, 1))).toBeCloseTo(1);
    // Two degrees of yaw apart at this pitch are only one degree on the sphere.
    expect(coveredShare(area(0, 60, 4, 2), area(2, 60, 4, 2))).toBeCloseTo(0.5);
  });

  it('found twice are one, the surer one', () => {
    const found = [face(179.8, 0.5), face(-179.8, 0.9), face(40, 0.6), { ...face(40, 0.8), kind: 'plate' }];
    expect(withoutRepeats(found).map(({ kind, score }) => [kind, score])).toEqual([
      ['face', 0.9],
      ['plate', 0.8],
      ['face', 0.6],
    ]);
  });

  it('grow to a size that hides, as wide on the sphere at any height', () => {
    expect(enlargedArea(area(0, 0, 0.2, 0.2), 1.5, 0.8)).toMatchObject({ width: 0.8, height: 0.8 });
    expect(enlargedArea(area(0, 60, 0.2, 0.2), 1.5, 0.8).width).toBeCloseTo(1.6);
    expect(enlargedArea(area(0, 0, 4, 2), 1.5, 0.8)).toMatchObject({ width: 6, height: 3 });
  });
});

describe('answers of the models', () => {
  it('are faces around the places of their grid', () => {
    const [boxes, logits] = [new Float32Array(2304 * 16), new Float32Array(2304).fill(-9)];
    const at = 48 * 10 + 20;
    logits[at] = 3;
    boxes.set([1, -1, 12, 14], at * 16);
    expect(facesOf(boxes, logits)).toEqual([
      { score: expect.closeTo(0.953, 2), box: { left: 77, right: 89, top: 34, bottom: 48 } },
    ]);
  });

  it('are lines of text where probable points touch', () => {
    const map = new Float32Array(64 * 64);
    for (let x = 10; x < 22; x++) for (let y = 5; y < 9; y++) map[y * 64 + x] = 0.8;
    map[63 * 64 + 63] = 0.9;
    const lines = linesOf(map, 64);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.box).toEqual({ left: 10, right: 22, top: 5, bottom: 9 });
    expect(lines[0]?.score).toBeCloseTo(0.8);
  });
});
