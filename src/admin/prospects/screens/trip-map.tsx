import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { municipalityPages } from '@/admin/municipalities/data/municipality-pages';
import {
  MapGround,
  MapKey,
  MapNames,
  mapFrame,
  unitOf,
  viewAround,
  viewBoxOf,
} from '@/admin/municipalities/parts/boundary-map';
import { counted } from '@/shared/lib/numbers';
import { project } from '@/shared/lib/quebec-projection';
import { isProposed, relationText } from '../data/prospect-relations';
import { type Prospect, type ProspectTrip, prospects as prospectData } from '../data/prospects';

/** Aspect ratio of the map, which leaves room for the card below it. */
const ASPECT_RATIO = 16 / 9;

/** Marks of the map, by the studio's relation with the place. */
const statusMarks = {
  pending: { className: 'fill-amber-ink stroke-paper', label: 'En attente' },
  accepted: { className: 'fill-spruce stroke-paper', label: 'Accepté' },
  rejected: { className: 'fill-paper stroke-slate', label: 'Rejeté' },
} as const;
const relatedMark = { className: 'fill-spruce-pale stroke-spruce', label: 'Cliente ou en cours' };
const relationMarks = {
  client: { className: 'fill-none stroke-spruce', label: 'Municipalité cliente' },
  contact: { className: 'fill-none stroke-slate', label: 'Contact connu' },
} as const;
const tourMark = { className: 'fill-lake stroke-paper', label: 'Visite réalisée' };

type Point = readonly [x: number, y: number];
type Props = {
  trip: ProspectTrip;
  prospects: readonly Prospect[];
  openId: string | undefined;
  onOpen: (id: string) => void;
};

/**
 * The destination of a trip with its radius, the filtered prospects, and known organisations, over named land and
 * water. The map is for pointers only: the table beside it opens the same by the keyboard.
 */
export function TripMap({ trip, prospects, openId, onOpen }: Props) {
  const { latitude, longitude, radius_km: radius } = trip;
  const municipalities = useQuery(municipalityPages.list());
  const tours = useQuery(prospectData.toursAround(trip));
  const centre = useMemo(
    () => (latitude === null || longitude === null ? undefined : project([longitude, latitude])),
    [latitude, longitude],
  );
  const points = useMemo(
    () =>
      prospects.flatMap((prospect) =>
        prospect.latitude === null || prospect.longitude === null
          ? []
          : { prospect, at: project([prospect.longitude, prospect.latitude]) },
      ),
    [prospects],
  );
  const relations = useMemo(() => {
    if (!centre) return [];
    return (municipalities.data?.rows ?? []).flatMap((place) => {
      if (!place.is_client && place.contacts === 0) return [];
      if (place.latitude === null || place.longitude === null) return [];
      const at = project([place.longitude, place.latitude]);
      return distance(at, centre) > radius ? [] : { place, at };
    });
  }, [municipalities.data, centre, radius]);
  const view = useMemo(() => {
    if (!centre) return undefined;
    const [x, y] = centre;
    return viewAround(
      { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius },
      ASPECT_RATIO,
    );
  }, [centre, radius]);
  const marked = useMemo(
    () => [...points.map(({ at }) => at), ...relations.map(({ at }) => at), ...(centre ? [centre] : [])],
    [points, relations, centre],
  );
  if (!centre || !view)
    return (
      <p className="rounded-xl border border-dashed border-line p-4 text-sm text-slate">
        La carte se dessine quand la ville du déplacement est choisie dans le répertoire.
      </p>
    );
  const [x, y] = centre;
  const unit = unitOf(view);
  // The open one is drawn last, over its neighbours.
  const drawn = [...points].sort(
    (a, b) => Number(a.prospect.id === openId) - Number(b.prospect.id === openId),
  );
  return (
    <figure className="overflow-hidden rounded-xl border border-line bg-paper">
      <svg
        viewBox={viewBoxOf(view)}
        role="img"
        aria-label={`Carte du déplacement\u00a0: ${counted(points.length, 'prospect')} autour de ${trip.city}, dans un rayon de ${radius}\u00a0km. Le tableau donne la même liste.`}
        className={`${mapFrame} max-h-[34dvh] min-h-44`}
      >
        <MapGround view={view} unit={unit} />
        <circle
          cx={x}
          cy={y}
          r={radius}
          strokeWidth={unit * 0.4}
          strokeDasharray={`${unit * 1.5} ${unit}`}
          className="pointer-events-none fill-none stroke-spruce"
        />
        {relations.map(({ place, at }) => (
          <circle
            key={place.code}
            cx={at[0]}
            cy={at[1]}
            r={unit * 2.4}
            strokeWidth={unit * 0.5}
            className={relationMarks[place.is_client ? 'client' : 'contact'].className}
          >
            <title>{`${place.name}\u00a0: ${relationMarks[place.is_client ? 'client' : 'contact'].label.toLowerCase()}`}</title>
          </circle>
        ))}
        {tours.data?.map(({ id, title, name, ...place }) => {
          const [tourX, tourY] = project([place.longitude, place.latitude]);
          // A square among circles is recognisable without its colour.
          return (
            <rect
              key={id}
              x={tourX - unit * 1.6}
              y={tourY - unit * 1.6}
              width={unit * 3.2}
              height={unit * 3.2}
              strokeWidth={unit * 0.3}
              className={tourMark.className}
            >
              <title>{`${title}, ${name}\u00a0: visite réalisée`}</title>
            </rect>
          );
        })}
        {drawn.map(({ prospect, at }) => {
          const mark = isProposed(prospect)
            ? (statusMarks[prospect.status as keyof typeof statusMarks] ?? statusMarks.pending)
            : relatedMark;
          const relation = relationText(prospect);
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: a mark of a picture, which the table repeats as a link
            <circle
              key={prospect.id}
              cx={at[0]}
              cy={at[1]}
              r={unit * (prospect.id === openId ? 2.8 : 1.7)}
              strokeWidth={unit * 0.3}
              className={`cursor-pointer hover:fill-sumac ${prospect.id === openId ? 'fill-sumac stroke-paper' : mark.className}`}
              onClick={() => onOpen(prospect.id)}
            >
              <title>{[prospect.company, prospect.city, relation?.label].filter(Boolean).join(', ')}</title>
            </circle>
          );
        })}
        <path
          d={`M${x - unit * 2},${y}H${x + unit * 2}M${x},${y - unit * 2}V${y + unit * 2}`}
          strokeWidth={unit * 0.8}
          className="pointer-events-none stroke-ink"
        />
        <MapNames view={view} unit={unit} marks={marked} />
      </svg>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 px-3 py-2 text-sm text-slate">
        <span>+ {trip.city}</span>
        {[...Object.values(statusMarks), ...Object.values(relationMarks)].map((mark) => (
          <MapKey key={mark.label} {...mark} />
        ))}
        {drawn.some(({ prospect }) => !isProposed(prospect)) && <MapKey {...relatedMark} />}
        {(tours.data?.length ?? 0) > 0 && <MapKey {...tourMark} isSquare />}
      </figcaption>
    </figure>
  );
}

/** Computes the distance between two points of the map, in kilometres. */
const distance = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(ax - bx, ay - by);
