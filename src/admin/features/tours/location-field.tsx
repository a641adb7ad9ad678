import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useController } from 'react-hook-form';
import { municipalities } from '@/admin/data/municipalities/municipalities';
import { type Place, searchPlaces } from '@/admin/data/municipalities/place-search';
import type { TourFormValues } from '@/admin/data/tours/tours.schema';
import { Combobox } from '@/admin/ui/combobox';
import { counted } from '@/shared/lib/numbers';
import { Field } from '@/shared/ui/field';

/** Number of suggestions shown. */
const MAX_SUGGESTIONS = 7;

const NO_PLACES: Place[] = [];

/** Formats a municipality for visitors: « Percé, Gaspésie–Îles-de-la-Madeleine ». */
const written = ({ name, region }: Place) => `${name}, ${region}`;

/** The place of a tour: a municipality of the register, or free text. */
export function LocationField() {
  const { field, fieldState } = useController<TourFormValues, 'location'>({ name: 'location' });
  const places = useQuery(municipalities.places()).data ?? NO_PLACES;
  const options = useMemo(
    // A chosen place gets no suggestions.
    () => (field.value.includes(',') ? NO_PLACES : searchPlaces(places, field.value, MAX_SUGGESTIONS)),
    [places, field.value],
  );
  return (
    <Field label="Lieu" error={fieldState.error?.message}>
      {(control) => (
        <Combobox
          {...control}
          ref={field.ref}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          options={options}
          optionKey={({ code }) => code}
          onChoose={(place) => field.onChange(written(place))}
          listLabel="Municipalités"
          countLabel={(count) => counted(count, 'suggestion')}
        >
          {written}
        </Combobox>
      )}
    </Field>
  );
}
