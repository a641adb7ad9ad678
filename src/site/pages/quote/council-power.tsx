import { frenchDay } from '@contract/french-date';
import { useFormContext, useWatch } from 'react-hook-form';
import { councilAuthorities } from '@/shared/data/quote-acceptance';
import { readDay } from '@/shared/lib/typed-day';
import { TextField } from '@/shared/ui/form-fields';
import { PdfField, type useJoinedPdf } from '@/shared/ui/pdf-field';
import type { AcceptanceValues } from '@/site/data/public-quotes.schema';

/** A council's authority to accept and its proof; this part of the form is shown to public clients only. */
export function CouncilPower({ resolution }: { resolution: ReturnType<typeof useJoinedPdf> }) {
  const { register, setValue, control } = useFormContext<AcceptanceValues>();
  const authority = useWatch({ control, name: 'authority' });

  /** Shows the day in words, so that a person sees how « 9/11/2026 » was read. */
  const showDayAsRead = ({ target }: { target: HTMLInputElement }) => {
    const day = readDay(target.value);
    if (day) setValue('resolutionDate', frenchDay(day), { shouldValidate: true });
  };

  return (
    <>
      <fieldset>
        <legend className="mb-1.5 text-[0.95rem] font-semibold">
          Ce qui autorise la dépense
          <span aria-hidden="true" className="text-sumac">
            {' '}
            *
          </span>
        </legend>
        {Object.entries(councilAuthorities).map(([value, label]) => (
          <label key={value} className="flex min-h-10 items-center gap-3">
            <input
              type="radio"
              value={value}
              {...register('authority')}
              className="size-5 shrink-0 accent-spruce"
            />
            {label}
          </label>
        ))}
      </fieldset>
      {authority === 'resolution' ? (
        <>
          <TextField<AcceptanceValues>
            name="resolutionNumber"
            label="Numéro de la résolution"
            required
            autoComplete="off"
          />
          <TextField<AcceptanceValues>
            name="resolutionDate"
            label="Date de la résolution"
            hint="Par exemple&nbsp;: 9&nbsp;novembre 2026 ou 2026-11-09"
            required
            autoComplete="off"
            rules={{ onBlur: showDayAsRead }}
          />
          <PdfField label="Copie de la résolution" joined={resolution} />
        </>
      ) : (
        <TextField<AcceptanceValues>
          name="purchaseOrder"
          label="Numéro du bon de commande"
          required
          autoComplete="off"
        />
      )}
    </>
  );
}
