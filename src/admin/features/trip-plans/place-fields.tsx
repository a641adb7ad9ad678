import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { municipalities } from '@/admin/data/municipalities/municipalities';
import { placeKey } from '@/admin/data/municipalities/place-key';
import { findPlace, type Place, searchPlaces } from '@/admin/data/municipalities/place-search';
import { regions } from '@/admin/data/municipalities/regions';
import type { TripPlanValues } from '@/admin/data/trip-plans/trip-plans.schema';
import { Combobox } from '@/admin/ui/combobox';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Field } from '@/shared/ui/field';

/** Number of suggestions shown. */
const MAX_SUGGESTIONS = 7;

const NO_PLACES: Place[] = [];

const suggestionCount = (count: number) => counted(count, 'suggestion');

/** What distinguishes places of the same name, beside the region: MRC and population. */
function details({ mrc_name, population }: Place): string {
  return [mrc_name && `MRC\u00a0: ${mrc_name}`, population && `${formatNumber(population)} habitants`]
    .filter(Boolean)
    .join(' · ');
}

/** The destination: a municipality of the register, with its region and coordinates, or free text. */
export function PlaceFields() {
  const { setValue, getValues, watch, formState } = useFormContext<TripPlanValues>();
  const places = useQuery(municipalities.places()).data ?? NO_PLACES;
  const [city, region, code] = watch(['city', 'region', 'municipality_code']);
  const chosen = code ? places.find((place) => place.code === code) : undefined;
  const cityOptions = useMemo(() => searchPlaces(places, city, MAX_SUGGESTIONS), [places, city]);
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
  /** Clears the chosen municipality when another region than its own is typed. */
  const forgetOtherRegion = (name: string) => {
    if (chosen && placeKey(name) !== placeKey(chosen.region)) set('municipality_code', '');
  };
  /** Chooses the municipality whose name was typed in full, when only one has that name. */
  const chooseTyped = () => {
    const values = getValues();
    if (values.municipality_code || !values.city.trim()) return;
    const place = findPlace(places, values.city, values.region);
    if (place) choose(place);
  };

  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <ComboboxField
        name="city"
        label="Ville"
        hint={hintOf(chosen, city, code, places.length > 0)}
        onType={() => code && set('municipality_code', '')}
        onLeave={chooseTyped}
        options={chosen ? NO_PLACES : cityOptions}
        optionKey={(place) => place.code}
        onChoose={choose}
        listLabel="Municipalités"
      >
        {(place) => (
          <>
            {place.name}
            <span className="block text-sm text-slate">
              {[place.region, details(place)].filter(Boolean).join(' · ')}
            </span>
          </>
        )}
      </ComboboxField>
      <ComboboxField
        name="region"
        label="Région"
        onType={forgetOtherRegion}
        onLeave={chooseTyped}
        options={regionOptions}
        optionKey={(name) => name}
        onChoose={(name) => {
          set('region', name);
          forgetOtherRegion(name);
        }}
        listLabel="Régions"
      >
        {(name) => name}
      </ComboboxField>
    </div>
  );
}

type ComboboxFieldProps<Option> = Pick<
  ComponentProps<typeof Combobox<Option>>,
  'options' | 'optionKey' | 'onChoose' | 'listLabel' | 'children'
> & {
  name: 'city' | 'region';
  label: string;
  hint?: string;
  onType: (text: string) => void;
  onLeave: () => void;
};

/** A required text of the trip's form, with suggestions. */
function ComboboxField<Option>({
  name,
  label,
  hint,
  onType,
  onLeave,
  ...combobox
}: ComboboxFieldProps<Option>) {
  const { field, fieldState } = useController<TripPlanValues, 'city' | 'region'>({ name });
  return (
    <Field label={label} required hint={hint} error={fieldState.error?.message}>
      {(control) => (
        <Combobox
          {...control}
          {...combobox}
          ref={field.ref}
          value={field.value}
          onChange={(text) => {
            field.onChange(text);
            onType(text);
          }}
          onBlur={() => {
            field.onBlur();
            onLeave();
          }}
          countLabel={suggestionCount}
        />
      )}
    </Field>
  );
}

/** What is known of the place, and what it means for the search of prospects. */
function hintOf(chosen: Place | undefined, city: string, code: string, hasRegister: boolean): string {
  if (chosen) {
    if (chosen.latitude === null) {
      return 'Coordonnées inconnues\u00a0: aucun prospect ne pourra être cherché autour.';
    }
    const where = chosen.approximate ? 'Position approximative\u00a0: le centre de sa MRC. ' : '';
    return `Lieu du registre. ${where}${details(chosen)}`;
  }
  if (city.trim() && !code && hasRegister) {
    return 'Hors du registre des municipalités\u00a0: aucun prospect ne pourra être cherché autour.';
  }
  return 'Choisissez-la dans la liste\u00a0: sa région et ses coordonnées seront remplies.';
}
