import type { Tables } from '@/shared/database.types';
import { Form, TextAreaField, TextField } from '@/shared/ui/form-fields';
import { type EvidenceValues, evidenceSchema, saveEvidence, toEvidenceVersion } from '../data/evidence';
import { tables } from '../data/tables';
import { Section } from './section';
import { useSettingsForm } from './use-settings-form';

const { fields } = tables.evidence_settings;

const evidenceLabels = {
  first: 'Première autorité',
  second: 'Seconde autorité',
  certificates: fields.certificates.copied,
} as const;

/** Edits the authorities that stamp the seals of surveys. */
export function EvidenceForm({ stored }: { stored: Tables<'evidence_settings'> }) {
  const { form, submit, guards, actions } = useSettingsForm({
    schema: evidenceSchema,
    version: toEvidenceVersion(stored),
    saving: saveEvidence(),
    labels: evidenceLabels,
    together: [],
  });
  return (
    <Form form={form} aria-label="Preuve" onSubmit={submit} className="space-y-6">
      {guards}
      <Section
        title="Autorités d’horodatage"
        text="Une autorité d’horodatage signe l’heure à laquelle un sceau lui est présenté. Seule une empreinte lui est envoyée, aucune image. Sans autorité, la date d’un sceau est celle que le studio déclare. Une seconde autorité sert quand la première ferme, ou qu’un tribunal doute d’elle."
      >
        <div className="space-y-4">
          <TextField<EvidenceValues>
            name="first"
            label={evidenceLabels.first}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            hint="Son adresse, que l’autorité publie ou donne avec votre abonnement."
          />
          <TextField<EvidenceValues>
            name="second"
            label={evidenceLabels.second}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
          />
          <TextAreaField<EvidenceValues>
            name="certificates"
            label={evidenceLabels.certificates}
            rows={6}
            maxLength={50_000}
            spellCheck={false}
            hint="Les certificats que l’autorité publie, collés tels quels. Ils accompagnent chaque dossier remis, pour qu’on puisse le vérifier sans connexion."
          />
        </div>
      </Section>
      {actions}
    </Form>
  );
}
