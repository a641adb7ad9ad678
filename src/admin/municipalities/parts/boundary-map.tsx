import { mapPicture } from 'virtual:mrc-map';
import { useQuery } from '@tanstack/react-query';
import { memo, useId, useMemo } from 'react';
import { boxWidth, heightOf, INSET_FRAME, SOUTH_FRAME } from '@/shared/lib/quebec-frames';
import type { Box } from '@/shared/lib/quebec-projection';
import { type Boundary, boundaries } from '../data/boundaries';
import { municipalities } from '../data/municipalities';
import { NAME_HEIGHT, placeMapNames } from './map-names';

/** The class of a map's frame: beyond the picture of the ground is water. */
export const mapFrame = 'block w-full bg-[#d3e4ea]';

const boxesMeet = (one: Box, other: Box) =>
  one.right > other.left && one.left < other.right && one.bottom > other.top && one.top < other.bottom;

/**
 * Land, lakes and rivers of a map, as the public site draws them, without the inset of the north; beyond that picture
 * the boundaries of the MRCs stand for the land.
 */
export function MapGround({ view, unit }: { view: Box; unit: number }) {
  const clip = useId();
  const shapes = useQuery(boundaries());
  const near = useMemo(
    () => shapes.data?.filter(({ box }) => boxesMeet(box, view)) ?? [],
    [shapes.data, view],
  );
  if (!boxesMeet(SOUTH_FRAME, view)) return <BoundaryLines shapes={near} unit={unit} />;
  const frame = [boxWidth(SOUTH_FRAME), heightOf(SOUTH_FRAME)] as const;
  return (
    <>
      <clipPath id={clip}>
        <path
          clipRule="evenodd"
          d={`M${SOUTH_FRAME.left},${SOUTH_FRAME.top}h${frame[0]}v${frame[1]}h${-frame[0]}zM${INSET_FRAME.left},${INSET_FRAME.top}V${SOUTH_FRAME.bottom}H${SOUTH_FRAME.right}V${INSET_FRAME.top}z`}
        />
      </clipPath>
      <image
        href={mapPicture}
        x={SOUTH_FRAME.left}
        y={SOUTH_FRAME.top}
        width={frame[0]}
        height={frame[1]}
        clipPath={`url(#${clip})`}
        className="pointer-events-none"
      />
    </>
  );
}

/** The names of waters and towns on a map, hidden from screen readers, which have the list beside the map. */
export function MapNames({
  view,
  unit,
  marks,
}: {
  view: Box;
  unit: number;
  /** Points that no name may cover. */
  marks: readonly (readonly [x: number, y: number])[];
}) {
  const towns = useQuery(municipalities.places()).data;
  const names = useMemo(() => placeMapNames(view, unit, towns ?? [], marks), [view, unit, towns, marks]);
  return names.map(({ name, kind, x, y }) => (
    <text
      key={name}
      x={x}
      y={y}
      fontSize={unit * NAME_HEIGHT}
      strokeWidth={unit * 1.2}
      textAnchor="middle"
      dominantBaseline="central"
      className={`pointer-events-none font-medium [paint-order:stroke] ${kind === 'water' ? 'fill-[#2f6073] stroke-[#d3e4ea] italic' : 'fill-ink stroke-white'}`}
    >
      {name}
    </text>
  ));
}

type Props = {
  shapes: readonly Boundary[];
  /** Code of the highlighted MRC. */
  mrc?: string;
  /** About four pixels, in units of the map. */
  unit: number;
  onMrc?: (code: string) => void;
};

/** The boundaries of the MRCs in a map's SVG. Memoized, because their lines are long. */
export const BoundaryLines = memo(function BoundaryLines({ shapes, mrc, unit, onMrc }: Props) {
  return shapes.map(({ code, name, path }) => (
    // biome-ignore lint/a11y/noStaticElementInteractions: a part of a picture, which a filter repeats
    <path
      key={code}
      d={path}
      strokeWidth={unit * 0.15}
      className={`stroke-slate/60 ${onMrc ? 'cursor-pointer hover:fill-spruce-pale' : ''} ${code === mrc ? 'fill-spruce-pale' : 'fill-paper'}`}
      onClick={onMrc && (() => onMrc(code === mrc ? '' : code))}
    >
      <title>{name}</title>
    </path>
  ));
});

/** Returns the visible box of a map: the given one with a margin, in the map's ratio (width by height). */
export function viewAround(box: Box, ratio: number): Box {
  const margin = Math.max(8, (box.right - box.left) * 0.05);
  const [width, height] = [box.right - box.left + 2 * margin, box.bottom - box.top + 2 * margin];
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const half = Math.max(width, height * ratio) / 2;
  return { left: x - half, right: x + half, top: y - half / ratio, bottom: y + half / ratio };
}

/** Formats a box as a `viewBox`. */
export const viewBoxOf = ({ left, top, right, bottom }: Box) =>
  `${left} ${top} ${right - left} ${bottom - top}`;

/** Returns about four pixels of a map, in its own units, at any scale. */
export const unitOf = ({ left, right }: Box) => (right - left) / 220;

/** An entry of a map's legend: a mark beside its name. */
export function MapKey({
  className,
  label,
  isSquare = false,
}: {
  className: string;
  label: string;
  isSquare?: boolean;
}) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5">
        {isSquare ? (
          <rect x="0.5" y="0.5" width="9" height="9" className={className} />
        ) : (
          <circle cx="5" cy="5" r="4.5" className={className} />
        )}
      </svg>
      {label}
    </span>
  );
}
