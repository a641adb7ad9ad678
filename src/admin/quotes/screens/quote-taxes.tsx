import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { isSendKey } from '@/admin/kit/lib/keys';
import { settings, toTaxesVersion } from '@/admin/settings/data/settings';
import {
  type TaxesInput,
  type TaxesValues,
  taxesSchema,
  taxStates,
} from '@/admin/settings/data/settings.schema';
import type { Tables } from '@/shared/database.types';
import { Button } from '@/shared/ui/button';
import { SelectField, TextField } from '@/shared/ui/form-fields';

/** Tells whether a quote cannot be sent because the studio's tax settings are missing. */
export const lacksTaxes = ({ tax_registered, tps_number, tvq_number }: Tables<'studio'>) =>
  tax_registered === null || (tax_registered && (!tps_number || !tvq_number));

/**
 * Asks for the missing tax settings where a quote needs them. It is no form element, because it is inside the quote's
 * form.
 */
export function QuoteTaxes({ studio, onSaved }: { studio: Tables<'studio'>; onSaved: () => void }) {
  const save = useMutation(settings.saveTaxes());
  const form = useForm<TaxesValues, unknown, TaxesInput>({
    resolver: zodResolver(taxesSchema),
    defaultValues: toTaxesVersion(studio).values,
  });
  const answer = useWatch({ control: form.control, name: 'tax_registered' });
  const submit = form.handleSubmit(async (input) => {
    if (save.isPending) return;
    // This question goes once it is answered: a callback of `mutate` would go with it.
    await save.mutateAsync(input).then(onSaved, () => {});
  });
  return (
    <FormProvider {...form}>
      <section
        aria-labelledby="taxes"
        className="space-y-4 rounded-xl border border-amber-ink/40 bg-amber-pale p-4 sm:p-5"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isSendKey(event) || !(event.target instanceof HTMLInputElement))
            return;
          // Prevents the submission of the surrounding quote.
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id="taxes" className="font-semibold">
          Le studio est-il inscrit à la TPS et à la TVQ?
        </h2>
        <p className="text-sm text-amber-ink">
          Nécessaire pour envoyer un devis, demandé une fois. La réponse se corrige dans les réglages.
        </p>
        <SelectField<TaxesValues>
          name="tax_registered"
          label="TPS et TVQ"
          required
          options={taxStates}
          emptyOption="Choisir…"
        />
        {answer === 'yes' && (
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <TextField<TaxesValues>
              name="tps_number"
              label="Numéro de TPS"
              required
              hint="123456789 RT0001"
            />
            <TextField<TaxesValues>
              name="tvq_number"
              label="Numéro de TVQ"
              required
              hint="1234567890 TQ0001"
            />
          </div>
        )}
        <Button variant="outline" size="sm" pending={save.isPending} onClick={() => void submit()}>
          Enregistrer les taxes
        </Button>
      </section>
    </FormProvider>
  );
}
