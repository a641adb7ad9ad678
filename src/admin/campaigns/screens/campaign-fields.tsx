import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import type { EmailTemplate } from '@/admin/messages/data/email-templates';
import type { SenderSettings } from '@/admin/settings/data/settings';
import { SelectField, TextField } from '@/shared/ui/form-fields';
import { type CampaignValues, TEST_SENDER } from '../data/campaigns.schema';
import { tables } from '../data/tables';
import { CampaignTextFields, faultIn, textOf } from './campaign-text';
import { ScheduleFields } from './schedule-fields';

const { fields } = tables.campaigns;

/** The templates as options of a select, by name. */
export function TemplateOptions({ templates }: { templates: readonly EmailTemplate[] }) {
  const byName = [...templates].sort((a, b) => a.name.localeCompare(b.name, 'fr'));
  return byName.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}

/** Name, message and sender of a campaign. */
export function MessageFields({
  templates,
  settings,
}: {
  templates: readonly EmailTemplate[];
  settings: SenderSettings;
}) {
  const { watch } = useFormContext<CampaignValues>();
  const [templateId, sender, message_subject, message_body] = watch([
    'template_id',
    'from_email',
    'message_subject',
    'message_body',
  ]);
  const template = templates.find(({ id }) => id === templateId);
  const text = textOf(template, { message_subject, message_body });
  const senders = settings.verified_senders.length > 0 ? settings.verified_senders : [TEST_SENDER];
  return (
    <div className="space-y-5">
      <TextField<CampaignValues> name="name" label="Nom de la campagne" required />
      <SelectField<CampaignValues>
        name="template_id"
        label="Template"
        required
        error={text && faultIn(text)}
        emptyOption="Choisir un template"
      >
        <TemplateOptions templates={templates} />
      </SelectField>
      <CampaignTextFields template={template} />
      <SelectField<CampaignValues>
        name="from_email"
        label={fields.from_email}
        required
        hint={
          sender === TEST_SENDER
            ? 'Adresse d’essai du fournisseur\u00a0: elle n’écrit qu’à l’adresse de votre propre compte chez lui. Pour écrire à vos contacts, utilisez une adresse d’un domaine vérifié, ajoutée dans les réglages.'
            : 'Une adresse d’un domaine vérifié chez le fournisseur, gérée dans les réglages.'
        }
      >
        {senders.map((address) => (
          <option key={address} value={address}>
            {address}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

const moments = [
  { now: true, label: 'Envoyer maintenant' },
  { now: false, label: 'Programmer l’envoi' },
];

/** The moment of sending: now, or on a day and at a time in Québec. */
export function MomentFields() {
  const name = useId();
  const { watch, setValue, clearErrors } = useFormContext<CampaignValues>();
  const isNow = watch('send_now');
  const choose = (now: boolean) => {
    setValue('send_now', now, { shouldDirty: true });
    clearErrors(['send_day', 'send_time']);
  };
  return (
    <fieldset className="space-y-4">
      <legend className="mb-1.5 text-[0.95rem] font-semibold">Moment de l’envoi</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {moments.map(({ now, label }) => (
          <label key={label} className="inline-flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name={name}
              className="size-5 accent-spruce"
              checked={isNow === now}
              onChange={() => choose(now)}
            />
            {label}
          </label>
        ))}
      </div>
      {!isNow && <ScheduleFields />}
    </fieldset>
  );
}
