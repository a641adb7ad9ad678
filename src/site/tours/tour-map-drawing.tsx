import { mrcMap } from 'virtual:mrc-map';
import { memo, useMemo } from 'react';
import { project } from '@/shared/lib/quebec-projection';
import { shapesOf } from '@/shared/lib/topology';
import type { TourPlace } from '@/site/data/tour-places';

/**
 * The boundary that a place lies in, among those of the map: its own, or, of a city that belongs to no MRC, the first of
 * those that begin with its two digits (« 94 » is Saguenay, 941, and not Le Fjord-du-Saguenay, 942).
 */
export function boundaryOf(mrc: string, codes: readonly string[]): string | undefined {
  if (mrc.length > 2) return codes.find((code) => code === mrc);
  return codes.filter((code) => code.startsWith(mrc)).sort()[0];
}

/** Within the cut of the file, so that its straight edges are not seen (build/mrc-map.ts). */
const VIEW = { left: -838, top: -793, width: 1466, height: 676 };

const shapes = shapesOf(mrcMap, 'mrc').map(({ properties, rings }) => ({
  code: properties.code ?? '',
  path: rings.map((ring) => `M${ring.map(([x, y]) => `${x},${y}`).join('L')}Z`).join(''),
}));
const codes = shapes.map(({ code }) => code);

/** The MRCs; drawn again only when what they show changes. */
const Boundaries = memo(function Boundaries({
  realised,
  active,
  onChoose,
}: {
  realised: ReadonlySet<string>;
  active: string | undefined;
  onChoose: (code: string) => void;
}) {
  return shapes.map(({ code, path }) => {
    const isRealised = realised.has(code);
    const look = code === active ? 'fill-sumac' : isRealised ? 'fill-spruce hover:fill-sumac' : 'fill-paper';
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: a part of a picture, which the list repeats as links
      <path
        key={code}
        d={path}
        vectorEffect="non-scaling-stroke"
        strokeWidth={isRealised ? 1 : 0.6}
        className={`stroke-slate/50 transition-colors ${look} ${isRealised ? 'cursor-pointer' : ''}`}
        onClick={isRealised ? () => onChoose(code) : undefined}
      />
    );
  });
});

/** The drawing of the map, hidden from screen readers: the list beside it has the same content and links. */
export function TourMapDrawing({
  places,
  active,
  onChoose,
}: {
  places: readonly TourPlace[];
  /** The `mrc` of a place whose boundary stands out. */
  active: string | undefined;
  /** Receives the `mrc` of the place that was pressed. */
  onChoose: (mrc: string) => void;
}) {
  const byBoundary = useMemo(
    () => new Map(places.map(({ mrc }) => [boundaryOf(mrc, codes), mrc] as const)),
    [places],
  );
  const realised = useMemo(
    () => new Set([...byBoundary.keys()].filter((code) => code !== undefined)),
    [byBoundary],
  );
  const choose = useMemo(
    () => (code: string) => {
      const mrc = byBoundary.get(code);
      if (mrc) onChoose(mrc);
    },
    [byBoundary, onChoose],
  );
  return (
    <svg
      viewBox={`${VIEW.left} ${VIEW.top} ${VIEW.width} ${VIEW.height}`}
      role="img"
      aria-label="Carte du sud du Québec&nbsp;: les MRC où nous avons réalisé des visites sont en couleur. La liste qui l’accompagne contient les mêmes lieux."
      className="block w-full"
    >
      <Boundaries realised={realised} active={active && boundaryOf(active, codes)} onChoose={choose} />
      {places.map(({ town, latitude, longitude }) => {
        if (latitude === null || longitude === null) return null;
        const [x, y] = project([longitude, latitude]);
        return (
          <circle
            key={town}
            cx={x}
            cy={y}
            r={6}
            vectorEffect="non-scaling-stroke"
            strokeWidth={1}
            className="pointer-events-none fill-paper stroke-ink"
          />
        );
      })}
    </svg>
  );
}
