import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { municipalities } from '@/admin/data/municipalities/municipalities';
import { placeKey } from '@/admin/data/municipalities/place-key';
import { findPlace, type Place, searchPlaces } from '@/admin/data/municipalities/place-search';
import { regions } from '@/admin/data/municipalities/regions';
import type { TripPlanInput, TripPlanValues } from '@/admin/data/trip-plans/trip-plans.schema';
import { Combobox } from '@/admin/ui/combobox';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Field } from '@/shared/ui/field';

/** As many suggestions as fit on a screen. */
const SUGGESTIONS = 7;

const NO_PLACES: Place[] = [];

const suggestionCount = (count: number) => counted(count, 'suggestion', 'suggestions');

/** What tells a place from another of the same name, beside its region. */
function details({ mrc_name, population }: Place): string {
  return [mrc_name && `MRC\u00a0: ${mrc_name}`, population && `${formatNumber(population)} habitants`]
    .filter(Boolean)
    .join(' · ');
}

/** Where the trip goes: a municipality of the register, which brings its region and coordinates, or a free text. */
export function PlaceFields({ form }: { form: UseFormReturn<TripPlanValues, unknown, TripPlanInput> }) {
  const { control, setValue, getValues, watch, formState } = form;
  const { errors } = formState;
  const places = useQuery(municipalities.places()).data ?? NO_PLACES;
  const [city, region, code] = watch(['city', 'region', 'municipality_code']);
  const chosen = code ? places.find((place) => place.code === code) : undefined;
  const cityOptions = useMemo(() => searchPlaces(places, city, SUGGESTIONS), [places, city]);
  const wanted = placeKey(region);
  const regionOptions = regions.filter(
    (name) => placeKey(name).includes(wanted) && placeKey(name) !== wanted,
  );

  const set = (name: 'city' | 'region' | 'municipality_code', value: string) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const choose = (place: Place) => {
    set('city', place.name);
    set('region', place.region);
    set('municipality_code', place.code);
  };
  /** A name typed to its end, which only one municipality has, is that municipality. */
  const recognise = () => {
    const values = getValues();
    if (values.municipality_code || !values.city.trim()) return;
    const place = findPlace(places, values.city, values.region);
    if (place) choose(place);
  };

  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        label="Ville"
        required
        error={errors.city?.message}
        hint={hintOf(chosen, city, code, places.length > 0)}
      >
        {(attributes) => (
          <Controller
            control={control}
            name="city"
            render={({ field }) => (
              <Combobox
                {...attributes}
                ref={field.ref}
                value={field.value}
                onChange={(value) => {
                  field.onChange(value);
                  if (code) set('municipality_code', '');
                }}
                onBlur={() => {
                  field.onBlur();
                  recognise();
                }}
                options={chosen ? NO_PLACES : cityOptions}
                optionKey={(place) => place.code}
                onChoose={choose}
                listLabel="Municipalités"
                countLabel={suggestionCount}
              >
                {(place) => (
                  <>
                    {place.name}
                    <span className="block text-sm text-slate">
                      {[place.region, details(place)].filter(Boolean).join(' · ')}
                    </span>
                  </>
                )}
              </Combobox>
            )}
          />
        )}
      </Field>
      <Field label="Région" required error={errors.region?.message}>
        {(attributes) => (
          <Controller
            control={control}
            name="region"
            render={({ field }) => (
              <Combobox
                {...attributes}
                ref={field.ref}
                value={field.value}
                onChange={(value) => {
                  field.onChange(value);
                  if (chosen && placeKey(value) !== placeKey(chosen.region)) set('municipality_code', '');
                }}
                onBlur={() => {
                  field.onBlur();
                  recognise();
                }}
                options={regionOptions}
                optionKey={(name) => name}
                onChoose={(name) => {
                  set('region', name);
                  if (chosen && name !== chosen.region) set('municipality_code', '');
                }}
                listLabel="Régions"
                countLabel={suggestionCount}
              >
                {(name) => name}
              </Combobox>
            )}
          />
        )}
      </Field>
    </div>
  );
}

/** What is known of the place, and what follows from it. */
function hintOf(chosen: Place | undefined, city: string, code: string, hasRegister: boolean): string {
  if (chosen) {
    return chosen.latitude === null
      ? 'Coordonnées inconnues\u00a0: aucun prospect ne pourra être cherché autour.'
      : `Lieu du registre. ${details(chosen)}`;
  }
  if (city.trim() && !code && hasRegister) {
    return 'Hors du registre des municipalités\u00a0: aucun prospect ne pourra être cherché autour.';
  }
  return 'Choisissez-la dans la liste\u00a0: sa région et ses coordonnées seront remplies.';
}
