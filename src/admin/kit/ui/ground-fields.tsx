import type { ReactNode } from 'react';
import { SelectField, TextField } from '@/shared/ui/form-fields';

type GroundValues = { ground: string; reference: string };

/**
 * Fields for the legal ground to solicit a holder of a public office, with its reference.
 *
 * @param grounds stored value → French label
 * @param children explanation of the question
 */
export function GroundFields({
  legend,
  grounds,
  required = true,
  children,
}: {
  legend: string;
  grounds: Readonly<Record<string, string>>;
  /** False when both may stay empty. */
  required?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset className="rounded-lg border border-line px-4 pt-1 pb-4 *:not-first:mt-3">
      <legend className="px-1 font-semibold">{legend}</legend>
      <p className="!mt-0 text-sm text-slate">
        {children} Solliciter un titulaire d’une charge publique peut être du lobbyisme (RLRQ,
        c.&nbsp;T-11.011). Ceci informe et n’est pas un avis juridique&nbsp;: au besoin, renseignez-vous
        auprès de Lobbyisme Québec.
      </p>
      <SelectField<GroundValues>
        name="ground"
        label="Fondement"
        required={required}
        emptyOption={required ? 'Choisir…' : 'Aucun'}
        options={grounds}
      />
      <TextField<GroundValues>
        name="reference"
        label="Référence"
        hint="La date de la demande, ou le numéro de l’appel, du contrat ou du mandat."
        required={required}
        maxLength={200}
      />
    </fieldset>
  );
}
