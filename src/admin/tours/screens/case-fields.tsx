import { useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { DateField } from '@/admin/kit/ui/date-field';
import { TextAreaField, TextField } from '@/shared/ui/form-fields';
import { tourFields } from '../data/tour-labels';
import type { TourFormValues } from '../data/tours.schema';
import type { ProposalHints } from './use-tour-proposals';

/** Fields of the case study on a tour's page. */
const fields = ['client_name', 'captured_on', 'panorama_count', 'need', 'delivered', 'result'] as const;

/** The optional details of a tour's page, folded until one is opened, filled in, proposed or refused. */
export function CaseFields({ hints }: { hints: ProposalHints }) {
  const { getValues } = useFormContext<TourFormValues>();
  const { errors } = useFormState<TourFormValues>({ name: fields });
  const [isOpen, setIsOpen] = useState(() => getValues(fields).some((value) => value !== ''));
  const isRefused = fields.some((field) => errors[field]);
  const isProposed = Boolean(hints.captured_on ?? hints.panorama_count);
  const [wasProposed, setWasProposed] = useState(false);
  // Opened once, so that what is proposed is seen.
  if (isProposed && !wasProposed) {
    setWasProposed(true);
    setIsOpen(true);
  }
  return (
    <details
      open={isOpen || isRefused}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="border-t border-line pt-3"
    >
      <summary className="flex min-h-9 cursor-pointer items-center font-semibold">
        Étude de cas <span className="ml-1.5 font-normal text-slate">(facultatif)</span>
      </summary>
      <p className="mb-4 text-sm text-slate">
        Affichée sous la visite. Nommez le client seulement s’il y a consenti.
      </p>
      <div className="space-y-5">
        <TextField<TourFormValues> name="client_name" label={tourFields.client_name} autoComplete="off" />
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <DateField<TourFormValues>
            name="captured_on"
            label={tourFields.captured_on}
            hint={hints.captured_on}
            optional
          />
          <TextField<TourFormValues>
            name="panorama_count"
            label={tourFields.panorama_count}
            hint={hints.panorama_count}
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <TextAreaField<TourFormValues>
          name="need"
          label={tourFields.need}
          hint="Pourquoi le client voulait cette visite."
          rows={3}
        />
        <TextAreaField<TourFormValues>
          name="delivered"
          label={tourFields.delivered}
          hint="Panoramas, plan, images fixes, textes…"
          rows={3}
        />
        <TextAreaField<TourFormValues>
          name="result"
          label={tourFields.result}
          hint="Ce qu’elle a changé, en faits."
          rows={3}
        />
      </div>
    </details>
  );
}
