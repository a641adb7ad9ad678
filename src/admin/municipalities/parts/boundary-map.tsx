import { memo } from 'react';
import type { Box } from '@/shared/lib/quebec-projection';
import type { Boundary } from '../data/boundaries';

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
