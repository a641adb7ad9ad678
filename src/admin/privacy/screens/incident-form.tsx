import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { SAVED } from '@/admin/kit/lib/unsaved-text';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { FormActions } from '@/admin/kit/ui/form-actions';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { paths } from '@/shared/lib/admin-paths';
import { Form } from '@/shared/ui/form-fields';
import { type Incident, incidents, toIncidentVersion } from '../data/incidents';
import {
  emptyIncident,
  type IncidentInput,
  type IncidentValues,
  incidentSchema,
} from '../data/incidents.schema';
import { formatIncidentValue, IncidentFields, incidentLabels } from './incident-fields';

/** Fields that must not be merged separately: a conclusion without its reasons would state what nobody wrote. */
const together = [
  ['occurred_on', 'occurred_until'],
  ['people_count', 'quebec_people_count'],
  ['is_serious', 'risk_reasons'],
  ['people_notice_way', 'people_notice_reason'],
] as const;

/** Records an incident, or corrects the given one; a failure keeps the input, and corrections of others are merged. */
export function IncidentForm({ incident }: { incident?: Incident }) {
  const record = useMutation(incidents.record());
  const correct = useMutation(incidents.correct(incident?.id ?? ''));
  const read = incident && toIncidentVersion(incident);
  const form = useForm<IncidentValues, unknown, IncidentInput>({
    resolver: zodResolver(incidentSchema),
    defaultValues: read?.values ?? emptyIncident,
  });
  const { isDirty } = form.formState;
  const navigate = useNavigate();

  const { submit, conflict, choose, close } = useMergedSave(form, read, {
    labels: incidentLabels,
    together,
    save: async (input, readAt) => {
      if (!readAt) {
        const { id } = await record.mutateAsync(input);
        navigate(paths.admin.incident.href(id), { state: SAVED, replace: true });
        return undefined;
      }
      const written = await correct.mutateAsync({ input, readAt });
      form.reset(written.values);
      return written;
    },
  });

  return (
    <Form
      form={form}
      aria-label={incident ? 'Incident' : 'Nouvel incident'}
      onSubmit={submit}
      className="space-y-8 rounded-xl border border-line bg-paper p-5 sm:p-6"
    >
      <IncidentFields />
      <FormActions
        submitLabel={incident ? 'Corriger' : 'Inscrire au registre'}
        pending={record.isPending || correct.isPending}
        cancelTo={paths.admin.personalData.href()}
      />
      <UnsavedChanges when={isDirty} />
      {conflict && (
        <MergeDialog
          conflict={conflict}
          labels={incidentLabels}
          show={formatIncidentValue}
          onChoose={choose}
          onClose={close}
        />
      )}
    </Form>
  );
}
