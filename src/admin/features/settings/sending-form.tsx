import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { type Settings, settings, toSendingVersion } from '@/admin/data/settings/settings';
import { type SendingInput, type SendingValues, sendingSchema } from '@/admin/data/settings/settings.schema';
import { useMergedSave } from '@/admin/lib/use-merged-save';
import { FormActions } from '@/admin/ui/form-actions';
import { MergeDialog } from '@/admin/ui/merge-dialog';
import { UnsavedChanges } from '@/admin/ui/unsaved-changes';
import { paths } from '@/shared/lib/admin-paths';
import { Form, TextField } from '@/shared/ui/form-fields';
import { Section } from './section';
import { SenderList } from './sender-list';

const sendingLabels = {
  verified_senders: 'Expéditeurs vérifiés',
  new_sender: 'Expéditeur à ajouter',
  daily_cap: 'Limite quotidienne',
  quiet_start: 'Heures calmes, début',
  quiet_end: 'Heures calmes, fin',
} as const;

/** From which addresses, and how fast, messages leave. */
export function SendingForm({ stored }: { stored: Settings }) {
  const save = useMutation(settings.saveSending());
  const form = useForm<SendingValues, unknown, SendingInput>({
    resolver: zodResolver(sendingSchema),
    defaultValues: toSendingVersion(stored).values,
  });
  const { submit, conflict, choose, close } = useMergedSave(form, toSendingVersion(stored), {
    labels: sendingLabels,
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
  return (
    <Form form={form} aria-label="Courriels" onSubmit={submit} className="space-y-6">
      <UnsavedChanges when={isDirty} />
      {conflict && (
        <MergeDialog conflict={conflict} labels={sendingLabels} onChoose={choose} onClose={close} />
      )}
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
          <TextField<SendingValues>
            name="daily_cap"
            label={sendingLabels.daily_cap}
            required
            hint="Courriels de campagne par jour."
            inputMode="numeric"
          />
          <TextField<SendingValues>
            name="quiet_start"
            label={sendingLabels.quiet_start}
            hint="Heure du Québec; peut passer minuit."
            type="time"
          />
          <TextField<SendingValues>
            name="quiet_end"
            label={sendingLabels.quiet_end}
            hint="Les envois programmés et les relances attendent la fin."
            type="time"
          />
        </div>
      </Section>
      <FormActions pending={save.isPending} cancelTo={paths.admin.dashboard.href()} />
    </Form>
  );
}
