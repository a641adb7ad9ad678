import { ArrowDown, ArrowUp, PencilLine, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type FieldErrors, useFieldArray, useFormContext } from 'react-hook-form';
import { followupDays } from '@/admin/kit/lib/business-hours';
import { formatLongDay } from '@/admin/kit/lib/dates';
import { IconButton } from '@/admin/kit/ui/icon-button';
import type { EmailTemplate } from '@/admin/messages/data/email-templates';
import { MessageField } from '@/admin/messages/parts/message-field';
import { lintMessage } from '@/admin/messages/parts/message-lint';
import { RemarkList } from '@/admin/messages/parts/remark-list';
import { Button } from '@/shared/ui/button';
import { SelectField, TextField } from '@/shared/ui/form-fields';
import { delayInWords, stepName } from '../data/campaign-labels';
import { type CampaignStepValues, MAX_STEPS, WRONG_DELAY } from '../data/campaigns.schema';
import { proposedStep } from '../data/proposed-steps';
import { TemplateOptions } from './campaign-fields';

/** The values that hold follow-ups, in the form of a new campaign or of a scheduled one. */
type StepsForm = { steps: CampaignStepValues[] };

/** Returns the days of a delay, or undefined for one that the form refuses. */
const delayOf = (days: string) =>
  /^\d{1,2}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= 30 ? Number(days) : undefined;

/** Returns valid delays, for a preview: a delay that is being typed counts as one day. */
export const delaysOf = (steps: readonly Pick<CampaignStepValues, 'days'>[]) =>
  steps.map(({ days }) => delayOf(days) ?? 1);

/**
 * The follow-ups of a campaign as a short list: each has its delay and its text, proposed or one's own.
 *
 * @param sentOn moment of the first message
 */
export function StepFields({ templates, sentOn }: { templates: readonly EmailTemplate[]; sentOn: Date }) {
  const { control, watch, formState } = useFormContext<StepsForm>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'steps' });
  const steps = watch('steps');
  const days = followupDays(sentOn, delaysOf(steps));
  return (
    <fieldset>
      <legend className="mb-1.5 text-[0.95rem] font-semibold">Relances</legend>
      <p className="mb-3 text-sm text-slate">
        {fields.length === 0
          ? 'Aucune\u00a0: le premier message part seul.'
          : 'Elles s’arrêtent d’elles-mêmes pour qui répond, refuse, se désabonne, devient partenaire ou a été rencontré; elles attendent le retour de qui est en absence.'}
      </p>
      {fields.length > 0 && (
        <ol className="space-y-3">
          {fields.map(({ id }, index) => (
            <StepItem
              key={id}
              index={index}
              count={fields.length}
              day={days[index]}
              templates={templates}
              errors={formState.errors.steps?.[index]}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      )}
      {fields.length < MAX_STEPS && (
        <Button
          size="sm"
          variant="outline"
          className="mt-3"
          onClick={() => append(proposedStep(fields.length), { shouldFocus: false })}
        >
          <Plus aria-hidden="true" className="size-4" />
          Ajouter une relance
        </Button>
      )}
    </fieldset>
  );
}

type ItemProps = {
  index: number;
  count: number;
  /** Day on which it would leave (`2026-12-31`). */
  day: string | undefined;
  templates: readonly EmailTemplate[];
  errors: FieldErrors<CampaignStepValues> | undefined;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function StepItem({ index, count, day, templates, errors, onMove, onRemove }: ItemProps) {
  const { watch, setValue } = useFormContext<StepsForm>();
  const [isEdited, setEdited] = useState(false);
  const [days, subject, body] = watch([
    `steps.${index}.days`,
    `steps.${index}.subject`,
    `steps.${index}.body`,
  ]);
  const isOpen = isEdited || errors?.subject !== undefined || errors?.body !== undefined;
  const name = stepName(index + 1);
  const delay = delayOf(days);
  const take = (templateId: string) => {
    const text = templates.find(({ id }) => id === templateId) ?? proposedStep(index);
    for (const field of ['subject', 'body'] as const) {
      setValue(`steps.${index}.${field}`, text[field], { shouldDirty: true, shouldValidate: isOpen });
    }
  };
  return (
    <li aria-label={name} className="rounded-xl border border-line p-4">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 text-sm text-slate">
          <span className="block font-semibold text-ink">{name}</span>
          {delay === undefined ? (
            'Délai à corriger'
          ) : (
            <>
              {delayInWords(delay)}
              {day && `, vers le ${formatLongDay(day)}`}
            </>
          )}
        </p>
        <div className="flex shrink-0">
          <IconButton label={`Monter la ${name}`} disabled={index === 0} onClick={() => onMove(index - 1)}>
            <ArrowUp aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton
            label={`Descendre la ${name}`}
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          >
            <ArrowDown aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton label={`Retirer la ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      </div>
      <div className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <TextField<StepsForm>
          name={`steps.${index}.days`}
          label="Jours ouvrables"
          required
          inputMode="numeric"
          error={days.trim() && delay === undefined ? WRONG_DELAY : undefined}
        />
        <SelectField<StepsForm>
          name={`steps.${index}.template_id`}
          label="Texte de départ"
          emptyOption="Texte proposé"
          rules={{ onChange: ({ target }) => take(String(target.value)) }}
        >
          <TemplateOptions templates={templates} />
        </SelectField>
      </div>
      {isOpen ? (
        <div className="mt-4 space-y-4">
          <TextField<StepsForm> name={`steps.${index}.subject`} label="Sujet" required maxLength={200} />
          <MessageField<StepsForm>
            name={`steps.${index}.body`}
            label="Message"
            rows={8}
            hint={`${body.length} / 5000 caractères. Mêmes variables que le premier message.`}
          />
          <RemarkList remarks={lintMessage(subject, body)} />
        </div>
      ) : (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 text-sm wrap-anywhere">
            <span className="text-slate">Sujet&nbsp;:</span> {subject}
          </p>
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Modifier le texte de la ${name}`}
            onClick={() => setEdited(true)}
          >
            <PencilLine aria-hidden="true" className="size-4" />
            Modifier le texte
          </Button>
        </div>
      )}
    </li>
  );
}
