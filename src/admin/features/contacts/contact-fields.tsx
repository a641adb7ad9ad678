import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { contactStatuses, sectors } from '@/admin/data/contacts/contact-labels';
import type { ContactFormValues } from '@/admin/data/contacts/contacts.schema';
import { regionsByName } from '@/admin/data/municipalities/regions';
import { controlClass, Field } from '@/shared/ui/field';

type Props = {
  register: UseFormRegister<ContactFormValues>;
  errors: FieldErrors<ContactFormValues>;
  /** The contact came without an address and may stay so. */
  emailOptional: boolean;
};

function Options({ labels }: { labels: Readonly<Record<string, string>> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** As tall as the text inputs beside it: browsers give selects a smaller line. */
const selectClass = `${controlClass} h-[2.875rem]`;

/** What is known of a contact, the same to create and to edit. */
export function ContactFields({ register, errors, emailOptional }: Props) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Nom" required error={errors.name?.message}>
        {(control) => (
          <input {...control} {...register('name')} autoComplete="off" className={controlClass} />
        )}
      </Field>
      <Field label="Entreprise" required error={errors.company?.message}>
        {(control) => (
          <input {...control} {...register('company')} autoComplete="off" className={controlClass} />
        )}
      </Field>
      <Field
        label="Courriel"
        required={!emailOptional}
        error={errors.email?.message}
        hint={
          emailOptional
            ? 'Ce contact est arrivé sans adresse : aucun courriel ne peut lui être envoyé.'
            : undefined
        }
      >
        {(control) => (
          <input
            {...control}
            {...register('email')}
            type="email"
            autoComplete="off"
            className={controlClass}
          />
        )}
      </Field>
      <Field label="Téléphone" error={errors.phone?.message}>
        {(control) => (
          <input {...control} {...register('phone')} type="tel" autoComplete="off" className={controlClass} />
        )}
      </Field>
      <Field label="Ville" required error={errors.city?.message}>
        {(control) => (
          <input {...control} {...register('city')} autoComplete="off" className={controlClass} />
        )}
      </Field>
      <Field label="Région" required error={errors.region?.message}>
        {(control) => (
          <>
            <input
              {...control}
              {...register('region')}
              list="regions-administratives"
              autoComplete="off"
              className={controlClass}
            />
            <datalist id="regions-administratives">
              {regionsByName.map((region) => (
                <option key={region} value={region} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label="Secteur" required error={errors.sector?.message}>
        {(control) => (
          <select {...control} {...register('sector')} className={selectClass}>
            <Options labels={sectors} />
          </select>
        )}
      </Field>
      <Field label="Statut" required error={errors.status?.message}>
        {(control) => (
          <select {...control} {...register('status')} className={selectClass}>
            <Options labels={contactStatuses} />
          </select>
        )}
      </Field>
      <Field label="Site web" className="sm:col-span-2" error={errors.website?.message}>
        {(control) => (
          <input
            {...control}
            {...register('website')}
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
            className={controlClass}
          />
        )}
      </Field>
      <Field label="Notes" className="sm:col-span-2" error={errors.notes?.message}>
        {(control) => <textarea {...control} {...register('notes')} rows={5} className={controlClass} />}
      </Field>
    </div>
  );
}
