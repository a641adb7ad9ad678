import { frenchDay } from '@contract/french-date';
import type { PackedSphere } from '@/shared/sphere/tile-pack';

/** One of the two dates of a place. */
export type Side = 'before' | 'after';

/** A panorama of a place: its address, the compass direction of its middle, the day it was taken, and its tiles where it has some. */
export type DatedPicture = {
  src: string;
  heading: number;
  day: string | null;
  tiles?: PackedSphere | undefined;
};

/** Width of a panorama that has no tiles, in pixels. */
const WHOLE_WIDTH = 2048;

/** The width of the larger picture of a pair, which limits the enlargement. */
export const widthOf = (pair: DatedPair) =>
  Math.max(...[pair.before, pair.after].map(({ tiles }) => tiles?.width ?? WHOLE_WIDTH));

/** The two pictures of a place. */
export type DatedPair = Record<Side, DatedPicture>;

/** The name of each side, as said and shown. */
export const sideNames: Readonly<Record<Side, string>> = { before: 'Avant', after: 'Après' };

/** The day of a picture in words. */
export const dayOf = ({ day }: Pick<DatedPicture, 'day'>) => (day ? frenchDay(day) : 'date inconnue');

/** A side and its day: « Avant · 28 octobre 2025 ». */
const datedSide = (side: Side, pair: DatedPair) => `${sideNames[side]} · ${dayOf(pair[side])}`;

/** The other date. */
export const otherSide = (side: Side): Side => (side === 'before' ? 'after' : 'before');

/**
 * The two pictures as they are, flat, one under the other, each under its date: for browsers without script or WebGL,
 * and for print.
 */
export function FlatPair({ pair, place }: { pair: DatedPair; place: string }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {(['before', 'after'] as const).map((side) => (
        <figure key={side} className="break-inside-avoid">
          <figcaption className="mb-1 font-semibold">{datedSide(side, pair)}</figcaption>
          <img
            src={pair[side].src}
            alt={`Panorama à 360° de ${place}, ${dayOf(pair[side])}`}
            width={2048}
            height={1024}
            loading="lazy"
            className="h-auto w-full rounded-lg bg-mist"
          />
        </figure>
      ))}
    </div>
  );
}
