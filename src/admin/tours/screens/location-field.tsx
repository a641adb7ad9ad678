import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useController } from 'react-hook-form';
import { Combobox } from '@/admin/kit/ui/combobox';
import { municipalities } from '@/admin/municipalities/data/municipalities';
import { type Place, placeText, searchPlaces } from '@/admin/municipalities/data/place-search';
import { counted } from '@/shared/lib/numbers';
import { Field } from '@/shared/ui/field';
import { tables } from '../data/tables';
import type { TourFormValues } from '../data/tours.schema';

const { fields } = tables.virtual_tours;

/** Number of suggestions shown. */
const MAX_SUGGESTIONS = 7;

const NO_PLACES: Place[] = [];

/** The place of a tour: a municipality of the register, or free text. */
export function LocationField({ hint }: { hint: string | undefined }) {
  const { field, fieldState } = useController<TourFormValues, 'location'>({ name: 'location' });
  const places = useQuery(municipalities.places()).data ?? NO_PLACES;
  const options = useMemo(
    // A chosen place gets no suggestions.
    () => (field.value.includes(',') ? NO_PLACES : searchPlaces(places, field.value, MAX_SUGGESTIONS)),
    [places, field.value],
  );
  return (
    <Field label={fields.location} hint={hint} error={fieldState.error?.message}>
      {(control) => (
        <Combobox
          {...control}
          ref={field.ref}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          options={options}
          optionKey={({ code }) => code}
          onChoose={(place) => field.onChange(placeText(place))}
          listLabel="Municipalités"
          countLabel={(count) => counted(count, 'suggestion')}
        >
          {placeText}
        </Combobox>
      )}
    </Field>
  );
}
