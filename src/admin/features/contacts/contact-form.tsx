import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { contactStatuses, sectors } from '@/admin/data/contacts/contact-labels';
import type { Contact } from '@/admin/data/contacts/contact-list';
import {
  type ContactReference,
  contacts,
  findByEmail,
  toContactValues,
} from '@/admin/data/contacts/contacts';
import {
  type ContactFormValues,
  type ContactInput,
  contactSchema,
  contactWithoutEmailSchema,
  emptyContact,
} from '@/admin/data/contacts/contacts.schema';
import { regionsByName } from '@/admin/data/municipalities/regions';
import { listAddress } from '@/admin/lib/list-address';
import { FormActions } from '@/admin/ui/form-actions';
import { SAVED, UnsavedChanges } from '@/admin/ui/unsaved-changes';
import { paths } from '@/shared/lib/admin-paths';
import { isDuplicate } from '@/shared/lib/errors';
import { notify } from '@/shared/lib/notify';
import { Form, SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';

/**
 * Creates a contact, or edits the one given, and goes back to the list. What was typed stays when saving fails; an
 * address that another contact has is refused with a link to that one.
 */
export function ContactForm({ contact }: { contact?: Contact }) {
  const emailOptional = contact !== undefined && contact.email === null;
  const form = useForm({
    resolver: zodResolver(emailOptional ? contactWithoutEmailSchema : contactSchema),
    defaultValues: contact ? toContactValues(contact) : emptyContact,
  });
  const { isDirty, isSubmitting } = form.formState;
  const save = useMutation(contact ? contacts.update(contact.id) : contacts.create());
  const [owner, setOwner] = useState<ContactReference>();
  const saving = useRef(false);
  const navigate = useNavigate();

  const onValid = async (input: ContactInput) => {
    // Both clicks of a double click are validated before the first renders as pending.
    if (saving.current) return;
    saving.current = true;
    setOwner(undefined);
    try {
      await save.mutateAsync(input);
      navigate(listAddress(paths.admin.contacts.href()), { state: SAVED });
    } catch (error) {
      const other = isDuplicate(error) ? await findByEmail(input.email).catch(() => null) : null;
      if (other) {
        setOwner(other);
        form.setError(
          'email',
          { message: 'Ce courriel appartient déjà à un autre contact' },
          { shouldFocus: true },
        );
      } else {
        console.error('Impossible de sauvegarder le contact', error);
        notify.error('Impossible de sauvegarder le contact');
      }
    } finally {
      saving.current = false;
    }
  };

  return (
    <Form
      form={form}
      onSubmit={form.handleSubmit(onValid)}
      aria-label={contact ? 'Modifier le contact' : 'Nouveau contact'}
      className="space-y-6 rounded-xl border border-line bg-paper p-5 sm:p-6"
    >
      <ContactFields emailOptional={emailOptional} />
      {owner && (
        <p role="alert" className="rounded-lg bg-sumac-pale px-4 py-3">
          Ce courriel est celui de{' '}
          <Link className="font-semibold underline" to={paths.admin.contact.href(owner.id)}>
            {owner.name}
          </Link>{' '}
          ({owner.company}).
        </p>
      )}
      <FormActions pending={isSubmitting} cancelTo={listAddress(paths.admin.contacts.href())} />
      <UnsavedChanges when={isDirty} />
    </Form>
  );
}

/** @param emailOptional the contact came without an address and may stay so */
function ContactFields({ emailOptional }: { emailOptional: boolean }) {
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <TextField<ContactFormValues> name="name" label="Nom" required autoComplete="off" />
      <TextField<ContactFormValues> name="company" label="Entreprise" required autoComplete="off" />
      <TextField<ContactFormValues>
        name="email"
        label="Courriel"
        required={!emailOptional}
        hint={
          emailOptional
            ? 'Ce contact est arrivé sans adresse : aucun courriel ne peut lui être envoyé.'
            : undefined
        }
        type="email"
        autoComplete="off"
      />
      <TextField<ContactFormValues> name="phone" label="Téléphone" type="tel" autoComplete="off" />
      <TextField<ContactFormValues> name="city" label="Ville" required autoComplete="off" />
      <TextField<ContactFormValues>
        name="region"
        label="Région"
        required
        list="regions-administratives"
        autoComplete="off"
      />
      <datalist id="regions-administratives">
        {regionsByName.map((region) => (
          <option key={region} value={region} />
        ))}
      </datalist>
      <SelectField<ContactFormValues> name="sector" label="Secteur" required options={sectors} />
      <SelectField<ContactFormValues> name="status" label="Statut" required options={contactStatuses} />
      <TextField<ContactFormValues>
        name="website"
        label="Site web"
        className="sm:col-span-2"
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
      />
      <TextAreaField<ContactFormValues> name="notes" label="Notes" className="sm:col-span-2" rows={5} />
    </div>
  );
}
