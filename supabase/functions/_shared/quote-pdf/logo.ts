import { convertIndexedToRgb, type DecodedPng, decode, encode, hasPngSignature } from 'fast-png';

/** The widest logo of the letterhead, at 300 dots an inch. */
const MOST_WIDTH = 700;
/** Largest picture, in pixels: reading a larger one would take more time than the whole document may. */
const MOST_PIXELS = 2_000_000;

/**
 * Prepares a logo for a document; undefined when it is neither a JPEG nor a PNG that can be read. A PNG is flattened
 * on white: pdfkit would otherwise split it with the runtime's compression, whose bytes change with its version.
 */
export function printableLogo(logo: Uint8Array): Uint8Array | undefined {
  if (logo[0] === 0xff && logo[1] === 0xd8) return logo;
  if (logo.length < 33 || !hasPngSignature(logo)) return undefined;
  const header = new DataView(logo.buffer, logo.byteOffset);
  if (header.getUint32(16) * header.getUint32(20) > MOST_PIXELS) return undefined;
  try {
    return onWhite(decode(logo));
  } catch {
    return undefined;
  }
}

/** Scales the picture in eight bits of red, green and blue, each pixel the mean of those that it replaces. */
function onWhite(png: DecodedPng): Uint8Array | undefined {
  const { width, height, palette, depth } = png;
  if (png.transparency || (!palette && depth < 8)) return undefined;
  const samples = palette ? convertIndexedToRgb(png) : png.data;
  const channels = samples.length / (width * height);
  const most = depth === 16 ? 65_535 : 255;
  const isGrey = channels < 3;
  const hasAlpha = channels === 2 || channels === 4;
  const step = Math.max(1, Math.floor(width / MOST_WIDTH));
  const small = { width: Math.floor(width / step), height: Math.floor(height / step) };
  const data = new Uint8Array(small.width * small.height * 3);
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      for (let colour = 0; colour < 3; colour++) {
        let sum = 0;
        for (let part = 0; part < step * step; part++) {
          const row = y * step + Math.floor(part / step);
          const at = (row * width + x * step + (part % step)) * channels;
          const alpha = hasAlpha ? (samples[at + channels - 1] ?? 0) / most : 1;
          sum += most + alpha * ((samples[isGrey ? at : at + colour] ?? 0) - most);
        }
        data[(y * small.width + x) * 3 + colour] = Math.round(((sum / (step * step)) * 255) / most);
      }
    }
  }
  return encode({ ...small, data, channels: 3, depth: 8 });
}
