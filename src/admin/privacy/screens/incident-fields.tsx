import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { DateField } from '@/admin/kit/ui/date-field';
import { SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { type IncidentValues, LONG, noticeWays, SHORT, seriousness } from '../data/incidents.schema';

/** The labels of the facts of an incident: form, history of corrections. */
export const incidentLabels: Record<keyof IncidentValues, string> = {
  occurred_on: 'Date de l’incident, ou début',
  occurred_until: 'Fin, s’il a duré',
  known_on: 'Date où vous en avez eu connaissance',
  is_estimate: 'Les dates et les nombres sont approximatifs',
  circumstances: 'Ce qui s’est passé',
  information: 'Renseignements personnels visés',
  people_count: 'Nombre de personnes concernées',
  quebec_people_count: 'Dont résidant au Québec',
  sensitivity: 'Sensibilité des renseignements',
  consequences: 'Conséquences appréhendées',
  misuse_likelihood: 'Utilisations malveillantes possibles et leur probabilité',
  is_serious: 'Risque de préjudice sérieux',
  risk_reasons: 'Motifs de la conclusion',
  measures: 'Mesures prises ou prévues',
  people_advice: 'Mesures suggérées aux personnes',
  commission_notified_on: 'Avis à la Commission d’accès à l’information',
  people_notified_on: 'Avis aux personnes',
  people_notice_way: 'Moyen de l’avis',
  people_notice_reason: 'Raison d’un avis public, ou de l’absence d’avis',
};

const area = (name: keyof IncidentValues, max: number) => ({
  name,
  label: incidentLabels[name],
  maxLength: max,
  rows: max === LONG ? 4 : 2,
  className: 'sm:col-span-2',
});

const day = (name: keyof IncidentValues) => ({ name, label: incidentLabels[name] });

/** Formats a fact for a person. */
export function formatIncidentValue(name: keyof IncidentValues, values: IncidentValues): string {
  const value = values[name];
  if (typeof value === 'boolean') return value ? 'Oui' : 'Non';
  if (value === '') return 'Rien';
  if (name === 'is_serious') return labelOf(seriousness, value);
  if (name === 'people_notice_way') return labelOf(noticeWays, value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDay(value) : value;
}

/** The facts of an incident, in the order of the regulation. */
export function IncidentFields() {
  const serious = useWatch<IncidentValues, 'is_serious'>({ name: 'is_serious' }) === 'oui';
  return (
    <>
      <Part title="L’incident">
        <DateField<IncidentValues> {...day('occurred_on')} deps={['occurred_until', 'known_on']} />
        <DateField<IncidentValues> {...day('occurred_until')} optional />
        <DateField<IncidentValues>
          {...day('known_on')}
          deps={['commission_notified_on', 'people_notified_on']}
        />
        <EstimateBox />
        <TextAreaField<IncidentValues> {...area('circumstances', LONG)} required />
      </Part>
      <Part title="Les renseignements et les personnes">
        <TextAreaField<IncidentValues>
          {...area('information', SHORT)}
          hint="Par exemple&nbsp;: nom, courriel, téléphone. S’ils ne sont pas connus, dites pourquoi."
          required
        />
        <TextField<IncidentValues>
          name="people_count"
          label={incidentLabels.people_count}
          hint="Rien si le nombre est inconnu."
          inputMode="numeric"
          rules={{ deps: 'quebec_people_count' }}
        />
        <TextField<IncidentValues>
          name="quebec_people_count"
          label={incidentLabels.quebec_people_count}
          inputMode="numeric"
        />
      </Part>
      <Part title="Le risque de préjudice">
        <TextAreaField<IncidentValues> {...area('sensitivity', SHORT)} required />
        <TextAreaField<IncidentValues> {...area('consequences', SHORT)} required />
        <TextAreaField<IncidentValues> {...area('misuse_likelihood', SHORT)} required />
        <SelectField<IncidentValues>
          name="is_serious"
          label={incidentLabels.is_serious}
          options={seriousness}
          emptyOption="Choisir…"
          hint="La loi (P-39.1, art.&nbsp;3.7) demande de consulter votre responsable de la protection des renseignements personnels."
          required
        />
        <TextAreaField<IncidentValues> {...area('risk_reasons', SHORT)} required />
      </Part>
      <Part title="Les mesures et les avis">
        <TextAreaField<IncidentValues> {...area('measures', LONG)} required />
        <TextAreaField<IncidentValues> {...area('people_advice', SHORT)} />
        {serious && (
          <p className="rounded-lg bg-amber-pale px-4 py-3 text-sm text-amber-ink sm:col-span-2">
            Un risque de préjudice sérieux oblige à aviser avec diligence la Commission, et à aviser les
            personnes concernées (P-39.1, art.&nbsp;3.5). Inscrivez l’incident tout de suite et revenez dater
            les avis. Ce que vous apprenez après l’avis à la Commission lui est transmis avec diligence.
          </p>
        )}
        <DateField<IncidentValues> {...day('commission_notified_on')} optional />
        <DateField<IncidentValues> {...day('people_notified_on')} deps={['people_notice_way']} optional />
        <SelectField<IncidentValues>
          name="people_notice_way"
          label={incidentLabels.people_notice_way}
          options={noticeWays}
          emptyOption="Aucun pour le moment"
          rules={{ deps: 'people_notice_reason' }}
        />
        <TextAreaField<IncidentValues>
          {...area('people_notice_reason', SHORT)}
          hint="Avis public&nbsp;: l’avis direct accroîtrait le préjudice, serait d’une difficulté excessive, ou les coordonnées manquent; ou pour agir vite, l’avis direct suivant. Pas encore d’avis&nbsp;: il entraverait une enquête."
        />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-4 text-lg font-semibold">{title}</legend>
      <div className="grid gap-5 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

function EstimateBox() {
  const { register } = useFormContext<IncidentValues>();
  return (
    <label className="flex items-center gap-3 self-end pb-2.5 text-[0.95rem]">
      <input type="checkbox" className="size-5 accent-spruce" {...register('is_estimate')} />
      {incidentLabels.is_estimate}
    </label>
  );
}
