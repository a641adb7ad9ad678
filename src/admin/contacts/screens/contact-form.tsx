import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useFormContext } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { EditGone } from '@/admin/kit/lib/edit-conflict';
import { listAddress } from '@/admin/kit/lib/list-address';
import { SAVED_STATE } from '@/admin/kit/lib/unsaved-text';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { FormActions } from '@/admin/kit/ui/form-actions';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { PlaceFields } from '@/admin/municipalities/parts/place-fields';
import { isDuplicate } from '@/shared/lib/errors';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';
import { Form, SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { contactFields, contactLabels } from '../data/contact-fields';
import { contactStatuses, functionKinds, publicOfficeChoices, sectors } from '../data/contact-labels';
import type { Contact } from '../data/contact-list';
import { type ContactReference, contacts, findByEmail, toContactVersion } from '../data/contacts';
import {
  type ContactFormValues,
  type ContactInput,
  contactSchema,
  contactWithoutEmailSchema,
  emptyContact,
} from '../data/contacts.schema';
import { isPublicSector } from '../data/lobbying-grounds';
import { contactPaths } from '../paths';
import { OrganisationField } from './organisation-field';

/**
 * Creates a contact, or edits the given one, and returns to the list. A failed save keeps the input; an address of
 * another contact is refused with a link to it.
 */
export function ContactForm({
  contact,
  prefill,
}: {
  contact?: Contact;
  /** Initial values of a new contact. */
  prefill?: Partial<ContactFormValues>;
}) {
  const emailOptional = contact !== undefined && contact.email === null;
  const form = useForm({
    resolver: zodResolver(emailOptional ? contactWithoutEmailSchema : contactSchema),
    defaultValues: contact ? toContactVersion(contact).values : { ...emptyContact, ...prefill },
  });
  const { isDirty, isSubmitting } = form.formState;
  const create = useMutation(contacts.create());
  const update = useMutation(contacts.update(contact?.id ?? ''));
  const [owner, setOwner] = useState<ContactReference>();
  const navigate = useNavigate();

  const explain = async (error: Error, input: ContactInput) => {
    const other = isDuplicate(error) ? await findByEmail(input.email).catch(() => null) : null;
    if (other) {
      setOwner(other);
      const message = 'Ce courriel appartient déjà à un autre contact';
      return form.setError('email', { message }, { shouldFocus: true });
    }
    if (error instanceof EditGone) return notify.error(error.message);
    console.error('Impossible de sauvegarder le contact', error);
    notify.error('Impossible de sauvegarder le contact');
  };
  const leave = () => navigate(listAddress(contactPaths.list.href()), { state: SAVED_STATE });
  const { submit, conflict, choose, close } = useMergedSave<ContactFormValues, ContactInput>(
    form,
    contact && toContactVersion(contact),
    {
      labels: contactLabels,
      together: [
        ['city', 'region'],
        ['company', 'organisation_id'],
      ],
      save: async (input, readAt) => {
        setOwner(undefined);
        await (readAt ? update.mutateAsync({ input, readAt }) : create.mutateAsync(input));
        leave();
        return undefined;
      },
      onError: explain,
    },
  );

  /**
   * Saves the contact without the address, which is the organisation's: its persons share it, and only one record has
   * it.
   */
  const saveWithout = form.handleSubmit(async (input) => {
    const { email } = input;
    await create
      .mutateAsync({ ...input, email: '', sharedEmail: email })
      .then(leave, (error) => explain(error, input));
  });

  return (
    <Form
      form={form}
      beginsHere={!contact}
      onSubmit={submit}
      aria-label={contact ? 'Modifier le contact' : 'Nouveau contact'}
      className="space-y-6 rounded-xl border border-line bg-paper p-5 sm:p-6"
    >
      <ContactFields emailOptional={emailOptional} />
      {owner && (
        <p role="alert" className="rounded-lg bg-sumac-pale px-4 py-3">
          Ce courriel est celui de{' '}
          <Link className="font-semibold underline" to={contactPaths.one.href(owner.id)}>
            {owner.name}
          </Link>{' '}
          ({owner.company}).
        </p>
      )}
      {owner && !contact && (
        <p>
          Si c’est l’adresse générale de leur organisation, une seule fiche la porte{'\u00a0'}; cette personne
          est jointe par elle.{' '}
          <Button size="sm" variant="outline" pending={create.isPending} onClick={saveWithout}>
            Enregistrer sans adresse propre
          </Button>
        </p>
      )}
      <FormActions pending={isSubmitting} cancelTo={listAddress(contactPaths.list.href())} />
      <UnsavedChanges when={isDirty} />
      {conflict && (
        <MergeDialog
          conflict={conflict}
          labels={contactLabels}
          show={(field, values) => formatValue(field, values[field])}
          onChoose={choose}
          onClose={close}
        />
      )}
    </Form>
  );
}

/** Formats a value of the form for a conflict. */
function formatValue(field: keyof ContactFormValues, value: string): string {
  // Beside the name of the company, which identifies it.
  if (field === 'organisation_id') return value ? 'Organisation choisie' : 'D’après l’entreprise';
  if (field === 'is_public_office_holder' && value === '') return 'Selon le secteur';
  return contactFields[field].options?.[value] ?? value;
}

/**
 * Fields of a contact.
 *
 * @param emailOptional true when the contact came without an address and may stay so
 */
function ContactFields({ emailOptional }: { emailOptional: boolean }) {
  const sector = useFormContext<ContactFormValues>().watch('sector');
  const bySector = isPublicSector(sector) ? 'oui' : 'non';
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <TextField<ContactFormValues> name="name" label={contactLabels.name} required autoComplete="off" />
      <OrganisationField />
      <TextField<ContactFormValues>
        name="email"
        label={contactLabels.email}
        // Addresses of municipalities are long: half of the row cut them at 1 280 px.
        className="sm:col-span-2"
        required={!emailOptional}
        hint={
          emailOptional
            ? 'Ce contact est arrivé sans adresse : aucun courriel ne peut lui être envoyé.'
            : undefined
        }
        type="email"
        autoComplete="off"
      />
      <TextField<ContactFormValues> name="phone" label={contactLabels.phone} type="tel" autoComplete="off" />
      <TextField<ContactFormValues>
        name="website"
        label={contactLabels.website}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
      />
      <PlaceFields labels={contactLabels} />
      <SelectField<ContactFormValues> name="sector" label={contactLabels.sector} required options={sectors} />
      <SelectField<ContactFormValues>
        name="status"
        label={contactLabels.status}
        required
        options={contactStatuses}
      />
      <SelectField<ContactFormValues>
        name="function_kind"
        label={contactLabels.function_kind}
        emptyOption="Non précisée"
        options={functionKinds}
      />
      <TextField<ContactFormValues>
        name="function_title"
        label={contactLabels.function_title}
        placeholder="Directrice générale et greffière-trésorière"
        autoComplete="off"
      />
      <SelectField<ContactFormValues>
        name="is_public_office_holder"
        label={contactLabels.is_public_office_holder}
        className="sm:col-span-2"
        hint="Élu ou employé d’une municipalité, d’une MRC ou d’un organisme public (loi T-11.011). Une première information passe; une relance ou un appel demande un motif, gardé au dossier."
        emptyOption={`Selon le secteur (${bySector})`}
        options={publicOfficeChoices}
      />
      <TextAreaField<ContactFormValues>
        name="notes"
        label={contactLabels.notes}
        className="sm:col-span-2"
        rows={5}
      />
    </div>
  );
}
