import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { municipalities } from '@/admin/data/municipalities/municipalities';
import type { Place } from '@/admin/data/municipalities/place-search';
import type { TripPlanValues } from '@/admin/data/trip-plans/trip-plans.schema';
import { PlaceFields, placeDetails } from '@/admin/places/place-fields';

const NO_PLACES: Place[] = [];

/** The destination: a municipality of the register, with its region and coordinates, or free text. */
export function DestinationFields() {
  const { setValue, watch, formState } = useFormContext<TripPlanValues>();
  const places = useQuery(municipalities.places()).data ?? NO_PLACES;
  const [city, code] = watch(['city', 'municipality_code']);
  const chosen = code ? places.find((place) => place.code === code) : undefined;
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <PlaceFields
        labels={{ city: 'Ville', region: 'Région' }}
        hint={hintOf(chosen, city, code, places.length > 0)}
        code={code}
        onChoose={(place) =>
          (place || code) &&
          setValue('municipality_code', place?.code ?? '', {
            shouldDirty: true,
            shouldValidate: formState.isSubmitted,
          })
        }
      />
    </div>
  );
}

/** What is known of the place, and what it means for the search of prospects. */
function hintOf(chosen: Place | undefined, city: string, code: string, hasRegister: boolean): string {
  if (chosen) {
    if (chosen.latitude === null) {
      return 'Coordonnées inconnues\u00a0: aucun prospect ne pourra être cherché autour.';
    }
    const where = chosen.approximate ? 'Position approximative\u00a0: le centre de sa MRC. ' : '';
    return `Lieu du registre. ${where}${placeDetails(chosen)}`;
  }
  if (city.trim() && !code && hasRegister) {
    return 'Hors du registre des municipalités\u00a0: aucun prospect ne pourra être cherché autour.';
  }
  return 'Choisissez-la dans la liste\u00a0: sa région et ses coordonnées seront remplies.';
}
