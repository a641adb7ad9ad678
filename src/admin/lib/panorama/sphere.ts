/** Description that a camera wrote of the sphere: XMP properties of Google's GPano schema. */
export type Sphere = {
  projection: string | undefined;
  /** The picture is a part of the sphere. */
  isPart: boolean;
  /** The compass direction of its centre. */
  heading: number | undefined;
};

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
  return {
    projection: property('ProjectionType')?.toLowerCase(),
    isPart: (['Width', 'Height'] as const).some((side) => {
      const [full, cropped] = [number(`FullPano${side}Pixels`), number(`CroppedAreaImage${side}Pixels`)];
      return full !== undefined && cropped !== undefined && cropped < full;
    }),
    heading: number('PoseHeadingDegrees'),
  };
}
