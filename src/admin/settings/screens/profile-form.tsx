import { type FieldPath, useFormContext } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { DateField } from '@/admin/kit/ui/date-field';
import { quotePaths } from '@/admin/quotes/paths';
import type { Tables } from '@/shared/database.types';
import { Form, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { saveProfile, toProfileVersion } from '../data/public-profile';
import { type ProfileValues, profileLabels, profileSchema } from '../data/public-profile.schema';
import { Section } from './section';
import { useSettingsForm } from './use-settings-form';

/** A statement that the studio makes by ticking it. */
function Statement({ name, label, hint }: { name: FieldPath<ProfileValues>; label: string; hint: string }) {
  const { register } = useFormContext<ProfileValues>();
  return (
    <label className="flex min-h-6 items-start gap-3">
      <input type="checkbox" {...register(name)} className="mt-0.5 size-5 shrink-0 accent-spruce" />
      <span>
        <span className="font-semibold">{label}</span>
        <span className="block text-sm text-slate">{hint}</span>
      </span>
    </label>
  );
}

const durationFields = [
  { name: 'planning_time', example: '1 à 2 semaines' },
  { name: 'capture_time', example: '1 à 3 jours sur place' },
  { name: 'processing_time', example: '2 à 3 semaines' },
  { name: 'publication_time', example: '2 jours ouvrables' },
] as const;

/** The studio's presentation to buyers; an empty field is not shown. */
export function ProfileForm({ stored }: { stored: Tables<'studio_profile'> }) {
  const { form, submit, guards, actions } = useSettingsForm({
    schema: profileSchema,
    version: toProfileVersion(stored),
    saving: saveProfile(),
    labels: profileLabels,
    together: [['insurer', 'insurance_number', 'insurance_amount_cents', 'insurance_until']],
  });
  return (
    <Form form={form} aria-label="Profil public" onSubmit={submit} className="space-y-6">
      {guards}
      <Section
        title="Assurance responsabilité"
        text="Affichée à la page «&nbsp;Pour les municipalités&nbsp;» jusqu’à sa date de fin, puis retirée automatiquement."
      >
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextField<ProfileValues> name="insurer" label={profileLabels.insurer} autoComplete="off" />
          <TextField<ProfileValues>
            name="insurance_number"
            label={profileLabels.insurance_number}
            autoComplete="off"
          />
          <TextField<ProfileValues>
            name="insurance_amount_cents"
            label={profileLabels.insurance_amount_cents}
            inputMode="decimal"
            autoComplete="off"
          />
          <DateField<ProfileValues> name="insurance_until" label={profileLabels.insurance_until} optional />
        </div>
      </Section>
      <Section
        title="Vos engagements"
        text="Dans vos mots. Une municipalité les versera à son dossier&nbsp;: n’écrivez que ce que vous faites."
      >
        <TextAreaField<ProfileValues>
          name="picture_rights"
          label={profileLabels.picture_rights}
          hint="Qui peut publier, modifier et conserver les images, et jusqu’à quand."
          rows={3}
        />
        <TextAreaField<ProfileValues>
          name="privacy_practice"
          label={profileLabels.privacy_practice}
          hint="Ce qui est flouté, quand, et ce que deviennent les originaux."
          rows={3}
        />
        <TextAreaField<ProfileValues>
          name="delivery_formats"
          label={profileLabels.delivery_formats}
          hint="Un élément par ligne."
          rows={4}
        />
        <Statement
          name="hosted_in_quebec"
          label="Les fichiers sont hébergés au Québec jusqu’à la livraison"
          hint="Le site ne le dit que si c’est coché."
        />
      </Section>
      <Section title="À propos" text="Ce que montre la page «&nbsp;À propos&nbsp;».">
        <TextAreaField<ProfileValues>
          name="about"
          label={profileLabels.about}
          hint="Un paragraphe par ligne."
          rows={5}
        />
        <TextAreaField<ProfileValues>
          name="team"
          label={profileLabels.team}
          hint="Une personne par ligne&nbsp;: prénom et nom, puis sa fonction après une virgule."
          rows={3}
        />
        <TextAreaField<ProfileValues>
          name="territory"
          label={profileLabels.territory}
          hint="Les régions où vous allez, et d’où vous partez."
          rows={2}
        />
      </Section>
      <Section
        title="Durées"
        text="Ce que prend d’habitude chaque étape d’un service, à la page «&nbsp;Services&nbsp;». Une étape sans durée n’en montre pas."
      >
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          {durationFields.map(({ name, example }) => (
            <TextField<ProfileValues>
              key={name}
              name={name}
              label={profileLabels[name]}
              hint={`Par exemple\u00a0: ${example}`}
              autoComplete="off"
            />
          ))}
        </div>
      </Section>
      <Section title="Prix" text="Le plus bas prix de chaque service, tiré du catalogue des devis.">
        <Statement
          name="shows_prices"
          label="Afficher «&nbsp;à partir de&nbsp;» à la page Services"
          hint="Pour les seuls services du catalogue qui disent sous quel service du site ils paraissent."
        />
        <p className="text-sm">
          <Link to={quotePaths.catalogue.href()} className="font-medium underline underline-offset-4">
            Ouvrir le catalogue
          </Link>
        </p>
      </Section>
      {actions}
    </Form>
  );
}
