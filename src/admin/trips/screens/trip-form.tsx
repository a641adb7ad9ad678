import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { formatDay } from '@/admin/kit/lib/dates';
import { EditGone } from '@/admin/kit/lib/edit-conflict';
import { labelOf } from '@/admin/kit/lib/label-of';
import { listAddress } from '@/admin/kit/lib/list-address';
import { SAVED_STATE } from '@/admin/kit/lib/unsaved-text';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { DateField } from '@/admin/kit/ui/date-field';
import { FormActions } from '@/admin/kit/ui/form-actions';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { prospectPaths } from '@/admin/prospects/paths';
import { Button } from '@/shared/ui/button';
import { Form, SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { TagLabel } from '@/shared/ui/tag-label';
import { tables } from '../data/tables';
import { jobTypes, tripStatuses } from '../data/trip-labels';
import { type EditedTrip, tripPlans } from '../data/trip-plans';
import {
  emptyTripPlan,
  type TripPlanInput,
  type TripPlanValues,
  tripPlanSchema,
} from '../data/trip-plans.schema';
import { tripPaths } from '../paths';
import { DestinationFields } from './destination-fields';

const { fields } = tables.trip_plans;

const list = () => listAddress(tripPaths.list.href());

const tripLabels = {
  city: fields.city,
  region: fields.region,
  municipality_code: 'Lieu du registre',
  point: 'Point de la carte',
  start_date: 'Date de début',
  end_date: 'Date de fin',
  radius_km: fields.radius_km.copied,
  job_type: 'Type de mandat',
  status: fields.status,
  client_name: fields.client_name,
  description: fields.description,
  tag_ids: 'Types d’entreprises ciblés',
} as const;

/** Formats a value of the form for a conflict. */
function formatValue(field: keyof TripPlanValues, values: TripPlanValues): string {
  if (field === 'job_type') return labelOf(jobTypes, values.job_type);
  if (field === 'status') return labelOf(tripStatuses, values.status);
  if (field === 'start_date' || field === 'end_date') return formatDay(values[field]);
  return String(values[field]);
}

/**
 * The form of a trip, new or existing; a failed save keeps the input. A new trip leads to its prospects.
 *
 * @param edited absent for a new trip
 * @param prefill known values of a new one
 */
export function TripForm({ edited, prefill }: { edited?: EditedTrip; prefill?: Partial<TripPlanValues> }) {
  const navigate = useNavigate();
  const [isGone, setIsGone] = useState(false);
  const isNew = edited === undefined || isGone;
  const save = useMutation(tripPlans.save(isNew));
  const form = useForm<TripPlanValues, unknown, TripPlanInput>({
    resolver: zodResolver(tripPlanSchema),
    defaultValues: edited?.values ?? { ...emptyTripPlan, ...prefill },
  });
  const { isDirty } = form.formState;
  const startDate = form.watch('start_date');
  const { submit, conflict, choose, close } = useMergedSave(form, edited, {
    labels: tripLabels,
    together: [
      ['city', 'region', 'municipality_code', 'point'],
      ['start_date', 'end_date'],
    ],
    save: async (trip, readAt) => {
      const id = await save.mutateAsync({
        trip,
        edited: isNew || !readAt ? undefined : { id: edited.id, readAt },
      });
      // A new trip is planned in order to find whom to visit.
      navigate(isNew ? prospectPaths.list.href(id) : list(), { state: SAVED_STATE });
      return undefined;
    },
    onError: (error) => setIsGone(error instanceof EditGone),
  });

  return (
    <Form form={form} beginsHere={!edited} onSubmit={submit} className="max-w-4xl space-y-5">
      <UnsavedChanges when={isDirty && !save.isSuccess} />
      {isGone && <GoneNotice pending={save.isPending} onKeep={submit} />}
      {conflict && (
        <MergeDialog
          conflict={conflict}
          labels={tripLabels}
          show={formatValue}
          onChoose={choose}
          onClose={close}
        />
      )}
      <section
        aria-label="Destination et dates"
        className="space-y-5 rounded-xl border border-line bg-paper p-5"
      >
        <DestinationFields />
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
          <DateField<TripPlanValues> name="start_date" label={tripLabels.start_date} />
          <DateField<TripPlanValues> name="end_date" label={tripLabels.end_date} openAt={startDate} />
          <TextField<TripPlanValues>
            name="radius_km"
            label={tripLabels.radius_km}
            required
            hint="Autour de la ville, de 1 à 500&nbsp;km."
            inputMode="numeric"
          />
        </div>
      </section>
      <section aria-label="Mandat" className="space-y-5 rounded-xl border border-line bg-paper p-5">
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <SelectField<TripPlanValues>
            name="job_type"
            label={tripLabels.job_type}
            required
            options={jobTypes}
          />
          <SelectField<TripPlanValues>
            name="status"
            label={tripLabels.status}
            required
            options={tripStatuses}
          />
        </div>
        <TextField<TripPlanValues> name="client_name" label={tripLabels.client_name} />
        <TextAreaField<TripPlanValues> name="description" label={tripLabels.description} rows={4} />
      </section>
      <Controller
        control={form.control}
        name="tag_ids"
        render={({ field }) => <TargetTypes value={field.value} onChange={field.onChange} />}
      />
      <FormActions
        submitLabel={isNew ? 'Créer le déplacement' : 'Enregistrer'}
        pending={save.isPending}
        cancelTo={list()}
      />
    </Form>
  );
}

/** Warns that somebody deleted the trip meanwhile, and offers to save the input as another. */
function GoneNotice({ pending, onKeep }: { pending: boolean; onKeep: () => void }) {
  return (
    <div role="alert" className="rounded-xl border border-sumac bg-sumac-pale p-5 text-sumac-deep">
      <p className="font-semibold">Ce déplacement a été supprimé entre-temps. Votre saisie est gardée.</p>
      <Button variant="outline" size="sm" className="mt-3" pending={pending} onClick={onKeep}>
        Enregistrer comme nouveau déplacement
      </Button>
    </div>
  );
}

/** The kinds of business that the trip targets, as tags; none means all. */
function TargetTypes({
  value,
  onChange,
}: {
  /** Ids of the chosen tags. */
  value: readonly string[];
  onChange: (value: string[]) => void;
}) {
  const types = useQuery(tripPlans.targetTypes());
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id]);

  return (
    <fieldset className="rounded-xl border border-line bg-paper p-5">
      <legend className="float-left mb-3 w-full font-semibold">Types d’entreprises ciblés</legend>
      {types.isError ? (
        <p className="clear-both text-slate">
          Les types n’ont pas pu être chargés. Ceux qui étaient déjà choisis sont gardés.
        </p>
      ) : (
        <ul className="clear-both flex flex-wrap gap-2">
          {types.data?.map(({ id, name, color }) => (
            <li key={id}>
              <label className="flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-line px-3 has-checked:border-spruce has-checked:bg-spruce-pale">
                <input
                  type="checkbox"
                  className="size-4 accent-spruce"
                  checked={value.includes(id)}
                  onChange={() => toggle(id)}
                />
                <TagLabel name={name} color={color} />
              </label>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="mt-3 text-sm">
        {value.length === 0 && (
          <span className="inline-flex items-start gap-2 rounded-lg bg-amber-pale px-3 py-2 text-amber-ink">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            Aucun type sélectionné{'\u00a0'}: tous les types seront ciblés.
          </span>
        )}
      </p>
    </fieldset>
  );
}
