import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { formatDay } from '@/admin/kit/lib/dates';
import { DateField } from '@/admin/kit/ui/date-field';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { PlaceFields } from '@/admin/municipalities/parts/place-fields';
import { tripPlans } from '@/admin/trips/data/trip-plans';
import { SelectField, TextField } from '@/shared/ui/form-fields';
import { type Survey, surveys } from '../data/surveys';
import { emptySurvey, type SurveyValues, surveySchema } from '../data/surveys.schema';
import { tables } from '../data/tables';

const { fields } = tables.surveys;

const nameWithDay = (name: string, day: string | null) => (day ? `${name}, ${formatDay(day)}` : name);

/** The form of a survey, new or existing. */
export function SurveyDialog({
  survey,
  onClose,
  onCreated,
}: {
  /** The survey to change; absent for a new one. */
  survey?: Survey;
  onClose: () => void;
  onCreated?: (id: string) => void;
}) {
  const trips = useQuery(tripPlans.list());
  const others = useQuery(surveys.list());
  const create = useMutation(surveys.create());
  const update = useMutation(surveys.update(survey?.id ?? ''));
  const form = useForm<SurveyValues>({
    resolver: zodResolver(surveySchema),
    defaultValues: survey ? asValues(survey) : emptySurvey,
  });
  const save = (values: SurveyValues) =>
    survey
      ? update.mutate(values, { onSuccess: onClose })
      : create.mutate(values, {
          onSuccess: (id) => {
            onClose();
            onCreated?.(id);
          },
        });
  return (
    <FormDialog
      form={form}
      title={survey ? 'Modifier le relevé' : 'Nouveau relevé'}
      description="Une journée de route, et les rues qui y étaient à photographier."
      size="md"
      submitLabel={survey ? 'Enregistrer' : 'Créer le relevé'}
      pending={create.isPending || update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField<SurveyValues>
        name="name"
        label={fields.name}
        required
        hint="Par exemple «&nbsp;Rue des Érables, après la fonte&nbsp;»."
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <PlaceFields labels={{ city: fields.city, region: fields.region }} isRequired={false} />
        <TextField<SurveyValues> name="client_name" label={fields.client_name} />
        <DateField<SurveyValues> name="captured_on" label="Date de captation" optional />
        <DateField<SurveyValues> name="delivered_on" label={fields.delivered_on.copied} optional />
        <SelectField<SurveyValues>
          name="trip_plan_id"
          label="Déplacement"
          options={{
            '': 'Aucun',
            ...Object.fromEntries(
              (trips.data ?? []).map(({ id, city, start_date }) => [id, nameWithDay(city, start_date)]),
            ),
          }}
        />
      </div>
      <SelectField<SurveyValues>
        name="compared_with"
        label="Relevé précédent des mêmes rues"
        hint="Ses positions aident à régler l’horloge, et ses photos sont comparées à celles-ci."
        options={{
          '': 'Aucun',
          ...Object.fromEntries(
            (others.data ?? [])
              .filter(({ id }) => id !== survey?.id)
              .map(({ id, name, captured_on }) => [id, nameWithDay(name, captured_on)]),
          ),
        }}
      />
    </FormDialog>
  );
}

const asValues = (survey: Survey): SurveyValues => ({
  name: survey.name,
  city: survey.city ?? '',
  region: survey.region ?? '',
  client_name: survey.client_name ?? '',
  captured_on: survey.captured_on ?? '',
  delivered_on: survey.delivered_on ?? '',
  trip_plan_id: survey.trip_plan_id ?? '',
  compared_with: survey.compared_with ?? '',
});
