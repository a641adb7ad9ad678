import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import {
  emptyQuoteService,
  type QuoteServiceInput,
  type QuoteServiceValues,
  quoteServiceSchema,
} from '@/admin/data/issued-quotes/issued-quotes.schema';
import {
  NameTakenError,
  type QuoteService,
  quoteCatalogue,
} from '@/admin/data/issued-quotes/quote-catalogue';
import { FormDialog } from '@/admin/ui/form-dialog';
import { typedHundredths } from '@/shared/lib/money';
import { TextAreaField, TextField } from '@/shared/ui/form-fields';

/** A service of the catalogue, new or the one given; a failure keeps what was typed. */
export function ServiceDialog({
  service,
  onClose,
}: {
  service: QuoteService | undefined;
  onClose: () => void;
}) {
  const create = useMutation(quoteCatalogue.createService());
  const change = useMutation(quoteCatalogue.changeService());
  const form = useForm<QuoteServiceValues, unknown, QuoteServiceInput>({
    resolver: zodResolver(quoteServiceSchema),
    defaultValues: service
      ? {
          ...{ name: service.name, description: service.description, unit: service.unit },
          unit_price_cents: typedHundredths(service.unit_price_cents),
        }
      : emptyQuoteService,
  });
  const done = {
    onSuccess: onClose,
    onError: (error: Error) => {
      if (error instanceof NameTakenError)
        form.setError('name', { message: error.message }, { shouldFocus: true });
    },
  };
  return (
    <FormDialog
      form={form}
      title={service ? 'Modifier le service' : 'Nouveau service'}
      description="Une ligne de devis le reprend; les devis déjà faits ne changent pas."
      submitLabel="Enregistrer"
      pending={create.isPending || change.isPending}
      onSubmit={(input) =>
        service ? change.mutate({ service, change: input }, done) : create.mutate(input, done)
      }
      onClose={onClose}
    >
      <TextField<QuoteServiceValues> name="name" label="Nom" required />
      <TextAreaField<QuoteServiceValues>
        name="description"
        label="Description"
        hint="Ce que la ligne du devis dira; le nom, si elle est vide."
        rows={3}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField<QuoteServiceValues> name="unit" label="Unité" hint="jour, km, visite…" />
        <TextField<QuoteServiceValues>
          name="unit_price_cents"
          label="Prix unitaire ($)"
          hint="Avant taxes"
          required
          inputMode="decimal"
        />
      </div>
    </FormDialog>
  );
}
