import { distanceKm } from '@geography/distance.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { municipalities } from '@/admin/municipalities/data/municipalities';
import type { Place } from '@/admin/municipalities/data/place-search';
import { PlaceFields, placeDetails } from '@/admin/municipalities/parts/place-fields';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/form-fields';
import { Spinner } from '@/shared/ui/spinner';
import { tables } from '../data/tables';
import { pointText, readPoint, type TripPlanValues } from '../data/trip-plans.schema';

const { fields } = tables.trip_plans;

const NO_PLACES: Place[] = [];

/** Lazy, because it loads the boundaries of the map. */
const PointMap = lazy(() => import('./point-map').then(({ PointMap }) => ({ default: PointMap })));

/**
 * The destination: a municipality or an MRC of the register, with its region and coordinates, a point of the map, or
 * free text.
 */
export function DestinationFields() {
  const { setValue, getValues, watch, formState } = useFormContext<TripPlanValues>();
  const towns = useQuery(municipalities.places()).data ?? NO_PLACES;
  const mrcs = useQuery(municipalities.mrcs()).data ?? NO_PLACES;
  const [isMapOpen, setMapOpen] = useState(false);
  const [city, code, written] = watch(['city', 'municipality_code', 'point']);
  const point = readPoint(written);
  const chosen = code ? [...towns, ...mrcs].find((place) => place.code === code) : undefined;
  const set = (name: 'city' | 'region' | 'municipality_code' | 'point', value: string) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  /** Makes the point the destination; the nearest town names it, unless another name was typed. */
  const choosePoint = (latitude: number, longitude: number) => {
    const near = nearestTown(towns, { latitude, longitude });
    if (near && (code || written || !getValues('city').trim())) {
      set('city', near.name);
      set('region', near.region);
    }
    set('municipality_code', '');
    set('point', pointText(latitude, longitude));
  };
  return (
    <div className="space-y-3">
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <PlaceFields
          labels={{ city: fields.city, region: fields.region }}
          hint={hintOf(point ? undefined : chosen, city, point !== undefined, towns.length > 0)}
          code={code}
          others={mrcs}
          onChoose={(place) => {
            if (place) set('point', '');
            if (place || code) set('municipality_code', place?.code ?? '');
          }}
        />
      </div>
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={isMapOpen || written !== ''}
        onClick={() => setMapOpen(!isMapOpen)}
      >
        Choisir un point de la carte
      </Button>
      {(isMapOpen || written !== '') && (
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextField<TripPlanValues>
            name="point"
            label="Point de la carte"
            hint="Latitude et longitude, comme 48.4501, -68.5234. Il l’emporte sur la ville, qui ne fait que le nommer."
          />
          {isMapOpen && (
            <Suspense fallback={<Spinner />}>
              <PointMap point={point ?? pointOf(chosen)} onChoose={choosePoint} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}

const pointOf = (place: Place | undefined) =>
  place && place.latitude !== null && place.longitude !== null
    ? { latitude: place.latitude, longitude: place.longitude }
    : undefined;

function nearestTown(towns: readonly Place[], point: { latitude: number; longitude: number }) {
  let nearest: Place | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const town of towns) {
    const place = town.approximate ? undefined : pointOf(town);
    const away = place ? distanceKm(point, place) : least;
    if (away < least) [nearest, least] = [town, away];
  }
  return nearest;
}

/** Describes the chosen place, and its consequence for the search of prospects. */
function hintOf(chosen: Place | undefined, city: string, hasPoint: boolean, hasRegister: boolean): string {
  if (chosen) {
    if (chosen.latitude === null) {
      return 'Coordonnées inconnues\u00a0: aucun prospect ne pourra être cherché autour.';
    }
    const where = chosen.approximate ? 'Position approximative\u00a0: le centre de sa MRC. ' : '';
    return `Lieu du registre. ${where}${placeDetails(chosen)}`;
  }
  if (hasPoint) return 'Les prospects seront cherchés autour du point de la carte.';
  if (city.trim() && hasRegister) {
    return 'Hors du registre des municipalités\u00a0: aucun prospect ne pourra être cherché autour.';
  }
  return 'Choisissez-la dans la liste\u00a0: sa région et ses coordonnées seront remplies. Une MRC convient aussi.';
}
