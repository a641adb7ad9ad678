import { mapPicture, mrcCodes } from 'virtual:mrc-map';
import { memo, useMemo, useState } from 'react';
import { boxWidth, heightOf, INSET_FRAME, SOUTH_FRAME } from '@/shared/lib/quebec-frames';
import type { TourPlace } from '@/site/data/tour-places';
import { useHydrated } from '@/site/ui/use-hydrated';
import { placeNames, type Step } from './tour-map-names';
import { TourMapPoint, toPercent } from './tour-map-point';
import { groupsAt } from './tour-map-points';

/**
 * The boundary that a place lies in, among those of the map: its own, or, of a city that belongs to no MRC, the first of
 * those that begin with its two digits (« 94 » is Saguenay, 941, and not Le Fjord-du-Saguenay, 942).
 */
export function boundaryOf(mrc: string, codes: readonly string[]): string | undefined {
  if (mrc.length > 2) return codes.find((code) => code === mrc);
  return codes.filter((code) => code.startsWith(mrc)).sort()[0];
}

/**
 * The widths of the map from which its points are grouped anew, in pixels, and the class that shows each grouping: the
 * page has all three, so that it is right at every width before and without its scripts.
 */
const widthGroupings = [
  { width: 260, className: '@md:hidden' },
  { width: 448, className: '@max-md:hidden @3xl:hidden' },
  { width: 768, className: '@max-3xl:hidden' },
] as const;

/** The class that shows a name from a width of the map on. */
const SHOWN_FROM: Record<Step, string> = {
  16: '',
  20: '@max-xs:hidden',
  24: '@max-sm:hidden',
  28: '@max-md:hidden',
  32: '@max-lg:hidden',
  36: '@max-xl:hidden',
  42: '@max-2xl:hidden',
  48: '@max-3xl:hidden',
  56: '@max-4xl:hidden',
  64: '@max-5xl:hidden',
};

const NAME_LOOK = {
  water: 'text-[#2f6073] italic',
  region: 'text-slate [text-shadow:0_0_2px_#fff,0_0_2px_#fff,0_0_3px_#fff]',
  neighbour: 'text-slate/80 tracking-wider',
};

/** The names of regions and waters, an ornament hidden from screen readers. */
const Names = memo(function Names({ places }: { places: readonly TourPlace[] }) {
  const names = useMemo(
    () =>
      placeNames(
        [1, ...widthGroupings.map(({ width }) => width)].flatMap((width) => groupsAt(places, width)),
      ),
    [places],
  );
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 select-none">
      {names.map(({ text, x, y, kind, turn, from }) => (
        <span
          key={text}
          style={{ left: toPercent(x), top: toPercent(y), rotate: turn ? `${turn}deg` : undefined }}
          className={`absolute -translate-1/2 text-[0.6875rem] leading-none font-medium whitespace-nowrap ${NAME_LOOK[kind]} ${SHOWN_FROM[from]}`}
        >
          {text}
        </span>
      ))}
    </div>
  );
});

/** The MRCs with tours in colour, by their shapes in the picture of the map. */
function Territories({ codes, active }: { codes: readonly string[]; active: string | undefined }) {
  // Shapes from another file are added after hydration, since the browser loads them however far below the
  // screen they are.
  if (!useHydrated()) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox={`${SOUTH_FRAME.left * 2} ${SOUTH_FRAME.top * 2} ${boxWidth(SOUTH_FRAME) * 2} ${heightOf(SOUTH_FRAME) * 2}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      {codes.map((code) => (
        <use
          key={code}
          href={`${mapPicture}#m${code}`}
          className={`transition-colors ${code === active ? 'fill-sumac/45' : 'fill-spruce/20'}`}
        />
      ))}
    </svg>
  );
}

/** The map: its picture, which has no meaning of its own, under names and points that lead to tours. */
export function TourMapDrawing({
  places,
  shown,
  active,
  entryId,
}: {
  /** Every place, so that names stay where they are while one filters. */
  places: readonly TourPlace[];
  /** The places whose points are shown. */
  shown: readonly TourPlace[];
  /** A place that stands out. */
  active: TourPlace | undefined;
  /** The id of a place's entry in the list beside the map. */
  entryId: (place: TourPlace) => string;
}) {
  const [open, setOpen] = useState<string>();
  const close = useMemo(() => () => setOpen(undefined), []);
  const groupings = useMemo(
    () => widthGroupings.map(({ width, className }) => ({ className, groups: groupsAt(shown, width) })),
    [shown],
  );
  const codes = useMemo(
    () => [...new Set(shown.flatMap(({ mrc }) => boundaryOf(mrc, mrcCodes) ?? []))],
    [shown],
  );
  return (
    <div
      style={{ aspectRatio: `${boxWidth(SOUTH_FRAME)} / ${heightOf(SOUTH_FRAME)}` }}
      className="@container relative -mx-5 bg-[#d3e4ea] sm:mx-0 sm:rounded-2xl"
    >
      <img
        src={mapPicture}
        alt=""
        loading="lazy"
        decoding="async"
        width={boxWidth(SOUTH_FRAME)}
        height={heightOf(SOUTH_FRAME)}
        className="absolute inset-0 size-full sm:rounded-2xl"
      />
      <Territories codes={codes} active={active && boundaryOf(active.mrc, mrcCodes)} />
      <div
        aria-hidden="true"
        style={{
          left: toPercent((INSET_FRAME.left - SOUTH_FRAME.left) / boxWidth(SOUTH_FRAME)),
          top: toPercent((INSET_FRAME.top - SOUTH_FRAME.top) / heightOf(SOUTH_FRAME)),
          width: toPercent(boxWidth(INSET_FRAME) / boxWidth(SOUTH_FRAME)),
          height: toPercent(heightOf(INSET_FRAME) / heightOf(SOUTH_FRAME)),
        }}
        className="pointer-events-none absolute rounded-md border border-slate/60"
      />
      <Names places={places} />
      {groupings.map(({ className, groups }) => (
        <ul key={className} aria-label="Lieux sur la carte" className={className}>
          {groups.map((group) => {
            const [first] = group.places;
            const id = `${className} ${group.places.map(({ town, mrc }) => `${mrc}${town}`).join()}`;
            return (
              <TourMapPoint
                key={id}
                group={group}
                listHref={first ? `#${entryId(first)}` : '#carte'}
                isOpen={open === id}
                isActive={active !== undefined && group.places.includes(active)}
                onOpen={() => setOpen(id)}
                onClose={close}
              />
            );
          })}
        </ul>
      ))}
    </div>
  );
}
