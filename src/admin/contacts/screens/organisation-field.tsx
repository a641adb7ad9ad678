import { placeKey } from '@contract/search-key';
import { useController, useFormContext } from 'react-hook-form';
import { OrganisationSearch } from '@/admin/organisations/parts/organisation-search';
import { Field } from '@/shared/ui/field';
import { contactLabels } from '../data/contact-fields';
import type { ContactFormValues } from '../data/contacts.schema';

/**
 * The company of a contact as typed, with suggestions of organisations: a chosen one becomes theirs and fills in its
 * town. A typed name finds its organisation when the contact is saved.
 */
export function OrganisationField() {
  const { setValue, getValues, formState } = useFormContext<ContactFormValues>();
  const { field, fieldState } = useController<ContactFormValues, 'company'>({ name: 'company' });
  const set = (name: 'company' | 'city' | 'region' | 'organisation_id', value: string) =>
    setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });

  return (
    <Field
      label={contactLabels.company}
      required
      hint="Son organisation est retrouvée par ce nom et la ville, ou choisie dans la liste."
      error={fieldState.error?.message}
    >
      {(control) => (
        <OrganisationSearch
          {...control}
          ref={field.ref}
          value={field.value}
          onChange={(typed) => {
            field.onChange(typed);
            // A different name means another organisation; the database recognises other spellings of the
            // same name.
            if (getValues('organisation_id') && placeKey(typed) !== placeKey(field.value))
              set('organisation_id', '');
          }}
          onBlur={field.onBlur}
          onChoose={({ id, name, city, region }) => {
            set('company', name);
            set('organisation_id', id);
            if (getValues('city').trim() === '') {
              set('city', city);
              set('region', region);
            }
          }}
        />
      )}
    </Field>
  );
}
