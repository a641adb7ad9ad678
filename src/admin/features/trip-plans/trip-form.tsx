import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
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
import { listAddress } from '@/admin/lib/list-address';
import { DateField } from '@/admin/ui/date-field';
import { FormActions } from '@/admin/ui/form-actions';
import { SAVED, UnsavedChanges } from '@/admin/ui/unsaved-changes';
import { paths } from '@/shared/lib/admin-paths';
import { Button } from '@/shared/ui/button';
import { Form, SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { TagLabel } from '@/shared/ui/tag-label';
import { PlaceFields } from './place-fields';

const list = () => listAddress(paths.admin.tripPlans.href());

type Props = {
  /** Absent for a new trip. */
  edited?: EditedTrip;
  /** Replaces what is typed by the saved version, read again. */
  onReload?: () => void;
};

/** The form of a trip, new or existing; a failed save keeps what was typed. */
export function TripForm({ edited, onReload }: Props) {
  const navigate = useNavigate();
  const [conflict, setConflict] = useState<TripConflict>();
  const isNew = edited === undefined;
  const save = useMutation(tripPlans.save(isNew || conflict?.readAt === null));
  const form = useForm<TripPlanValues, unknown, TripPlanInput>({
    resolver: zodResolver(tripPlanSchema),
    defaultValues: edited?.values ?? emptyTripPlan,
  });
  const { isDirty } = form.formState;
  const startDate = form.watch('start_date');

  /** @param readAt the version to replace: the one that the form read, or the current one; `null` creates a trip */
  const submit = (readAt: string | null | undefined) =>
    form.handleSubmit((trip) => {
      if (save.isPending) return;
      save.mutate(
        { trip, edited: edited && readAt ? { id: edited.id, readAt } : undefined },
        {
          onSuccess: () => navigate(list(), { state: SAVED }),
          onError: (error) => setConflict(error instanceof TripConflict ? error : undefined),
        },
      );
    });

  return (
    <Form form={form} onSubmit={submit(edited?.readAt)} className="max-w-4xl space-y-5">
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
        <PlaceFields />
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
          <DateField<TripPlanValues> name="start_date" label="Date de début" />
          <DateField<TripPlanValues> name="end_date" label="Date de fin" openAt={startDate} />
          <TextField<TripPlanValues>
            name="radius_km"
            label="Rayon (km)"
            required
            hint="Autour de la ville, de 1 à 500 km."
            inputMode="numeric"
          />
        </div>
      </section>
      <section aria-label="Mandat" className="space-y-5 rounded-xl border border-line bg-paper p-5">
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <SelectField<TripPlanValues> name="job_type" label="Type de mandat" required options={jobTypes} />
          <SelectField<TripPlanValues> name="status" label="Statut" required options={tripStatuses} />
        </div>
        <TextField<TripPlanValues> name="client_name" label="Client" />
        <TextAreaField<TripPlanValues> name="description" label="Description" rows={4} />
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

/** Says that somebody else changed or deleted the trip meanwhile, and asks which version to keep. */
function TripConflictNotice({
  conflict,
  pending,
  onKeepMine,
  onTakeTheirs,
}: {
  conflict: TripConflict;
  pending: boolean;
  /** Saves what is in the form all the same. */
  onKeepMine: () => void;
  /** Replaces what is in the form by what is saved. */
  onTakeTheirs: () => void;
}) {
  const isGone = conflict.readAt === null;
  return (
    <div role="alert" className="rounded-xl border border-sumac bg-sumac-pale p-5 text-sumac-deep">
      <p className="font-semibold">
        {isGone
          ? 'Ce déplacement a été supprimé entre-temps. Votre saisie est gardée.'
          : 'Ce déplacement a été modifié entre-temps par une autre personne. Votre saisie est gardée.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" pending={pending} onClick={onKeepMine}>
          {isGone ? 'Enregistrer comme nouveau déplacement' : 'Enregistrer ma version'}
        </Button>
        {!isGone && (
          <Button variant="outline" size="sm" onClick={onTakeTheirs}>
            Reprendre la version enregistrée
          </Button>
        )}
      </div>
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
