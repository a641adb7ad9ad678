import { useMemo } from 'react';
import {
  MapGround,
  MapNames,
  mapFrame,
  unitOf,
  viewAround,
  viewBoxOf,
} from '@/admin/municipalities/parts/boundary-map';
import { counted } from '@/shared/lib/numbers';
import { boxAround, project } from '@/shared/lib/quebec-projection';
import type { TripStop } from '../data/trip-sheets';

/** Aspect ratio, width by height. */
const ASPECT_RATIO = 4 / 3;

/** The stops of a trip, numbered and joined by straight lines; the list has the same content. */
export function RouteMap({
  city,
  start,
  stops,
}: {
  city: string;
  start: { latitude: number; longitude: number };
  stops: readonly TripStop[];
}) {
  const { latitude, longitude } = start;
  const from = useMemo(() => project([longitude, latitude]), [longitude, latitude]);
  const points = useMemo(
    () =>
      stops.flatMap(({ id, company, latitude, longitude }, index) =>
        latitude === null || longitude === null
          ? []
          : { id, company, number: index + 1, at: project([longitude, latitude]) },
      ),
    [stops],
  );
  const marks = useMemo(() => [from, ...points.map(({ at }) => at)], [from, points]);
  const view = useMemo(() => {
    const box = boxAround(marks);
    return box && viewAround(box, ASPECT_RATIO);
  }, [marks]);
  if (points.length === 0 || !view)
    return (
      <p className="rounded-xl border border-dashed border-line bg-paper p-5 text-slate">
        La carte de la tournée paraîtra avec le premier arrêt dont la municipalité est connue.
      </p>
    );
  const unit = unitOf(view);
  const line = [from, ...points.map(({ at }) => at), from]
    .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ');
  return (
    <figure className="overflow-hidden rounded-xl border border-line bg-paper">
      <svg
        viewBox={viewBoxOf(view)}
        role="img"
        aria-label={`Carte de la tournée\u00a0: ${counted(points.length, 'arrêt')} à partir de ${city}. La liste donne le même ordre.`}
        className={mapFrame}
      >
        <MapGround view={view} unit={unit} />
        <polyline
          points={line}
          strokeWidth={unit * 0.5}
          strokeLinejoin="round"
          className="fill-none stroke-spruce"
        />
        <path
          d={`M${from[0] - unit * 2},${from[1]}h${unit * 4}M${from[0]},${from[1] - unit * 2}v${unit * 4}`}
          strokeWidth={unit * 0.8}
          className="stroke-ink"
        />
        {points.map(({ id, company, number, at: [x, y] }) => (
          <g key={id}>
            <circle cx={x} cy={y} r={unit * 5} className="fill-spruce stroke-paper" strokeWidth={unit * 0.4}>
              <title>{`${number}. ${company}`}</title>
            </circle>
            <text
              x={x}
              y={y}
              fontSize={unit * 6.5}
              textAnchor="middle"
              dominantBaseline="central"
              className="pointer-events-none fill-white font-semibold"
            >
              {number}
            </text>
          </g>
        ))}
        <MapNames view={view} unit={unit} marks={marks} />
      </svg>
      <figcaption className="px-3 py-2 text-sm text-slate">
        + {city}. Tracé à vol d’oiseau. Limites des MRC © Gouvernement du Québec.
      </figcaption>
    </figure>
  );
}
