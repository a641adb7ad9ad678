import { useQuery } from '@tanstack/react-query';
import { boundaries } from '@/admin/municipalities/data/boundaries';
import { BoundaryLines, unitOf, viewAround, viewBoxOf } from '@/admin/municipalities/parts/boundary-map';
import { counted } from '@/shared/lib/numbers';
import { boxAround, project } from '@/shared/lib/quebec-projection';
import type { Stop } from '../data/trip-sheets';

/** Aspect ratio, width by height. */
const RATIO = 4 / 3;

/** The stops of a trip, numbered and joined by straight lines; the list has the same content. */
export function RouteMap({
  city,
  start,
  stops,
}: {
  city: string;
  start: { latitude: number; longitude: number };
  stops: readonly Stop[];
}) {
  const shapes = useQuery(boundaries());
  const from = project([start.longitude, start.latitude]);
  const points = stops.flatMap(({ id, company, latitude, longitude }, index) =>
    latitude === null || longitude === null
      ? []
      : { id, company, number: index + 1, at: project([longitude, latitude]) },
  );
  if (points.length === 0)
    return (
      <p className="rounded-xl border border-dashed border-line bg-paper p-5 text-slate">
        La carte de la tournée paraîtra avec le premier arrêt dont la municipalité est connue.
      </p>
    );
  const box = boxAround([from, ...points.map(({ at }) => at)]);
  if (!box) return null;
  const view = viewAround(box, RATIO);
  const unit = unitOf(view);
  const near = shapes.data?.filter(
    ({ box: shape }) =>
      shape.right > view.left &&
      shape.left < view.right &&
      shape.bottom > view.top &&
      shape.top < view.bottom,
  );
  const line = [from, ...points.map(({ at }) => at), from]
    .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ');
  return (
    <figure className="overflow-hidden rounded-xl border border-line bg-paper">
      <svg
        viewBox={viewBoxOf(view)}
        role="img"
        aria-label={`Carte de la tournée\u00a0: ${counted(points.length, 'arrêt')} à partir de ${city}. La liste donne le même ordre.`}
        className="block w-full bg-mist"
      >
        {near && <BoundaryLines shapes={near} unit={unit} />}
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
      </svg>
      <figcaption className="px-3 py-2 text-sm text-slate">
        + {city}. Tracé à vol d’oiseau. Limites des MRC © Gouvernement du Québec.
      </figcaption>
    </figure>
  );
}
