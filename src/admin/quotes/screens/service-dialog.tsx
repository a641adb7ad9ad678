import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useMergedSave } from '@/admin/kit/lib/use-merged-save';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { MergeDialog } from '@/admin/kit/ui/merge-dialog';
import { SelectField, TextAreaField, TextField } from '@/shared/ui/form-fields';
import {
  emptyQuoteService,
  type QuoteServiceInput,
  type QuoteServiceValues,
  quoteServiceSchema,
  siteServices,
} from '../data/issued-quotes.schema';
import {
  NameTakenError,
  type QuoteService,
  quoteCatalogue,
  toQuoteServiceVersion,
} from '../data/quote-catalogue';
import { tables } from '../data/tables';

const { fields } = tables.quote_services;

const labels = {
  name: fields.name,
  description: fields.description,
  unit: fields.unit,
  unit_price_cents: 'Prix unitaire ($)',
  site_service: fields.site_service,
} as const;

/** Creates or edits a service of the catalogue; a failure keeps the input, and changes of others are merged. */
export function ServiceDialog({
  service,
  onClose,
}: {
  service: QuoteService | undefined;
  onClose: () => void;
}) {
  const create = useMutation(quoteCatalogue.createService());
  const update = useMutation(quoteCatalogue.updateService(service?.id ?? ''));
  // The service as it was opened: the list behind is refetched, and its changes are merged.
  const [stored] = useState(() => service && toQuoteServiceVersion(service));
  const form = useForm<QuoteServiceValues, unknown, QuoteServiceInput>({
    resolver: zodResolver(quoteServiceSchema),
    defaultValues: stored?.values ?? emptyQuoteService,
  });
  const { submit, conflict, choose, close } = useMergedSave(form, stored, {
    labels,
    save: async (input, readAt) => {
      await (readAt ? update.mutateAsync({ service: input, readAt }) : create.mutateAsync(input));
      onClose();
      return undefined;
    },
    onError: (error) => {
      if (error instanceof NameTakenError)
        form.setError('name', { message: error.message }, { shouldFocus: true });
    },
  });
  if (conflict) return <MergeDialog conflict={conflict} labels={labels} onChoose={choose} onClose={close} />;
  return (
    <FormDialog
      form={form}
      title={service ? 'Modifier le service' : 'Nouveau service'}
      description="Une ligne de devis le reprend; les devis déjà faits ne changent pas."
      submitLabel="Enregistrer"
      pending={create.isPending || update.isPending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField<QuoteServiceValues> name="name" label={labels.name} required />
      <TextAreaField<QuoteServiceValues>
        name="description"
        label={labels.description}
        hint="Ce que la ligne du devis dira; le nom, si elle est vide."
        rows={3}
      />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField<QuoteServiceValues> name="unit" label={labels.unit} hint="jour, km, visite…" />
        <TextField<QuoteServiceValues>
          name="unit_price_cents"
          label={labels.unit_price_cents}
          hint="Avant taxes"
          required
          inputMode="decimal"
        />
      </div>
      <SelectField<QuoteServiceValues>
        name="site_service"
        label={labels.site_service}
        hint="Le site l’affiche «&nbsp;à partir de&nbsp;» ce prix, si le profil public le permet."
        emptyOption="Aucun"
        options={siteServices}
      />
    </FormDialog>
  );
}
