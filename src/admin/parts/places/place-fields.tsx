import { placeKey } from '@contract/search-key';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useMemo } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { municipalities } from '@/admin/data/municipalities/municipalities';
import { findPlace, type Place, searchPlaces } from '@/admin/data/municipalities/place-search';
import { regionsByName } from '@/admin/data/municipalities/regions';
import { Combobox } from '@/admin/ui/combobox';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Field } from '@/shared/ui/field';

/** Number of suggestions shown. */
const MAX_SUGGESTIONS = 7;

const NO_PLACES: Place[] = [];

type Values = { city: string; region: string };
type Name = keyof Values;

const suggestionCount = (count: number) => counted(count, 'suggestion');

/** What distinguishes places of the same name, beside the region: MRC and population. */
export function placeDetails({ mrc_name, population }: Place): string {
  return [mrc_name && `MRC\u00a0: ${mrc_name}`, population && `${formatNumber(population)} habitants`]
    .filter(Boolean)
    .join(' · ');
}

/**
 * A town and its region, as a municipality of the register has them, or free text. The form has `city` and `region`.
 *
 * @param code of the municipality, where the form keeps it (empty: none); without it the two names tell
 * @param onChoose told of the municipality that is chosen, or of none when another name is typed
 */
export function PlaceFields({
  labels,
  hint,
  code,
  others = NO_PLACES,
  onChoose,
}: {
  labels: Record<Name, string>;
  hint?: string;
  code?: string;
  /** Beside the municipalities. */
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
  /** Another region than the chosen municipality's names another place. */
  const forgetOtherRegion = (name: string) => {
    if (chosen && placeKey(name) !== placeKey(chosen.region)) onChoose?.(undefined);
  };
  /** Chooses the municipality whose name was typed in full, when only one has that name. */
  const chooseTyped = (inRegion: string) => {
    const typed = getValues();
    if (chosen || !typed.city.trim()) return;
    const place = findPlace(places, typed.city, inRegion);
    if (place) choose(place);
  };
  /** Another town than the one whose region stands there: the town that was typed last decides. */
  const chooseTown = () => {
    const typed = getValues();
    chooseTyped(findPlace(places, typed.city, typed.region) ? typed.region : '');
  };

  return (
    <>
      <ComboboxField
        name="city"
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
  hint?: string | undefined;
  onType: (text: string) => void;
  onLeave: () => void;
};

/** A required text of the form, with suggestions. */
function ComboboxField<Option>({
  name,
  label,
  hint,
  onType,
  onLeave,
  ...combobox
}: ComboboxFieldProps<Option>) {
  const { field, fieldState } = useController<Values, Name>({ name });
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
