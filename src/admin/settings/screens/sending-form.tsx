import { Controller, useWatch } from 'react-hook-form';
import { DateField } from '@/admin/kit/ui/date-field';
import { Fold } from '@/admin/kit/ui/fold';
import { Form, TextField } from '@/shared/ui/form-fields';
import { type SendingSettings, settings, signaturesOf, toSendingVersion } from '../data/settings';
import { type SendingValues, sendingSchema } from '../data/settings.schema';
import { tables } from '../data/tables';
import { useSetupReturn } from '../parts/setup-return';
import { Section } from './section';
import { SenderList } from './sender-list';
import { useSettingsForm } from './use-settings-form';

const { fields } = tables.sending_settings;

const sendingLabels = {
  verified_senders: fields.verified_senders,
  new_sender: 'Expéditeur à ajouter',
  daily_cap: fields.daily_cap,
  quiet_start: 'Heures calmes, début',
  quiet_end: 'Heures calmes, fin',
  campaign_gap_days: fields.campaign_gap_days.copied,
  warms_up: 'Réchauffement du domaine',
  inbound_domain: fields.inbound_domain.copied,
  mandate_number: 'Numéro du mandat',
  mandate_from: 'Mandat, début',
  mandate_until: 'Mandat, fin',
} as const;

/** The senders and the pace of messages. */
export function SendingForm({ stored, contactEmail }: { stored: SendingSettings; contactEmail: string }) {
  const { isFromSetup } = useSetupReturn();
  const version = toSendingVersion(stored);
  // During the first setup, the contact address is proposed as sender, to be saved or replaced.
  if (isFromSetup && stored.verified_senders.length === 0) version.values.new_sender = contactEmail;
  const { form, submit, guards, actions } = useSettingsForm({
    schema: sendingSchema,
    version,
    saving: settings.saveSending(),
    labels: sendingLabels,
    together: [
      ['quiet_start', 'quiet_end'],
      ['mandate_number', 'mandate_from', 'mandate_until'],
    ],
  });
  const { control } = form;
  const { errors } = form.formState;
  const isAdvancedWrong = Boolean(errors.mandate_number ?? errors.mandate_from ?? errors.mandate_until);
  const typed = useWatch({ control, name: 'new_sender' });
  return (
    <Form form={form} aria-label="Courriels" onSubmit={submit} className="space-y-6">
      {guards}
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
              signatures={signaturesOf(stored)}
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
        text="Un domaine neuf commence à 150 courriels par jour, puis augmente peu à peu."
      >
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextField<SendingValues>
            name="daily_cap"
            label={sendingLabels.daily_cap}
            required
            hint="Courriels de campagne par jour."
            inputMode="numeric"
          />
          <TextField<SendingValues>
            name="campaign_gap_days"
            label={sendingLabels.campaign_gap_days}
            required
            hint="Une personne ne reçoit qu’une campagne en autant de jours; 0, sans limite."
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
      <Section
        id="reception"
        title="Réponses reçues"
        text="Sans domaine de réception, les réponses arrivent au courriel de contact et rien n’est classé ici."
      >
        <TextField<SendingValues>
          name="inbound_domain"
          label={sendingLabels.inbound_domain}
          hint="Un sous-domaine réservé, par exemple reponses.monstudio.ca, dont l’enregistrement MX mène au fournisseur. Chaque message porte alors sa propre adresse de réponse."
          maxLength={200}
        />
      </Section>
      <Fold anchor="avance" title="Avancé" isOpen={isAdvancedWrong}>
        <Section
          title={sendingLabels.warms_up}
          text="Pour un domaine qui n’a pas encore écrit à beaucoup de monde."
        >
          <label className="flex min-h-8 items-start gap-3 text-[0.95rem]">
            <input
              type="checkbox"
              {...form.register('warms_up')}
              className="mt-0.5 size-5 shrink-0 accent-spruce"
            />
            <span>
              <span className="font-semibold">{sendingLabels.warms_up}</span>
              <span className="block text-sm text-slate">
                La limite monte seule par paliers (150, 250, 400, 700, 1{'\u00a0'}000 par jour), un jour bien
                rempli à la fois, sans dépasser la limite quotidienne.
              </span>
            </span>
          </label>
        </Section>
        <Section
          title="Mandat au registre des lobbyistes"
          text="Relancer un titulaire d’une charge publique (municipalité, MRC, organisme public) peut être du lobbyisme (loi T-11.011). Tant qu’un mandat inscrit ici est en vigueur, il est le motif gardé avec chaque relance. Ceci informe et n’est pas un avis juridique."
        >
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-3">
            <TextField<SendingValues>
              name="mandate_number"
              label={sendingLabels.mandate_number}
              maxLength={100}
            />
            <DateField<SendingValues> name="mandate_from" label={sendingLabels.mandate_from} optional />
            <DateField<SendingValues> name="mandate_until" label={sendingLabels.mandate_until} optional />
          </div>
        </Section>
      </Fold>
      {actions}
    </Form>
  );
}
