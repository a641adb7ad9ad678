import { placeKey } from '@contract/search-key';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Combobox } from '@/admin/kit/ui/combobox';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Field } from '@/shared/ui/field';
import { municipalities } from '../data/municipalities';
import { findPlace, type Place, searchPlaces } from '../data/place-search';
import { regionsByName } from '../data/regions';

/** Number of suggestions shown. */
const MAX_SUGGESTIONS = 7;

const NO_PLACES: Place[] = [];

type Values = { city: string; region: string };
type Name = keyof Values;

const suggestionCount = (count: number) => counted(count, 'suggestion');

/** Formats the details that distinguish places of one name and region: MRC and population. */
export function placeDetails({ mrc_name, population }: Place): string {
  return [mrc_name && `MRC\u00a0: ${mrc_name}`, population && `${formatNumber(population)} habitants`]
    .filter(Boolean)
    .join(' · ');
}

/**
 * A town and its region, chosen from the municipalities of the register or typed freely. The form has `city` and
 * `region`.
 *
 * @param code field with the municipality's code, where the form stores it (empty: none); without it the two names
 *   decide
 * @param onChoose receives the chosen municipality, or none when another name is typed
 */
export function PlaceFields({
  labels,
  isRequired = true,
  hint,
  code,
  others = NO_PLACES,
  onChoose,
}: {
  labels: Record<Name, string>;
  isRequired?: boolean;
  hint?: string;
  code?: string;
  /** Additional choices beside the municipalities. */
  others?: readonly Place[];
  onChoose?: (place: Place | undefined) => void;
}) {
  const { setValue, getValues, watch, formState } = useFormContext<Values>();
  const towns = useQuery(municipalities.places()).data ?? NO_PLACES;
  const places = useMemo(() => (others.length > 0 ? [...towns, ...others] : towns), [towns, others]);
  const [city, region] = watch(['city', 'region']);
  const chosen = useMemo(
    () =>
      code === undefined ? findPlace(places, city, region) : places.find((place) => place.code === code),
    [places, code, city, region],
  );
  const cityOptions = useMemo(() => searchPlaces(places, city, MAX_SUGGESTIONS), [places, city]);
  const wanted = placeKey(region);
  const regionOptions = regionsByName.filter(
    (name) => placeKey(name).includes(wanted) && placeKey(name) !== wanted,
  );

  const set = (name: Name, value: string) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const choose = (place: Place) => {
    set('city', place.name);
    set('region', place.region);
    onChoose?.(place);
  };
  /** Forgets the chosen municipality when the region changes to another. */
  const forgetOtherRegion = (name: string) => {
    if (chosen && placeKey(name) !== placeKey(chosen.region)) onChoose?.(undefined);
  };
  /** Chooses the municipality whose full name was typed, when only one has that name. */
  const chooseTyped = (inRegion: string) => {
    const typed = getValues();
    if (chosen || !typed.city.trim()) return;
    const place = findPlace(places, typed.city, inRegion);
    if (place) choose(place);
  };
  /** Clears a region that belongs to another town: the last typed town decides. */
  const chooseTown = () => {
    const typed = getValues();
    chooseTyped(findPlace(places, typed.city, typed.region) ? typed.region : '');
  };

  return (
    <>
      <ComboboxField
        name="city"
        isRequired={isRequired}
        label={labels.city}
        hint={hint}
        onType={() => onChoose?.(undefined)}
        onLeave={chooseTown}
        options={chosen ? NO_PLACES : cityOptions}
        optionKey={(place) => place.code}
        onChoose={choose}
        listLabel="Municipalités"
      >
        {(place) => (
          <>
            {place.name}
            <span className="block text-sm text-slate">
              {[place.region, placeDetails(place)].filter(Boolean).join(' · ')}
            </span>
          </>
        )}
      </ComboboxField>
      <ComboboxField
        name="region"
        isRequired={isRequired}
        label={labels.region}
        onType={forgetOtherRegion}
        onLeave={() => chooseTyped(getValues('region'))}
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
    </>
  );
}

type ComboboxFieldProps<Option> = Pick<
  ComponentProps<typeof Combobox<Option>>,
  'options' | 'optionKey' | 'onChoose' | 'listLabel' | 'children'
> & {
  name: Name;
  label: string;
  isRequired: boolean;
  hint?: string | undefined;
  onType: (text: string) => void;
  onLeave: () => void;
};

/** A text of the form, with suggestions. */
function ComboboxField<Option>({
  name,
  label,
  isRequired,
  hint,
  onType,
  onLeave,
  ...combobox
}: ComboboxFieldProps<Option>) {
  const { field, fieldState } = useController<Values, Name>({ name });
  return (
    <Field label={label} required={isRequired} hint={hint} error={fieldState.error?.message}>
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
