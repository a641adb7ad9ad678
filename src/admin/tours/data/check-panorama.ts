import { otherThanJpeg, readImageHeader } from '@/admin/kit/lib/image-header';
import { formatExcess, formatLimit, largestUpload } from '@/admin/kit/lib/upload-limit';
import { formatNumber } from '@/shared/lib/numbers';
import { compass } from '@/shared/survey/track';
import { LEAST_TILT, type Tilt } from './level';
import { readSphere, sphereProblem } from './panorama-sphere';

/** The largest original, in bytes: 80 MB in its bucket (supabase/schemas/07_panorama_tours.sql), or what the plan takes. */
export const LARGEST_ORIGINAL = largestUpload(80 * 1024 * 1024);

/** Widths of an equirectangular picture that is worth walking in, and that browsers still decode. */
const WIDTHS = { least: 2048, most: 16_384 } as const;

/** Number of bytes that contain a file's header and XMP, or its end marker. */
export const HEADER_BYTES = 1024 * 1024;
const END_BYTES = 1024 * 1024;

/** Thrown for a file that is no usable panorama; `message` explains why in French. */
export class PanoramaRefusal extends Error {
  override readonly name = 'PanoramaRefusal';
}

/** Facts about a panorama before any decoding. */
export type CheckedPanorama = {
  width: number;
  height: number;
  /** The compass direction of its centre, when the camera wrote it. */
  heading: number | undefined;
  /** Lean of the camera, when it wrote one that can be seen. */
  tilt: Tilt | undefined;
};

/**
 * Checks a file by its bytes, whatever its name and type: a complete JPEG, twice as wide as high, that shows the
 * whole sphere.
 *
 * @param isStored the file is an original that was accepted, and is not uploaded again
 * @throws PanoramaRefusal
 */
export async function checkPanorama(file: Blob, isStored = false): Promise<CheckedPanorama> {
  if (file.size === 0) throw new PanoramaRefusal('Le fichier est vide.');
  if (!isStored && file.size > LARGEST_ORIGINAL) {
    throw new PanoramaRefusal(
      `Le fichier pèse ${formatExcess(file.size)}\u00a0: le maximum est de ${formatLimit(LARGEST_ORIGINAL)}. Exportez-le de nouveau en JPEG de qualité 90 ou moins\u00a0: la différence ne se voit pas.`,
    );
  }
  const start = await bytesOf(file.slice(0, HEADER_BYTES));
  const header = readImageHeader(start);
  if (header?.type !== 'jpeg') {
    throw new PanoramaRefusal(otherThanJpeg(start) ?? 'Ce fichier n’est pas une image JPEG lisible.');
  }
  const { width, height } = header;
  const size = `${formatNumber(width)} × ${formatNumber(height)} pixels`;
  const sphere = readSphere(start);
  const problem = sphereProblem(header, sphere);
  if (problem) throw new PanoramaRefusal(problem);
  if (width < WIDTHS.least) {
    throw new PanoramaRefusal(
      `L’image est trop petite (${size})\u00a0: il faut au moins ${formatNumber(WIDTHS.least)} pixels de largeur.`,
    );
  }
  if (width > WIDTHS.most) {
    throw new PanoramaRefusal(
      `L’image est trop grande (${size})\u00a0: réduisez-la à ${formatNumber(WIDTHS.most)} pixels de largeur au plus.`,
    );
  }
  if (!hasEnd(await bytesOf(file.slice(-END_BYTES)))) {
    throw new PanoramaRefusal('Le fichier est coupé\u00a0: copiez-le de nouveau depuis l’appareil.');
  }
  const { heading, tilt } = sphere;
  return {
    width,
    height,
    heading: heading === undefined ? undefined : Math.round(compass(heading) * 10) / 10,
    tilt: Math.max(Math.abs(tilt.roll), Math.abs(tilt.pitch)) < LEAST_TILT ? undefined : tilt,
  };
}

const bytesOf = async (part: Blob) => new Uint8Array(await part.arrayBuffer());

/** Looks for the end marker of a picture (FF D9), which compressed data never holds; cameras may append more data. */
function hasEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.length - 1; at > 0; at--) if (bytes[at] === 0xd9 && bytes[at - 1] === 0xff) return true;
  return false;
}
