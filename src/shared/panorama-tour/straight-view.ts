/** A view as a person standing in a panorama sees it: degrees; `field` from its top to its bottom. */
export type View = { yaw: number; pitch: number; field: number };

/** Width and height of a picture, in pixels. */
export type Size = { width: number; height: number };

/** An equirectangular picture as pixels of three or four channels. */
type Pixels = Size & { data: ArrayLike<number>; channels: 3 | 4 };

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the distance of the eye from a view, in pixels of the view. */
export const focalOf = ({ field }: View, { height }: Size) => height / 2 / Math.tan(radians(field) / 2);

/**
 * Place of each pixel of a view in a panorama: `u` and `v` from 0 to 1 of its width and height.
 *
 * @param x distance from the middle of the picture to the right, in pixels; `y` down
 */
export function pointOf(view: View, focal: number): (x: number, y: number) => { u: number; v: number } {
  const [sine, cosine] = [Math.sin(radians(view.pitch)), Math.cos(radians(view.pitch))];
  const turn = view.yaw / 360 + 0.5;
  return (x, y) => {
    // The ray through the pixel, tilted up by the pitch.
    const up = -y * cosine + focal * sine;
    const ahead = focal * cosine + y * sine;
    const u = Math.atan2(x, ahead) / (2 * Math.PI) + turn;
    // `Math.hypot` takes as long as all the rest of this.
    const v = 0.5 - Math.atan2(up, Math.sqrt(x * x + ahead * ahead)) / Math.PI;
    return { u: u - Math.floor(u), v };
  };
}

/** Draws what a person sees in one direction of a panorama, as a camera with a straight lens would take it. */
export function drawStraightView<Out extends Uint8Array | Uint8ClampedArray>(
  { data, width, height, channels }: Pixels,
  view: View,
  size: Size,
  out: Out,
): Out {
  const point = pointOf(view, focalOf(view, size));
  let to = 0;
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const { u, v } = point(x + 0.5 - size.width / 2, y + 0.5 - size.height / 2);
      // Pixels are known at their centres; the left and right edges of a panorama touch.
      const across = u * width - 0.5;
      const down = Math.min(Math.max(v * height - 0.5, 0), height - 1);
      const left = Math.floor(across);
      const top = Math.min(Math.floor(down), height - 2);
      const shareX = across - left;
      const shareY = down - top;
      const row = top * width;
      const first = (row + ((left + width) % width)) * channels;
      const second = (row + ((left + 1) % width)) * channels;
      const below = width * channels;
      for (let channel = 0; channel < channels; channel++) {
        const high = interpolate(data[first + channel], data[second + channel], shareX);
        const low = interpolate(data[first + below + channel], data[second + below + channel], shareX);
        out[to++] = Math.round(high + (low - high) * shareY);
      }
    }
  }
  return out;
}

const interpolate = (a = 0, b = 0, share: number) => a + (b - a) * share;
