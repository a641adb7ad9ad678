import { arrayMove } from '@dnd-kit/sortable';
import { distanceKm } from '@geography/distance.ts';
import { useQuery } from '@tanstack/react-query';
import { Mail, MapPin, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { contactPaths } from '@/admin/contacts/paths';
import { shownAddress } from '@/admin/kit/lib/shown-address';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { PhoneNumber } from '@/admin/kit/ui/phone-number';
import { MoveButtons, SortableList, useSortableRow } from '@/admin/kit/ui/sortable-list';
import { itemText, positionText, type SortableNoun } from '@/admin/kit/ui/sortable-texts';
import { withTown } from '@/admin/municipalities/data/place-names';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { type RoadLeg, tripLegs } from '../data/trip-legs';
import type { TripStop } from '../data/trip-sheets';
import { StopPhotos } from './trip-photos';

const stopNoun: SortableNoun = { noun: 'Arrêt', definite: 'l’arrêt', object: 'le', ending: '' };

type TripStart = { city: string; latitude: number; longitude: number };

type Props = {
  tripId: string;
  start: TripStart | undefined;
  stops: readonly TripStop[];
  /** True during a change: the next one must start from a saved order. */
  isSaving: boolean;
  onOrder: (ids: string[]) => void;
  onRemove: (stop: TripStop) => void;
};

/** The stops in order, changed by a drag, the keyboard or two buttons. */
export function StopList({ tripId, start, stops, isSaving, onOrder, onRemove }: Props) {
  const [announcement, setAnnouncement] = useState('');
  const ids = stops.map(({ id }) => id);
  const roads = useRoads(start, stops);
  const move = (from: number, to: number) => onOrder(arrayMove(ids, from, to));
  return (
    <>
      <SortableList items={stops} what={stopNoun} onMove={move}>
        <ol
          aria-label="Arrêts"
          data-rows=""
          aria-busy={isSaving}
          className="divide-y divide-line rounded-xl border border-line bg-paper"
        >
          {stops.map((stop, index) => (
            <StopRow
              key={stop.id}
              tripId={tripId}
              stop={stop}
              number={index + 1}
              way={wayFrom(stops[index - 1], start, stop, roads.get(stop.id))}
              isLast={index === stops.length - 1}
              canMove={!isSaving}
              onMove={(by) => {
                move(index, index + by);
                setAnnouncement(
                  `${itemText(stopNoun, stop.name)}\u00a0: ${positionText(index + by, stops.length)}.`,
                );
              }}
              onRemove={() => onRemove(stop)}
            />
          ))}
        </ol>
      </SortableList>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {start && stops.some(isPlaced) && <RoundLength start={start} stops={stops} roads={roads} />}
    </>
  );
}

const isPlaced = <Place extends { latitude: number | null; longitude: number | null }>(
  place: Place,
): place is Place & { latitude: number; longitude: number } =>
  place.latitude !== null && place.longitude !== null;

/** Key of the way back, beside the ways to each stop. */
const RETURN_KEY = 'retour';

/** Returns the routes by road to each stop by its id; a stop after one without a known place has none. */
function useRoads(start: TripStart | undefined, stops: readonly TripStop[]): ReadonlyMap<string, RoadLeg> {
  const isReadOnly = useIsReadOnly();
  const placed = stops.filter(isPlaced);
  const round = start && placed.length > 0 && !isReadOnly ? [start, ...placed, start] : [];
  const { data: legs = [] } = useQuery(tripLegs(round));
  const at = placed.map(({ id }) => stops.findIndex((stop) => stop.id === id));
  return new Map([
    ...placed.flatMap(({ id }, index): [string, RoadLeg][] => {
      const follows = at[index] === 0 || (index > 0 && at[index] === (at[index - 1] ?? 0) + 1);
      const leg = legs[index];
      return leg !== undefined && follows ? [[id, leg]] : [];
    }),
    ...(legs.length === placed.length + 1
      ? [[RETURN_KEY, legs[placed.length] ?? null] as [string, RoadLeg]]
      : []),
  ]);
}

/** Formats a duration: « 1 h 05 », « 25 min ». */
const formatDuration = (minutes: number) =>
  minutes < 60
    ? `${minutes}\u00a0min`
    : `${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, '0')}`;

/**
 * Describes the way: « à 15 km de l’arrêt précédent par la route, 20 min », else « à 12 km de l’arrêt précédent, à
 * vol d’oiseau ».
 */
function wayFrom(
  before: TripStop | undefined,
  start: TripStart | undefined,
  stop: TripStop,
  road: RoadLeg | undefined,
): string {
  const from = before ?? start;
  if (!from || !isPlaced(from) || !isPlaced(stop)) return '';
  const of = before ? 'de l’arrêt précédent' : 'du point de départ';
  if (road) {
    return road.km < 0.5
      ? 'sur place'
      : `à ${Math.round(road.km)}\u00a0km ${of} par la route, ${formatDuration(road.minutes)}`;
  }
  const km = Math.round(distanceKm(from, stop));
  return km === 0 ? 'sur place' : `à ${km}\u00a0km ${of}, à vol d’oiseau`;
}

/** The length of the whole round, as far as the places are known. */
function RoundLength({
  start,
  stops,
  roads,
}: {
  start: TripStart;
  stops: readonly TripStop[];
  roads: ReadonlyMap<string, RoadLeg>;
}) {
  const ways = [...roads.values()].filter((leg) => leg !== null);
  // Only with every route, the way back included: a partial sum would be wrong.
  if (ways.length === stops.length + 1) {
    const [km, minutes] = [
      ways.reduce((sum, leg) => sum + leg.km, 0),
      ways.reduce((sum, leg) => sum + leg.minutes, 0),
    ];
    return (
      <p className="mt-2 text-sm text-slate">
        Tournée de {Math.round(km)}&nbsp;km par la route, {formatDuration(minutes)} au volant, retour à{' '}
        {start.city} compris.
      </p>
    );
  }
  const round = [start, ...stops.filter(isPlaced), start];
  const km = round.slice(1).reduce((sum, place, index) => sum + distanceKm(round[index] ?? place, place), 0);
  return (
    <p className="mt-2 text-sm text-slate">
      Tournée de {Math.round(km)}&nbsp;km à vol d’oiseau, retour à {start.city} compris; la route est plus
      longue.
    </p>
  );
}

type RowProps = {
  tripId: string;
  stop: TripStop;
  number: number;
  way: string;
  isLast: boolean;
  canMove: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
};

function StopRow({ tripId, stop, number, way, isLast, canMove, onMove, onRemove }: RowProps) {
  const { id, name, company, function_title, email, phone, city, address, crossing } = stop;
  const { row, handle, isDragging } = useSortableRow({
    id,
    name,
    canMove,
    roleDescription: 'arrêt à déplacer',
  });
  const where = address ? withTown(address, city) : city;
  return (
    <li
      {...row}
      className={`flex flex-wrap items-start gap-x-3 gap-y-1 p-3 print:break-inside-avoid ${isDragging ? 'relative z-10 bg-mist' : ''}`}
    >
      <span aria-hidden="true" className="w-7 shrink-0 text-right text-lg font-bold tabular-nums">
        {number}
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere">
          <Link
            to={contactPaths.one.href(id)}
            className="inline-block min-h-6 font-semibold underline-offset-2 hover:underline"
          >
            {company}
          </Link>
        </p>
        {name !== company && (
          <p className="wrap-anywhere">{[name, function_title].filter(Boolean).join(', ')}</p>
        )}
        <ul className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
          {phone && (
            <li>
              <PhoneNumber phone={phone} className="inline-flex min-h-6 items-center underline" />
            </li>
          )}
          {email && (
            <li>
              <a
                href={mailtoHref(email)}
                className="inline-flex min-h-6 items-center gap-1 wrap-anywhere underline"
              >
                <Mail aria-hidden="true" className="size-3.5 shrink-0" />
                {shownAddress(email)}
              </a>
            </li>
          )}
          <li>
            <a
              href={mapHref(stop)}
              target="_blank"
              rel="noopener noreferrer"
              className="inline-flex min-h-6 items-center gap-1 wrap-anywhere underline"
            >
              <MapPin aria-hidden="true" className="size-3.5 shrink-0" />
              {where}
              <span className="sr-only"> (sur la carte)</span>
            </a>
          </li>
        </ul>
        <p className="text-sm text-slate">
          {[way, stop.is_of_town && stop.latitude !== null && 'au centre de sa municipalité']
            .filter(Boolean)
            .join(' · ')}
        </p>
        {crossing && <p className="text-sm text-amber-ink wrap-anywhere">{crossing}</p>}
        <StopPhotos tripId={tripId} stop={stop} />
      </div>
      <AdminsOnly>
        <span className="ml-auto flex shrink-0 print:hidden">
          {handle}
          <MoveButtons
            name={name}
            isFirst={number === 1}
            isLast={isLast}
            onMove={canMove ? onMove : undefined}
          />
          <IconButton
            label={`Retirer ${name} des arrêts`}
            aria-disabled={!canMove}
            onClick={() => canMove && onRemove()}
          >
            <X aria-hidden="true" className="size-4.5" />
          </IconButton>
        </span>
      </AdminsOnly>
    </li>
  );
}

/** Returns the address of the place, or of a search for it, on OpenStreetMap. */
function mapHref({ latitude, longitude, is_of_town, company, address, city, region }: TripStop): string {
  if (latitude !== null && longitude !== null && !is_of_town) {
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  }
  const query = [withTown(address ?? company, city), region].join(', ');
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query })}`;
}
