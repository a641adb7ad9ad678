import sharp, { type Raw } from 'sharp';
import { heroStrip } from '../src/site/pages/home/hero-strip.ts';

/** An equirectangular picture, 2:1, as pixels. */
export type Sphere = { data: Buffer; info: Raw };

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Largest pitch of the strip's middle, in degrees: beyond it the ground or sky looks stretched. */
const MOST_PITCH = 12;

/**
 * Part of a sphere as a strip that can be moved sideways like a turning view: a cylinder unrolled, so that verticals stay
 * upright and every column is seen from straight ahead.
 *
 * @param view where the tour begins, in degrees: it stands `heroStrip.subject` of the width from the left
 */
export async function unroll(
  { data, info }: Sphere,
  view: { yaw: number; pitch: number },
  width: number,
): Promise<Sphere> {
  const { field, ratio, subject } = heroStrip;
  const focal = width / radians(field);
  const height = Math.round(width / ratio);
  // The panorama is turned first, so that the strip is one piece of the picture, and as dense as the strip
  // is at its horizon.
  const left = ((((view.yaw - field * subject + 180) / 360) % 1) + 1) % 1;
  const from = Math.round(left * info.width);
  const span = Math.round((field / 360) * info.width);
  const turned = Buffer.alloc(span * info.height * 3);
  for (let y = 0; y < info.height; y++) {
    const start = y * info.width;
    const first = Math.min(span, info.width - from);
    data.copy(turned, y * span * 3, (start + from) * 3, (start + from + first) * 3);
    data.copy(turned, (y * span + first) * 3, start * 3, (start + span - first) * 3);
  }
  const tall = Math.round(focal * Math.PI);
  const dense = await sharp(turned, { raw: { width: span, height: info.height, channels: 3 } })
    .resize(width, tall, { fit: 'fill', kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  const middle = Math.max(-MOST_PITCH, Math.min(MOST_PITCH, view.pitch));
  const horizon = height / 2 + focal * Math.tan(radians(middle));
  const row = width * 3;
  const out = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++) {
    const pitch = Math.atan((horizon - y) / focal);
    const at = Math.max(0, Math.min(tall - 1.001, (0.5 - pitch / Math.PI) * tall));
    const above = Math.floor(at) * row;
    const share = at - Math.floor(at);
    for (let x = 0; x < row; x++) {
      const value = (dense[above + x] ?? 0) * (1 - share) + (dense[above + row + x] ?? 0) * share;
      out[y * row + x] = Math.round(value);
    }
  }
  return { data: out, info: { width, height, channels: 3 } };
}

/** A file of the hero's pictures, by its name. */
export type HeroFile = { name: string; bytes: Buffer };

/** AVIF as small as it may be without showing; its slowest efforts take minutes on the machine of a host. */
const avif = { quality: 40, effort: 3 };

/** The pictures of the hero made of a sphere: the whole strip, and the part around its subject for telephones. */
export async function heroFiles(sphere: Sphere, view: { yaw: number; pitch: number }): Promise<HeroFile[]> {
  const { widths, jpegWidth, phoneRatio, phoneWidths, subject } = heroStrip;
  const { data, info } = await unroll(sphere, view, widths.at(-1) as number);
  const strip = () => sharp(data, { raw: info });
  const width = Math.round(info.height * phoneRatio);
  const left = Math.round(info.width * subject - width / 2);
  const phone = () => strip().extract({ left, top: 0, width, height: info.height });
  const files: HeroFile[] = [
    {
      name: `strip-${jpegWidth}.jpg`,
      bytes: await strip().resize(jpegWidth).jpeg({ quality: 72, mozjpeg: true }).toBuffer(),
    },
  ];
  for (const wide of widths)
    files.push({ name: `strip-${wide}.avif`, bytes: await strip().resize(wide).avif(avif).toBuffer() });
  for (const wide of phoneWidths)
    files.push({ name: `phone-${wide}.avif`, bytes: await phone().resize(wide).avif(avif).toBuffer() });
  return files;
}
