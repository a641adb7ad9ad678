import { Controller, useWatch } from 'react-hook-form';
import { Form, SelectField, TextField } from '@/shared/ui/form-fields';
import { missingSettings, type Studio, settings, toIdentityVersion } from '../data/settings';
import { type IdentityValues, identitySchema, taxStates } from '../data/settings.schema';
import { tables } from '../data/tables';
import { IdentityPreviews } from './identity-previews';
import { LogoField } from './logo-field';
import { Section } from './section';
import { useSettingsForm } from './use-settings-form';

const { fields } = tables.studio;

const identityLabels = {
  sender_name: fields.sender_name,
  legal_name: fields.legal_name,
  postal_address: fields.postal_address,
  contact_email: fields.contact_email,
  contact_phone: fields.contact_phone,
  neq: fields.neq,
  tax_registered: 'TPS et TVQ',
  tps_number: fields.tps_number,
  tvq_number: fields.tvq_number,
  bank_details: fields.bank_details,
  logo_path: 'Logo',
} as const;

/** The studio's identity, entered once for the site, the messages and the quotes, with a preview of each. */
export function IdentityForm({ stored }: { stored: Studio }) {
  const version = toIdentityVersion(stored);
  const { form, submit, guards, actions } = useSettingsForm({
    schema: identitySchema,
    version,
    saving: settings.saveIdentity(),
    labels: identityLabels,
    together: [['tax_registered', 'tps_number', 'tvq_number']],
  });
  const { control } = form;
  const taxes = useWatch({ control, name: 'tax_registered' });
  const missing = missingSettings(stored);
  return (
    <Form
      form={form}
      aria-label="Réglages"
      onSubmit={submit}
      className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_24rem]"
    >
      <div className="min-w-0 space-y-6">
        {guards}
        {missing.length > 0 && (
          <p role="alert" className="rounded-xl bg-sumac-pale px-4 py-3">
            L’envoi est refusé tant que ces réglages sont vides&nbsp;: {missing.join(', ')}. La loi canadienne
            anti-pourriel les exige dans chaque message.
          </p>
        )}
        <Section
          title="Identité de l’expéditeur"
          text="Chaque message se termine par ces renseignements, qui doivent rester valides 60 jours après l’envoi. Le site public les montre aussi&nbsp;: il les prend à sa prochaine construction."
        >
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <TextField<IdentityValues>
              name="sender_name"
              label={identityLabels.sender_name}
              required
              hint="Affiché sur le site, dans la boîte de réception et sur les devis."
            />
            <TextField<IdentityValues> name="legal_name" label={identityLabels.legal_name} required />
          </div>
          <TextField<IdentityValues>
            name="postal_address"
            label={identityLabels.postal_address}
            required
            hint="Numéro, rue, ville, province et code postal, sur une ligne."
          />
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <TextField<IdentityValues>
              name="contact_email"
              label={identityLabels.contact_email}
              required
              hint="Les réponses y arrivent."
              type="email"
            />
            <TextField<IdentityValues> name="contact_phone" label={identityLabels.contact_phone} type="tel" />
          </div>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
            <TextField<IdentityValues>
              name="neq"
              label={identityLabels.neq}
              hint="Numéro d’entreprise du Québec, dix chiffres."
              inputMode="numeric"
            />
            <SelectField<IdentityValues>
              name="tax_registered"
              label={identityLabels.tax_registered}
              required
              hint="Un devis ne part pas sans cette réponse."
              options={taxStates}
              emptyOption="À préciser"
            />
            {taxes === 'yes' && (
              <>
                <TextField<IdentityValues>
                  name="tps_number"
                  label={identityLabels.tps_number}
                  required
                  hint="123456789 RT0001"
                />
                <TextField<IdentityValues>
                  name="tvq_number"
                  label={identityLabels.tvq_number}
                  required
                  hint="1234567890 TQ0001"
                />
              </>
            )}
          </div>
          <TextField<IdentityValues>
            name="bank_details"
            label={identityLabels.bank_details}
            hint="Imprimées sur les factures seulement. Par exemple&nbsp;: institution 815, transit 30200, compte 123456-7."
          />
          <Controller
            control={control}
            name="logo_path"
            render={({ field }) => <LogoField value={field.value} onChange={field.onChange} />}
          />
        </Section>
        {actions}
      </div>
      <IdentityPreviews control={control} />
    </Form>
  );
}
