import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useForm, useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { quebecDay } from '@/admin/kit/lib/dates';
import { EditGone, type Version } from '@/admin/kit/lib/edit-conflict';
import { SAVED_STATE } from '@/admin/kit/lib/unsaved-text';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { DateField } from '@/admin/kit/ui/date-field';
import { FormActions } from '@/admin/kit/ui/form-actions';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { ReachSummary } from '@/admin/kit/ui/reach-summary';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { selectClass } from '@/shared/ui/field';
import { Form, SelectField, TextField } from '@/shared/ui/form-fields';
import { Spinner } from '@/shared/ui/spinner';
import { type ConditionTexts, faultsOf, inWords, toDefinition, toJson } from '../data/condition-texts';
import { conditionLabels, segmentRhythms } from '../data/segment-labels';
import { SegmentNameTaken, segments } from '../data/segments';
import {
  MAX_CONDITIONS,
  type SegmentInput,
  type SegmentValues,
  segmentSchema,
} from '../data/segments.schema';
import { tables } from '../data/tables';
import { noNames, useReferenceNames } from '../parts/segment-conditions';
import { segmentPaths } from '../paths';
import { ConditionRow } from './condition-row';

const { fields } = tables.contact_segments;

const list = segmentPaths.list.href();
const labels = {
  name: fields.name,
  conditions: fields.definition,
  rhythm: fields.rhythm,
  rhythm_from: 'À partir du',
} as const;

type Props = {
  /** Id of an existing segment. */
  id?: string;
  stored?: Version<SegmentValues>;
  /** Initial values of a new segment. */
  begun?: SegmentValues;
};

/** The name and the conditions of a segment, with the number of matching contacts, updated as they change. */
export function SegmentForm({ id = '', stored, begun }: Props) {
  const navigate = useNavigate();
  const create = useMutation(segments.create());
  const update = useMutation(segments.update(id));
  const { names, isError, refetch } = useReferenceNames();
  const form = useForm<SegmentValues, unknown, SegmentInput>({
    resolver: zodResolver(segmentSchema),
    defaultValues: stored?.values ?? begun,
  });
  const { errors, isDirty, isSubmitted } = form.formState;
  const { submit, conflict, choose, close } = useMergedSave<SegmentValues, SegmentInput>(form, stored, {
    labels,
    save: async (segment, readAt) => {
      await (readAt ? update.mutateAsync({ segment, readAt }) : create.mutateAsync(segment));
      navigate(list, { state: SAVED_STATE });
      return undefined;
    },
    onError: (error) => {
      if (error instanceof SegmentNameTaken)
        form.setError('name', { message: error.message }, { shouldFocus: true });
      if (error instanceof EditGone) notify.error(error.message);
    },
  });
  const conditions = form.watch('conditions');
  const texts = useMemo((): ConditionTexts => JSON.parse(conditions), [conditions]);
  const faults = isSubmitted ? faultsOf(texts) : {};
  const change = (field: string, values: string[] | undefined) => {
    const { [field]: _former, ...others } = texts;
    form.setValue('conditions', toJson(values ? { ...others, [field]: values } : others), {
      shouldDirty: true,
      shouldValidate: isSubmitted,
    });
  };
  const fields = Object.entries(conditionLabels(names ?? noNames));
  const used = fields.filter(([field]) => texts[field]);

  return (
    <Form
      form={form}
      beginsHere={!stored}
      onSubmit={submit}
      aria-label="Segment"
      className="max-w-3xl space-y-5 rounded-xl border border-line bg-paper p-4 sm:p-5"
    >
      <UnsavedChanges when={isDirty} />
      {conflict && (
        <MergeDialog
          conflict={conflict}
          labels={labels}
          show={(field, values) =>
            field === 'rhythm'
              ? values.rhythm
                ? segmentRhythms[values.rhythm]
                : NO_RHYTHM
              : field !== 'conditions'
                ? values[field] || '–'
                : inWords(toDefinition(JSON.parse(values.conditions)) ?? {}, names ?? noNames).join('\n') ||
                  '–'
          }
          onChoose={choose}
          onClose={close}
        />
      )}
      <TextField<SegmentValues> name="name" label={labels.name} required maxLength={60} autoComplete="off" />
      <section aria-labelledby="conditions" className="space-y-3">
        <h2 id="conditions" className="text-lg font-semibold">
          Conditions
        </h2>
        <p className="text-sm text-slate">
          Un contact doit répondre à toutes les conditions; de chacune, une des valeurs cochées suffit.
        </p>
        {isError ? (
          <ErrorState title="Impossible de charger les choix" onRetry={refetch} />
        ) : names ? (
          <>
            {used.map(([field, label]) => (
              <ConditionRow
                key={field}
                field={field}
                label={label}
                names={names}
                values={texts[field] ?? []}
                fault={faults[field]}
                onChange={(values) => change(field, values)}
                onRemove={() => {
                  change(field, undefined);
                  document.getElementById('ajout-condition')?.focus();
                }}
              />
            ))}
            {used.length < MAX_CONDITIONS && (
              <AddCondition unused={fields.filter(([field]) => !texts[field])} onAdd={change} />
            )}
          </>
        ) : (
          <Spinner />
        )}
        {errors.conditions && (
          // Announced only, because each condition already shows it.
          <p
            role="alert"
            className={Object.keys(faults).length > 0 ? 'sr-only' : 'text-sm font-medium text-sumac-deep'}
          >
            {errors.conditions.message}
          </p>
        )}
      </section>
      <LiveCount texts={texts} />
      <RhythmFields />
      <FormActions pending={create.isPending || update.isPending} cancelTo={list} />
    </Form>
  );
}

const NO_RHYTHM = 'Aucun';

/** The rhythm of the segment's campaigns: « Aujourd'hui » says when one is due, and nothing is sent automatically. */
function RhythmFields() {
  const { watch, setValue } = useFormContext<SegmentValues>();
  const [rhythm, from] = watch(['rhythm', 'rhythm_from']);
  return (
    <fieldset>
      <legend className="text-lg font-semibold">Campagnes</legend>
      <div className="mt-2 grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField<SegmentValues>
          name="rhythm"
          label={labels.rhythm}
          emptyOption={NO_RHYTHM}
          options={segmentRhythms}
          hint="Quand la prochaine campagne est due, Aujourd’hui le dit; rien ne part de lui-même."
          rules={{ onChange: () => !from && setValue('rhythm_from', quebecDay(), { shouldDirty: true }) }}
        />
        {rhythm && (
          <DateField<SegmentValues>
            name="rhythm_from"
            label={labels.rhythm_from}
            hint="Aucune campagne n’est due avant ce jour."
          />
        )}
      </div>
    </fieldset>
  );
}

function AddCondition({
  unused,
  onAdd,
}: {
  unused: readonly [field: string, label: string][];
  onAdd: (field: string, values: string[]) => void;
}) {
  return (
    <div className="max-w-sm">
      <label htmlFor="ajout-condition" className="mb-1.5 block text-[0.95rem] font-semibold">
        Ajouter une condition
      </label>
      <select
        id="ajout-condition"
        value=""
        onChange={(event) => onAdd(event.target.value, [])}
        className={selectClass}
      >
        <option value="">Choisir…</option>
        {unused.map(([field, label]) => (
          <option key={field} value={field}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The number of matching contacts, counted by the database a moment after each change. */
function LiveCount({ texts }: { texts: ConditionTexts }) {
  const counted = useMemo(() => toDefinition(texts), [texts]);
  const definition = useDeferredValue(counted);
  const { data, isError, isFetching, refetch } = useQuery(segments.count(definition));
  return (
    <section
      aria-label="Contacts du segment"
      aria-busy={isFetching}
      className="min-h-14 rounded-lg bg-mist px-4 py-3"
    >
      {!definition ? (
        <p className="text-sm text-slate">Complétez les conditions pour compter les contacts.</p>
      ) : isError ? (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm">
          Les contacts n’ont pas pu être comptés.
          <Button size="sm" variant="outline" onClick={() => refetch()}>
            Réessayer
          </Button>
        </p>
      ) : data ? (
        <ReachSummary {...data} />
      ) : (
        <p className="text-sm text-slate">Comptage…</p>
      )}
    </section>
  );
}
