import { vectorOf } from '@/shared/sphere/camera';
import type { Direction } from '@/shared/sphere/projection';
import type { Tilt } from './level';

const RADIAN = Math.PI / 180;

/**
 * Smallest spread of points that determines how a camera leaned: that of two points 20° apart, or 20° from opposite.
 */
const LEAST_SPREAD = Math.sin(20 * RADIAN) ** 2;

/** Smallest part of a full turn that the points must span: points above one another define no horizon. */
const LEAST_LEVEL = Math.cos(65 * RADIAN) ** 2;

/**
 * Returns how a camera leaned in whose picture these are points of the horizon: they lie in one plane with the eye, the nearest one
 * where there are more than two.
 *
 * @param points directions in the picture as the camera made it
 * @returns undefined when they are too near to one another, or opposite, so that many planes hold them; and above one another
 */
export function tiltOfHorizon(points: readonly Direction[]): Tilt | undefined {
  // The plane is y = a·x + b·z: x to the right, y up, z ahead.
  let [xx, yy, zz, xy, xz, yz] = [0, 0, 0, 0, 0, 0];
  for (const { yaw, pitch } of points) {
    const [x, y, z] = vectorOf(yaw * RADIAN, pitch * RADIAN);
    xx += x * x;
    yy += y * y;
    zz += z * z;
    xy += x * y;
    xz += x * z;
    yz += y * z;
  }
  const level = xx * zz - xz * xz;
  // For two points it is the squared sine of the angle between them.
  const spread = level + (xx * yy - xy * xy) + (yy * zz - yz * yz);
  if (spread < LEAST_SPREAD || level < spread * LEAST_LEVEL) return undefined;
  const a = (xy * zz - yz * xz) / level;
  const b = (yz * xx - xy * xz) / level;
  const hundredth = (angle: number) => Math.round((angle / RADIAN) * 100) / 100 + 0;
  return {
    roll: hundredth(Math.atan(a)),
    pitch: hundredth(-Math.atan(b / Math.hypot(1, a))),
  };
}
