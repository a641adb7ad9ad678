import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { missingSettings, type Settings, settings, toSettingsVersion } from '@/admin/data/settings/settings';
import {
  type SettingsInput,
  type SettingsValues,
  settingsSchema,
} from '@/admin/data/settings/settings.schema';
import { useMergedSave } from '@/admin/lib/use-merged-save';
import { FormActions } from '@/admin/ui/form-actions';
import { MergeDialog } from '@/admin/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/ui/unsaved-changes';
import { paths } from '@/shared/lib/admin-paths';
import { Form, TextField } from '@/shared/ui/form-fields';
import { SenderList } from './sender-list';

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="space-y-5 rounded-xl border border-line bg-paper p-5">
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 max-w-prose text-sm text-slate">{text}</p>
      </div>
      {children}
    </section>
  );
}

const settingsLabels = {
  sender_name: 'Nom de l’expéditeur',
  legal_name: 'Nom légal',
  postal_address: 'Adresse postale',
  contact_email: 'Courriel de contact',
  contact_phone: 'Téléphone',
  verified_senders: 'Expéditeurs vérifiés',
  new_sender: 'Expéditeur à ajouter',
  daily_cap: 'Limite quotidienne',
  quiet_start: 'Heures calmes, début',
  quiet_end: 'Heures calmes, fin',
} as const;

/** The settings of e-mail sending. */
export function SettingsForm({ stored }: { stored: Settings }) {
  const save = useMutation(settings.save());
  const form = useForm<SettingsValues, unknown, SettingsInput>({
    resolver: zodResolver(settingsSchema),
    defaultValues: toSettingsVersion(stored).values,
  });
  const { submit, conflict, choose, close } = useMergedSave(form, toSettingsVersion(stored), {
    labels: settingsLabels,
    together: [['quiet_start', 'quiet_end']],
    save: async (input, readAt = '') => {
      const written = await save.mutateAsync({ input, readAt });
      form.reset(written.values);
      return written;
    },
  });
  const { control, formState } = form;
  const { errors, isDirty } = formState;
  const typed = useWatch({ control, name: 'new_sender' });
  const missing = missingSettings(stored);
  return (
    <Form form={form} aria-label="Paramètres" onSubmit={submit} className="space-y-6">
      <UnsavedChanges when={isDirty} />
      {conflict && (
        <MergeDialog conflict={conflict} labels={settingsLabels} onChoose={choose} onClose={close} />
      )}
      {missing.length > 0 && (
        <p role="alert" className="rounded-xl bg-sumac-pale px-4 py-3">
          L’envoi est refusé tant que ces paramètres sont vides&nbsp;: {missing.join(', ')}. La loi canadienne
          anti-pourriel les exige dans chaque message.
        </p>
      )}
      <Section
        title="Identité de l’expéditeur"
        text="Chaque message se termine par ces renseignements, qui doivent rester valides 60 jours après l’envoi. Le site public les montre aussi&nbsp;: il les prend à sa prochaine construction."
      >
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextField<SettingsValues>
            name="sender_name"
            label={settingsLabels.sender_name}
            required
            hint="Le nom qui s’affiche dans la boîte de réception."
          />
          <TextField<SettingsValues> name="legal_name" label={settingsLabels.legal_name} required />
        </div>
        <TextField<SettingsValues>
          name="postal_address"
          label={settingsLabels.postal_address}
          required
          hint="Numéro, rue, ville, province et code postal, sur une ligne."
        />
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextField<SettingsValues>
            name="contact_email"
            label={settingsLabels.contact_email}
            required
            hint="Les réponses y arrivent."
            type="email"
          />
          <TextField<SettingsValues> name="contact_phone" label={settingsLabels.contact_phone} type="tel" />
        </div>
      </Section>
      <Section
        title="Expéditeurs vérifiés"
        text="Les adresses desquelles une campagne peut partir. Leur domaine doit être vérifié chez le fournisseur de courriel (SPF, DKIM)."
      >
        <Controller
          control={control}
          name="verified_senders"
          render={({ field }) => (
            <SenderList
              value={field.value}
              onChange={field.onChange}
              typed={typed}
              onType={(text) => form.setValue('new_sender', text, { shouldDirty: true })}
              error={
                errors.new_sender?.message ??
                errors.verified_senders?.message ??
                errors.verified_senders?.find?.(Boolean)?.message
              }
            />
          )}
        />
      </Section>
      <Section
        title="Rythme d’envoi"
        text="Un domaine neuf commence à 150 courriels par jour, puis augmente peu à peu (250, 400, 700, 1 000)."
      >
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
          <TextField<SettingsValues>
            name="daily_cap"
            label={settingsLabels.daily_cap}
            required
            hint="Courriels de campagne par jour."
            inputMode="numeric"
          />
          <TextField<SettingsValues>
            name="quiet_start"
            label={settingsLabels.quiet_start}
            hint="Heure du Québec; peut passer minuit."
            type="time"
          />
          <TextField<SettingsValues>
            name="quiet_end"
            label={settingsLabels.quiet_end}
            hint="Les envois programmés et les relances attendent la fin."
            type="time"
          />
        </div>
      </Section>
      <FormActions pending={save.isPending} cancelTo={paths.admin.dashboard.href()} />
    </Form>
  );
}
