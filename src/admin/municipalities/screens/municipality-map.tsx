import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { SubjectParts } from '@/admin/kit/ui/subject-parts';
import { counted } from '@/shared/lib/numbers';
import { type Box, boxAround, project } from '@/shared/lib/quebec-projection';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { type Boundary, boundaries } from '../data/boundaries';
import type { ListedMunicipality } from '../data/municipality-pages';
import { BoundaryLines, MapKey, unitOf, viewAround, viewBoxOf } from '../parts/boundary-map';
import { municipalityPaths, municipalitySlots } from '../paths';
import { relationOf } from './municipality-filters';

/** Aspect ratio of the map, wider than high like the room above a table. */
const ASPECT_RATIO = 2;

/** Marks of the map, by the studio's relation with a municipality. */
const relationMarks = {
  client: { className: 'fill-spruce stroke-paper', label: 'Cliente', size: 1.5 },
  contact: { className: 'fill-amber-ink stroke-paper', label: 'Contact connu', size: 1.3 },
  aucune: { className: 'fill-slate/60 stroke-paper', label: 'Aucun contact', size: 1 },
} as const;

/**
 * The filtered municipalities over the boundaries of the MRCs. Pressing an MRC filters by it, pressing a municipality
 * opens it. The map is for pointers only: the table beside it and its filters do the same by the keyboard.
 */
export function MunicipalityMap({
  rows,
  mrc,
  onMrc,
}: {
  rows: readonly ListedMunicipality[];
  /** MRC of the list's filter, or `''`. */
  mrc: string;
  onMrc: (code: string) => void;
}) {
  const shapes = useQuery(boundaries());
  if (shapes.isPending) return <Spinner />;
  if (!shapes.data)
    return (
      <ErrorState
        title="Impossible de charger la carte"
        error={shapes.error}
        onRetry={() => shapes.refetch()}
      />
    );
  return <Drawing shapes={shapes.data} rows={rows} mrc={mrc} onMrc={onMrc} />;
}

function Drawing({
  shapes,
  rows,
  mrc,
  onMrc,
}: { shapes: readonly Boundary[] } & Parameters<typeof MunicipalityMap>[0]) {
  const navigate = useNavigate();
  const points = useMemo(
    () =>
      rows.flatMap((row) => {
        if (row.latitude === null || row.longitude === null) return [];
        return { row, at: project([row.longitude, row.latitude]) };
      }),
    [rows],
  );
  const view = viewOf(
    shapes,
    points.map(({ at }) => at),
    mrc,
  );
  const unit = unitOf(view);
  const approximate = rows.filter((row) => row.approximate).length;
  const open = (code: string) => navigate(municipalityPaths.one.href(code));

  return (
    <figure className="overflow-hidden rounded-xl border border-line bg-paper">
      <svg
        viewBox={viewBoxOf(view)}
        role="img"
        aria-label={`Carte de ${counted(points.length, 'municipalité')}, sur les limites des MRC. Le tableau donne la même liste.`}
        className="block max-h-[45dvh] min-h-52 w-full bg-mist"
      >
        <BoundaryLines shapes={shapes} mrc={mrc} unit={unit} onMrc={onMrc} />
        <SubjectParts
          slot={municipalitySlots.map}
          given={{ points: points.map(({ row: { code }, at: [x, y] }) => ({ code, x, y })), unit }}
        />
        {points.map(({ row, at: [x, y] }) => {
          const { className, size } = relationMarks[relationOf(row)];
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: a mark of a picture, which the table repeats as a link
            <circle
              key={row.code}
              cx={x}
              cy={y}
              r={unit * size}
              strokeWidth={unit * 0.2}
              className={`cursor-pointer hover:fill-sumac ${row.approximate ? 'fill-paper stroke-slate' : className}`}
              onClick={() => open(row.code)}
            >
              <title>{row.approximate ? `${row.name} (position approximative)` : row.name}</title>
            </circle>
          );
        })}
      </svg>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-2 text-sm text-slate">
        {Object.values(relationMarks).map(({ label, className }) => (
          <MapKey key={label} label={label} className={className} />
        ))}
        <SubjectParts slot={municipalitySlots.mapKey} given={{}} />
        {approximate > 0 && (
          <MapKey className="fill-paper stroke-slate" label={`Position approximative (${approximate})`} />
        )}
      </figcaption>
    </figure>
  );
}

/**
 * Returns the visible box: the chosen MRC, else the surroundings of the points, else everything, in the map's ratio.
 */
function viewOf(shapes: readonly Boundary[], points: readonly [number, number][], mrc: string): Box {
  const chosen = shapes.find(({ code }) => code === mrc)?.box;
  const all = boxAround(
    shapes.flatMap(({ box }) => [[box.left, box.top] as const, [box.right, box.bottom] as const]),
  );
  const seen = chosen ?? boxAround(points) ?? all ?? { left: 0, top: 0, right: 1, bottom: 1 };
  return viewAround(seen, ASPECT_RATIO);
}
