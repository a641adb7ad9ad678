import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { EditGone } from '@/admin/kit/lib/edit-conflict';
import { labelOf } from '@/admin/kit/lib/label-of';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { PlaceFields } from '@/admin/municipalities/parts/place-fields';
import { isDuplicate } from '@/shared/lib/errors';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';
import { Form, SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { organisationKinds, organisationLabels } from '../data/organisation-labels';
import { type Organisation, organisations, toOrganisationVersion } from '../data/organisations';
import {
  type OrganisationInput,
  type OrganisationValues,
  organisationSchema,
} from '../data/organisations.schema';

/** Edits the organisation's own data; stays open once saved. */
export function OrganisationForm({ organisation }: { organisation: Organisation }) {
  const read = toOrganisationVersion(organisation);
  const form = useForm({ resolver: zodResolver(organisationSchema), defaultValues: read.values });
  const { isDirty, isSubmitting } = form.formState;
  const update = useMutation(organisations.update(organisation.id));
  const { submit, conflict, choose, close } = useMergedSave<OrganisationValues, OrganisationInput>(
    form,
    read,
    {
      labels: organisationLabels,
      together: [['city', 'region']],
      save: async (input, readAt = read.readAt) => {
        const saved = await update.mutateAsync({ input, readAt });
        form.reset(saved.values);
        return saved;
      },
      onError: (error) => {
        if (isDuplicate(error)) {
          const message = 'Une autre organisation porte ce nom dans cette ville';
          return form.setError('name', { message }, { shouldFocus: true });
        }
        if (error instanceof EditGone) return notify.error(error.message);
        console.error('Impossible de sauvegarder l’organisation', error);
        notify.error('Impossible de sauvegarder l’organisation');
      },
    },
  );
  return (
    <Form
      form={form}
      onSubmit={submit}
      aria-label="Modifier l’organisation"
      className="space-y-5 rounded-xl border border-line bg-paper p-5 sm:p-6"
    >
      <h2 className="text-lg font-semibold">Coordonnées</h2>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField<OrganisationValues>
          name="name"
          label={organisationLabels.name}
          required
          autoComplete="off"
        />
        <SelectField<OrganisationValues>
          name="kind"
          label={organisationLabels.kind}
          required
          options={organisationKinds}
        />
        <TextField<OrganisationValues>
          name="email"
          label={organisationLabels.email}
          hint="Pour vos messages personnels; une campagne n’écrit qu’aux personnes."
          type="email"
          autoComplete="off"
        />
        <TextField<OrganisationValues>
          name="phone"
          label={organisationLabels.phone}
          type="tel"
          autoComplete="off"
        />
        <TextField<OrganisationValues>
          name="website"
          label={organisationLabels.website}
          type="url"
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
        />
        <TextField<OrganisationValues> name="address" label={organisationLabels.address} autoComplete="off" />
        <PlaceFields labels={organisationLabels} />
        <TextAreaField<OrganisationValues>
          name="notes"
          label={organisationLabels.notes}
          className="sm:col-span-2"
          rows={4}
        />
      </div>
      <AdminsOnly>
        <Button type="submit" pending={isSubmitting} disabled={!isDirty}>
          Enregistrer
        </Button>
      </AdminsOnly>
      <UnsavedChanges when={isDirty} />
      {conflict && (
        <MergeDialog
          conflict={conflict}
          labels={organisationLabels}
          show={(field, values) =>
            field === 'kind' ? labelOf(organisationKinds, values.kind) : values[field]
          }
          onChoose={choose}
          onClose={close}
        />
      )}
    </Form>
  );
}
