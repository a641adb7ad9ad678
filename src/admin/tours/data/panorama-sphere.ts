import { formatNumber } from '@/shared/lib/numbers';
import type { Tilt } from './level';

/** Description that a camera wrote of the sphere: XMP properties of Google's GPano schema. */
export type Sphere = {
  projection: string | undefined;
  /** The picture is a part of the sphere. */
  isPart: boolean;
  /** The compass direction of its centre. */
  heading: number | undefined;
  /** Lean of the camera. */
  tilt: Tilt;
};

/** Cameras and programs round: a side may have a pixel more or less. */
const PIXEL = 1;

/**
 * Explains in French why a picture shows no whole sphere, by its size and by what its camera says; `undefined` when it does.
 * Tours and surveys ask the same.
 */
export function sphereProblem(
  { width, height }: { width: number; height: number },
  { projection, isPart }: Sphere,
): string | undefined {
  if (Math.abs(width / 2 - height) > PIXEL)
    return `Un panorama à 360° est deux fois plus large que haut\u00a0: cette image a ${formatNumber(width)} × ${formatNumber(height)} pixels.`;
  if (projection && projection !== 'equirectangular')
    return 'Cette image n’est pas un panorama à 360° entier\u00a0: exportez-le en projection équirectangulaire, deux fois plus large que haute.';
  return isPart ? 'Le panorama est partiel\u00a0: exportez la sphère complète, de 360° sur 180°.' : undefined;
}

/**
 * Reads the GPano properties in the first bytes of a picture, as attributes or as elements. Two libraries were tried first
 * (docs/decisions/0071).
 */
export function readSphere(bytes: Uint8Array): Sphere {
  const text = new TextDecoder('latin1').decode(bytes);
  const from = text.indexOf('<x:xmpmeta');
  const xmp = from < 0 ? '' : text.slice(from, text.indexOf('</x:xmpmeta>', from) + 1 || undefined);
  const property = (name: string) =>
    new RegExp(`GPano:${name}\\s*(?:=\\s*["']|>)\\s*([^"'<\\s]{1,40})`).exec(xmp)?.[1];
  const number = (name: string) => {
    const value = Number(property(name) ?? Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const angle = (name: string, most: number) => {
    const value = number(name) ?? 0;
    return Math.abs(value) <= most ? value : 0;
  };
  return {
    projection: property('ProjectionType')?.toLowerCase(),
    isPart: (['Width', 'Height'] as const).some((side) => {
      const [full, cropped] = [number(`FullPano${side}Pixels`), number(`CroppedAreaImage${side}Pixels`)];
      return full !== undefined && cropped !== undefined && cropped < full;
    }),
    heading: number('PoseHeadingDegrees'),
    tilt: { roll: angle('PoseRollDegrees', 180), pitch: angle('PosePitchDegrees', 90) },
  };
}
