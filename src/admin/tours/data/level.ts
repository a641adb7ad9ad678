/**
 * Lean of a camera in degrees, in the terms of Google's GPano schema: its middle looks `pitch` above the horizon, and the horizon
 * is turned counter-clockwise by `roll` in its picture.
 */
export type Tilt = { roll: number; pitch: number };

const RADIAN = Math.PI / 180;

/** A lean that nobody sees. */
export const LEAST_TILT = 0.5;

/**
 * Returns where something stands in the picture of a leaning camera, as sines and cosines to reuse.
 *
 * @returns a function from a level direction as a unit vector (right, up, ahead) to the vector in the picture
 */
function leanOf({ roll, pitch }: Tilt) {
  const [sinPitch, cosPitch] = [Math.sin(pitch * RADIAN), Math.cos(pitch * RADIAN)];
  const [sinRoll, cosRoll] = [Math.sin(roll * RADIAN), Math.cos(roll * RADIAN)];
  return (right: number, up: number, ahead: number, found: Float64Array) => {
    const lifted = up * cosPitch - ahead * sinPitch;
    found[0] = right * cosRoll - lifted * sinRoll;
    found[1] = right * sinRoll + lifted * cosRoll;
    found[2] = up * sinPitch + ahead * cosPitch;
  };
}

/** Rows of a picture of this size, from the row `first` on. */
type Pixels = { data: Uint8ClampedArray; width: number; height: number; first: number };

/** Rows of a picture. */
export type Rows = { top: number; height: number };

/** Tells which rows of the picture of a leaning camera, `height` high, show what level rows show. */
export function leaningRows({ roll, pitch }: Tilt, height: number, rows: Rows): Rows {
  // The zenith of the picture leans by this angle, and nothing rises or sinks by more.
  const most = Math.acos(Math.cos(roll * RADIAN) * Math.cos(pitch * RADIAN));
  const margin = Math.ceil((most / Math.PI) * height) + 1;
  const top = Math.max(0, rows.top - margin);
  return { top, height: Math.min(height, rows.top + rows.height + margin) - top };
}

/**
 * Draws rows of the level picture from the picture of a leaning camera, between its pixels.
 *
 * @param pixels at least the rows that `leaningRows` tells
 * @param top first row of the level picture
 * @param into its rows, RGBA
 */
export function levelRows(
  { data, width, height, first }: Pixels,
  tilt: Tilt,
  top: number,
  into: Uint8ClampedArray,
) {
  const lean = leanOf(tilt);
  const found = new Float64Array(3);
  const [sinYaw, cosYaw] = [new Float64Array(width), new Float64Array(width)];
  for (let x = 0; x < width; x++) {
    const yaw = ((x + 0.5) / width - 0.5) * 2 * Math.PI;
    sinYaw[x] = Math.sin(yaw);
    cosYaw[x] = Math.cos(yaw);
  }
  const rows = into.length / (4 * width);
  // Plain loops without arrays: a picture has up to 134 million pixels.
  for (let row = 0; row < rows; row++) {
    const pitch = (0.5 - (top + row + 0.5) / height) * Math.PI;
    const sin = Math.sin(pitch);
    const cos = Math.cos(pitch);
    for (let x = 0; x < width; x++) {
      lean(cos * (sinYaw[x] as number), sin, cos * (cosYaw[x] as number), found);
      const up = Math.asin(Math.min(1, Math.max(-1, found[1] as number)));
      const atX = (Math.atan2(found[0] as number, found[2] as number) / (2 * Math.PI) + 0.5) * width - 0.5;
      const atY = (0.5 - up / Math.PI) * height - 0.5;
      const left = Math.floor(atX);
      const above = Math.floor(atY);
      const partX = atX - left;
      const partY = atY - above;
      const x0 = ((left % width) + width) % width;
      const x1 = x0 + 1 === width ? 0 : x0 + 1;
      const upper = (Math.min(height - 1, Math.max(0, above)) - first) * width;
      const lower = (Math.min(height - 1, Math.max(0, above + 1)) - first) * width;
      const to = (row * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const a = data[(upper + x0) * 4 + channel] as number;
        const b = data[(upper + x1) * 4 + channel] as number;
        const c = data[(lower + x0) * 4 + channel] as number;
        const d = data[(lower + x1) * 4 + channel] as number;
        const high = a + (b - a) * partX;
        into[to + channel] = high + (c + (d - c) * partX - high) * partY;
      }
      into[to + 3] = 255;
    }
  }
}
