import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { jobTypes, tripStatuses } from '@/admin/data/trip-plans/trip-labels';
import { type EditedTrip, TripConflict, tripPlans } from '@/admin/data/trip-plans/trip-plans';
import {
  emptyTripPlan,
  type TripPlanInput,
  type TripPlanValues,
  tripPlanSchema,
} from '@/admin/data/trip-plans/trip-plans.schema';
import { DatePicker } from '@/admin/ui/date-picker';
import { FormActions } from '@/admin/ui/form-actions';
import { SAVED, UnsavedChanges } from '@/admin/ui/unsaved-changes';
import { paths } from '@/shared/lib/paths';
import { controlClass, Field } from '@/shared/ui/field';
import { PlaceFields } from './place-fields';
import { TargetTypes } from './target-types';
import { TripConflictNotice } from './trip-conflict';

const list = paths.admin.tripPlans.href();

/** As tall as the text inputs beside it: browsers give selects a smaller line. */
const selectClass = `${controlClass} h-[2.875rem]`;

function Options({ labels }: { labels: Record<string, string> }) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

type Props = {
  /** Absent for a new trip. */
  edited?: EditedTrip;
  /** Reads the saved version again, in place of what is typed. */
  onReload?: () => void;
};

/** A trip's form, for creating and for editing. What is typed survives a save that fails. */
export function TripForm({ edited, onReload }: Props) {
  const navigate = useNavigate();
  const [conflict, setConflict] = useState<TripConflict>();
  const isNew = edited === undefined;
  const save = useMutation(tripPlans.save(isNew || conflict?.readAt === null));
  const form = useForm<TripPlanValues, unknown, TripPlanInput>({
    resolver: zodResolver(tripPlanSchema),
    defaultValues: edited?.values ?? emptyTripPlan,
  });
  const { control, register, handleSubmit, watch, formState } = form;
  const { errors, isDirty } = formState;
  const startDate = watch('start_date');

  /** @param readAt the version to replace: the one the form read, or the one of now; `null` makes a new trip */
  const submit = (readAt: string | null | undefined) =>
    handleSubmit((trip) => {
      if (save.isPending) return;
      save.mutate(
        { trip, edited: edited && readAt ? { id: edited.id, readAt } : undefined },
        {
          onSuccess: () => navigate(list, { state: SAVED }),
          onError: (error) => setConflict(error instanceof TripConflict ? error : undefined),
        },
      );
    });

  return (
    <form noValidate onSubmit={submit(edited?.readAt)} className="max-w-4xl space-y-5">
      <UnsavedChanges when={isDirty && !save.isSuccess} />
      {conflict && (
        <TripConflictNotice
          conflict={conflict}
          pending={save.isPending}
          onKeepMine={submit(conflict.readAt)}
          onTakeTheirs={() => onReload?.()}
        />
      )}
      <section
        aria-label="Destination et dates"
        className="space-y-5 rounded-xl border border-line bg-paper p-5"
      >
        <PlaceFields form={form} />
        <div className="grid gap-5 sm:grid-cols-3">
          <Field label="Date de début" required error={errors.start_date?.message}>
            {(attributes) => (
              <Controller
                control={control}
                name="start_date"
                render={({ field }) => <DatePicker {...attributes} {...field} name="Date de début" />}
              />
            )}
          </Field>
          <Field label="Date de fin" required error={errors.end_date?.message}>
            {(attributes) => (
              <Controller
                control={control}
                name="end_date"
                render={({ field }) => (
                  <DatePicker {...attributes} {...field} name="Date de fin" openAt={startDate} />
                )}
              />
            )}
          </Field>
          <Field
            label="Rayon (km)"
            required
            error={errors.radius_km?.message}
            hint="Autour de la ville, de 1 à 500 km."
          >
            {(attributes) => (
              <input
                {...attributes}
                {...register('radius_km')}
                inputMode="numeric"
                className={controlClass}
              />
            )}
          </Field>
        </div>
      </section>
      <section aria-label="Mandat" className="space-y-5 rounded-xl border border-line bg-paper p-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Type de mandat" required error={errors.job_type?.message}>
            {(attributes) => (
              <select {...attributes} {...register('job_type')} className={selectClass}>
                <Options labels={jobTypes} />
              </select>
            )}
          </Field>
          <Field label="Statut" required error={errors.status?.message}>
            {(attributes) => (
              <select {...attributes} {...register('status')} className={selectClass}>
                <Options labels={tripStatuses} />
              </select>
            )}
          </Field>
        </div>
        <Field label="Client" error={errors.client_name?.message}>
          {(attributes) => <input {...attributes} {...register('client_name')} className={controlClass} />}
        </Field>
        <Field label="Description" error={errors.description?.message}>
          {(attributes) => (
            <textarea {...attributes} {...register('description')} rows={4} className={controlClass} />
          )}
        </Field>
      </section>
      <Controller
        control={control}
        name="tag_ids"
        render={({ field }) => <TargetTypes value={field.value} onChange={field.onChange} />}
      />
      <FormActions
        submitLabel={isNew ? 'Créer le déplacement' : 'Enregistrer'}
        pending={save.isPending}
        cancelTo={list}
      />
    </form>
  );
}
