import { paths } from '@/shared/lib/paths';
import type { PublicPair } from '@/site/data/streets';

/** Characters of a pair's id in an address: enough that no two of a street begin alike. */
const KEY_LENGTH = 8;

/** A place in an address: the beginning of its pair's id, which never changes; longer where two begin alike. */
export function placeKey(pair: Pick<PublicPair, 'id'>, pairs: readonly Pick<PublicPair, 'id'>[]): string {
  for (let length = KEY_LENGTH; length < pair.id.length; length++) {
    const key = pair.id.slice(0, length);
    if (!pairs.some(({ id }) => id !== pair.id && id.startsWith(key))) return key;
  }
  return pair.id;
}

/** Finds the place that an address names: its index, or -1. */
export const indexOfPlace = (key: string, pairs: readonly Pick<PublicPair, 'id'>[]): number =>
  key.length < KEY_LENGTH ? -1 : pairs.findIndex(({ id }) => id.startsWith(key));

/** The address of a place; with the compass direction one looks in, that too. */
export const placeHref = (
  slug: string,
  pair: Pick<PublicPair, 'id'>,
  pairs: readonly Pick<PublicPair, 'id'>[],
  bearing?: number,
): string =>
  paths.streetPlace.href(slug, placeKey(pair, pairs)) +
  (bearing === undefined ? '' : `?cap=${(Math.round(bearing) + 720) % 360}`);

/** The compass direction that an address asks for, in whole degrees; undefined when it makes no sense. */
export function bearingOfSearch(search: string): number | undefined {
  const text = new URLSearchParams(search).get('cap') ?? '';
  const degrees = Number(text);
  return text !== '' && Number.isFinite(degrees) && Math.abs(degrees) <= 720
    ? ((degrees % 360) + 360) % 360
    : undefined;
}
