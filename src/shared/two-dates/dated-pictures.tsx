import { frenchDay } from '@contract/french-date';

/** One of the two dates of a place. */
export type Side = 'before' | 'after';

/** A panorama of a place: its address, the compass direction of its middle, and the day it was taken. */
export type DatedPicture = { src: string; heading: number; day: string | null };

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
