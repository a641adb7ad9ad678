import type { Size, View } from './projection';

/** Rotation of a picture in degrees, as its camera stood: its compass direction, tilted up, leaning to the right. */
export type Turn = { heading: number; pitch: number; roll: number };

/** A direction or a normal in a picture: to the right of its middle, up, towards its middle. */
export type Vector = readonly [x: number, y: number, z: number];

/** The part of a picture that an eye sees; its directions are in the axes of the picture. */
export type Eye = {
  right: Vector;
  up: Vector;
  ahead: Vector;
  /** Tangents of half of the fields of view. */
  across: number;
  high: number;
};

const RADIAN = Math.PI / 180;

export const UPRIGHT: Turn = { heading: 0, pitch: 0, roll: 0 };

/** Returns the vector of a direction in radians. */
export const vectorOf = (yaw: number, pitch: number): Vector => [
  Math.cos(pitch) * Math.sin(yaw),
  Math.sin(pitch),
  Math.cos(pitch) * Math.cos(yaw),
];

export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The axes of who looks in a direction, leaning to the right by `roll`; all in degrees. */
export function axesOf(yaw: number, pitch: number, roll: number): readonly [Vector, Vector, Vector] {
  const [turn, tilt] = [yaw * RADIAN, pitch * RADIAN];
  const [sine, cosine] = [Math.sin(roll * RADIAN), Math.cos(roll * RADIAN)];
  const level: Vector = [Math.cos(turn), 0, -Math.sin(turn)];
  const upright: Vector = [
    -Math.sin(tilt) * Math.sin(turn),
    Math.cos(tilt),
    -Math.sin(tilt) * Math.cos(turn),
  ];
  const mixed = (a: number, b: number): Vector => [
    level[0] * a + upright[0] * b,
    level[1] * a + upright[1] * b,
    level[2] * a + upright[2] * b,
  ];
  return [mixed(cosine, -sine), mixed(sine, cosine), vectorOf(turn, tilt)];
}

/** Returns an axis of the world in a picture that is turned. */
export function inPicture(axis: Vector, { heading, pitch, roll }: Turn): Vector {
  const [right, up, ahead] = axesOf(heading, pitch, roll);
  return [dot(axis, right), dot(axis, up), dot(axis, ahead)];
}

/** Returns what a view of a size sees of a picture that is turned. */
export function eyeOf({ yaw, pitch, field, roll = 0 }: View, { width, height }: Size, turn = UPRIGHT): Eye {
  const [right, up, ahead] = axesOf(yaw, pitch, roll);
  const high = Math.tan((field * RADIAN) / 2);
  return {
    right: inPicture(right, turn),
    up: inPicture(up, turn),
    ahead: inPicture(ahead, turn),
    high,
    across: (high * width) / Math.max(1, height),
  };
}

/** Returns the matrix from directions of the picture to the screen, by columns as WebGL reads it; all at one depth. */
export function clipOf({ right, up, ahead, across, high }: Eye): Float32Array {
  const clip = new Float32Array(16);
  for (const axis of [0, 1, 2] as const) {
    clip[4 * axis] = right[axis] / across;
    clip[4 * axis + 1] = up[axis] / high;
    clip[4 * axis + 3] = ahead[axis];
  }
  return clip;
}
