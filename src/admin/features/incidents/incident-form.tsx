import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type Incident, incidents, toIncidentValues } from '@/admin/data/privacy/incidents';
import {
  emptyIncident,
  type IncidentInput,
  type IncidentValues,
  incidentSchema,
} from '@/admin/data/privacy/incidents.schema';
import { SAVED } from '@/admin/lib/unsaved-text';
import { FormActions } from '@/admin/ui/form-actions';
import { UnsavedChanges } from '@/admin/ui/unsaved-changes';
import { paths } from '@/shared/lib/admin-paths';
import { Form } from '@/shared/ui/form-fields';
import { IncidentFields } from './incident-fields';

/** Records an incident, or corrects the one given; what was typed stays when saving fails. */
export function IncidentForm({ incident }: { incident?: Incident }) {
  const save = useMutation(incident ? incidents.correct(incident.id) : incidents.record());
  const form = useForm<IncidentValues, unknown, IncidentInput>({
    resolver: zodResolver(incidentSchema),
    defaultValues: incident ? toIncidentValues(incident) : emptyIncident,
  });
  const { isDirty } = form.formState;
  const navigate = useNavigate();

  const submit = (input: IncidentInput) => {
    if (save.isPending) return;
    save.mutate(input, {
      onSuccess: (saved) => {
        if (incident) form.reset(toIncidentValues(saved));
        else navigate(paths.admin.incident.href(saved.id), { state: SAVED, replace: true });
      },
    });
  };

  return (
    <Form
      form={form}
      aria-label={incident ? 'Incident' : 'Nouvel incident'}
      onSubmit={form.handleSubmit(submit)}
      className="space-y-8 rounded-xl border border-line bg-paper p-5 sm:p-6"
    >
      <IncidentFields />
      <FormActions
        submitLabel={incident ? 'Corriger' : 'Inscrire au registre'}
        pending={save.isPending}
        cancelTo={paths.admin.personalData.href()}
      />
      <UnsavedChanges when={isDirty} />
    </Form>
  );
}
