import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  type CampaignInput,
  type CampaignValues,
  type ScheduleValues,
  TEST_SENDER,
} from '@/admin/data/campaigns/campaigns.schema';
import type { EmailTemplate } from '@/admin/data/email-templates/email-templates';
import type { Settings } from '@/admin/data/settings/settings';
import { controlClass, Field } from '@/shared/ui/field';
import { ScheduleFields } from './schedule-fields';
import { unknownInTemplate } from './unknown-in-template';

export type CampaignFormApi = UseFormReturn<CampaignValues, unknown, CampaignInput>;

const selectClass = `${controlClass} h-[2.875rem]`;

const byName = (templates: readonly EmailTemplate[]) =>
  [...templates].sort((a, b) => a.name.localeCompare(b.name, 'fr'));

function TemplateOptions({ templates }: { templates: readonly EmailTemplate[] }) {
  return byName(templates).map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

/** What is sent, under which name, and from whom. */
export function MessageFields({
  form,
  templates,
  settings,
}: {
  form: CampaignFormApi;
  templates: readonly EmailTemplate[];
  settings: Settings;
}) {
  const { register, watch, formState } = form;
  const { errors } = formState;
  const [templateId, sender] = watch(['template_id', 'from_email']);
  const template = templates.find(({ id }) => id === templateId);
  const senders = settings.verified_senders.length > 0 ? settings.verified_senders : [TEST_SENDER];
  return (
    <div className="space-y-5">
      <Field label="Nom de la campagne" required error={errors.name?.message}>
        {(control) => <input {...control} {...register('name')} className={controlClass} />}
      </Field>
      <Field
        label="Template"
        required
        error={errors.template_id?.message ?? (template && unknownInTemplate(template))}
      >
        {(control) => (
          <select {...control} {...register('template_id')} className={selectClass}>
            <option value="">Choisir un template</option>
            <TemplateOptions templates={templates} />
          </select>
        )}
      </Field>
      <Field
        label="Expéditeur"
        required
        error={errors.from_email?.message}
        hint={
          sender === TEST_SENDER
            ? 'Adresse d’essai du fournisseur\u00a0: elle n’écrit qu’à l’adresse de votre propre compte chez lui. Pour écrire à vos contacts, utilisez une adresse d’un domaine vérifié, ajoutée dans les paramètres.'
            : 'Une adresse d’un domaine vérifié chez le fournisseur, gérée dans les paramètres.'
        }
      >
        {(control) => (
          <select {...control} {...register('from_email')} className={selectClass}>
            {senders.map((address) => (
              <option key={address} value={address}>
                {address}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

/** Now, or at a moment of Québec's clocks. */
export function MomentFields({ form }: { form: CampaignFormApi }) {
  const name = useId();
  const isNow = form.watch('send_now');
  const set = (send_now: boolean) => {
    form.setValue('send_now', send_now, { shouldDirty: true });
    form.clearErrors(['send_day', 'send_time']);
  };
  return (
    <fieldset className="space-y-4">
      <legend className="mb-1.5 text-[0.95rem] font-semibold">Moment de l’envoi</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {(
          [
            [true, 'Envoyer maintenant'],
            [false, 'Programmer l’envoi'],
          ] as const
        ).map(([value, label]) => (
          <label key={label} className="inline-flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name={name}
              className="size-5 accent-spruce"
              checked={isNow === value}
              onChange={() => set(value)}
            />
            {label}
          </label>
        ))}
      </div>
      {/* These two fields are among the form's; its type cannot be narrowed to them. */}
      {!isNow && <ScheduleFields form={form as unknown as UseFormReturn<ScheduleValues>} />}
    </fieldset>
  );
}

/** A second message, by itself, to those who did not answer. */
export function FollowupFields({
  form,
  templates,
}: {
  form: CampaignFormApi;
  templates: readonly EmailTemplate[];
}) {
  const { register, watch, formState } = form;
  const { errors } = formState;
  return (
    <fieldset className="space-y-4">
      <legend className="mb-1.5 text-[0.95rem] font-semibold">Relance</legend>
      <label className="inline-flex min-h-8 items-center gap-2">
        <input type="checkbox" className="size-5 accent-spruce" {...register('auto_followup')} />
        Relance automatique
      </label>
      {watch('auto_followup') && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Délai (jours)"
            required
            error={errors.followup_days?.message}
            hint="De 1 à 30 jours après l’envoi, à qui est encore nouveau ou contacté."
          >
            {(control) => (
              <input
                {...control}
                {...register('followup_days')}
                inputMode="numeric"
                className={controlClass}
              />
            )}
          </Field>
          <Field label="Template de relance" required error={errors.followup_template_id?.message}>
            {(control) => (
              <select {...control} {...register('followup_template_id')} className={selectClass}>
                <option value="">Le même, avec «&nbsp;Re&nbsp;:&nbsp;»</option>
                <TemplateOptions templates={templates} />
              </select>
            )}
          </Field>
        </div>
      )}
    </fieldset>
  );
}
