import { useId } from 'react';
import { type Control, useController } from 'react-hook-form';
import { consentVersion, consentWordings } from '@/shared/data/marketing-consent';
import type { QuoteFormValues, QuoteRequestInput } from '@/site/data/quote-requests.schema';

/**
 * Consent to commercial messages, apart from the privacy notice and never ticked beforehand. The form holds the
 * version that was ticked: a draft of an older wording comes back unticked.
 */
export function MarketingConsent({
  control,
}: {
  control: Control<QuoteFormValues, unknown, QuoteRequestInput>;
}) {
  const id = useId();
  const { field } = useController({ control, name: 'marketing_consent_version' });
  const { label, details } = consentWordings[consentVersion];
  return (
    <div className="flex gap-3 rounded-lg border border-line p-4">
      <input
        id={id}
        ref={field.ref}
        name={field.name}
        type="checkbox"
        checked={field.value === consentVersion}
        onChange={(event) => field.onChange(event.target.checked ? consentVersion : '')}
        onBlur={field.onBlur}
        aria-describedby={`${id}-details`}
        className="mt-0.5 size-6 shrink-0 accent-spruce"
      />
      <div>
        <label htmlFor={id} className="block font-semibold">
          {label} <span className="font-normal text-slate">(facultatif)</span>
        </label>
        <p id={`${id}-details`} className="mt-1 text-sm text-slate">
          {details}
        </p>
      </div>
    </div>
  );
}
