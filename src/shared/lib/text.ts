/**
 * Returns an address for a link, or `undefined` when it is not http or https: `javascript:` and `data:` never reach
 * an `href`.
 */
export function httpHref(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

/**
 * Returns the address of a picture that a page may load: ours (`/images/…`), or http and https. `undefined` for
 * anything else; `//host` and `/\host` would leave our site under the look of a path.
 */
export function pictureSrc(address: string | null): string | undefined {
  if (!address) return undefined;
  return /^\/(?![/\\])/.test(address) ? address : httpHref(address);
}

/** Matches a picture of ours that has a small rendition: a demonstration one, or an uploaded one of the bucket. */
const WITH_SMALL = /^(\/images\/tours\/[a-z0-9-]+)\.jpg$|^(.*\/tour-images\/[a-z0-9-]+)-800\.jpg$/;

/** The address of the small rendition (480 × 260) of a tour's picture; `undefined` for a picture without one. */
export function smallPictureSrc(address: string | null): string | undefined {
  const [, demonstration, uploaded] = WITH_SMALL.exec(address ?? '') ?? [];
  const name = demonstration ?? uploaded;
  return name && `${name}-480.jpg`;
}

/** Converts a form's text for a column: `''` becomes `null`. */
export const orNull = <Text extends string>(text: Text) => (text === '' ? null : (text as Exclude<Text, ''>));

/** Writes a name of the register as a text does: « L’Érable ». */
export const typographicName = (name: string): string => name.replaceAll("'", '’');
