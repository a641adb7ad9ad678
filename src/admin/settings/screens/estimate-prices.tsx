import { serviceTypes } from '@contract/quote-request';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { labelOf } from '@/admin/kit/lib/label-of';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import {
  type EstimatePriceValues,
  estimateBases,
  estimatePriceSchema,
  toEstimateColumns,
  toEstimatePrice,
} from '@/admin/quotes/data/estimate';
import { type QuoteService, quoteCatalogue } from '@/admin/quotes/data/quote-catalogue';
import { quotePaths } from '@/admin/quotes/paths';
import { formatCents } from '@/shared/lib/money';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { FieldError } from '@/shared/ui/field';
import { SelectField, TextField } from '@/shared/ui/form-fields';
import { Spinner } from '@/shared/ui/spinner';
import { Section } from './section';

/** Describes in words how a price counts. */
function inWords({ estimate_basis, estimate_kinds, estimate_margin }: QuoteService): string {
  if (estimate_basis === null) return 'Ne compte pas dans l’estimation';
  const margin = estimate_margin > 0 ? `, jusqu’à ${estimate_margin}\u00a0% de plus` : '';
  const kinds = estimate_kinds.map((kind) => labelOf(serviceTypes, kind)).join(', ');
  return `${estimateBases[estimate_basis]}${margin} · ${kinds}`;
}

/** Edits how one price of the catalogue counts; « Annuler » restores it. */
function PriceDialog({ service, onClose }: { service: QuoteService; onClose: () => void }) {
  const change = useMutation(quoteCatalogue.changeService());
  const form = useForm<EstimatePriceValues, unknown, z.output<typeof estimatePriceSchema>>({
    resolver: zodResolver(estimatePriceSchema),
    defaultValues: toEstimatePrice(service),
  });
  const counts = form.watch('basis') !== '';
  const { kinds: problem } = form.formState.errors;
  return (
    <FormDialog
      form={form}
      title={service.name}
      description={`${formatCents(service.unit_price_cents)} au catalogue, avant taxes. Les visiteurs verront ce nom et ce prix.`}
      submitLabel="Enregistrer"
      pending={change.isPending}
      onSubmit={(values) =>
        change.mutate({ service, change: toEstimateColumns(values) }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <SelectField<EstimatePriceValues>
        name="basis"
        label="Comment le compter"
        required
        emptyOption="Ne compte pas dans l’estimation"
        options={estimateBases}
      />
      {counts && (
        <>
          <fieldset aria-describedby={problem && 'genres-erreur'}>
            <legend className="mb-1.5 text-[0.95rem] font-semibold">Pour quels projets</legend>
            <div className="grid grid-cols-1 gap-x-5 gap-y-1.5 sm:grid-cols-2">
              {Object.entries(serviceTypes).map(([value, label]) => (
                <label key={value} className="flex min-h-8 items-center gap-3">
                  <input
                    type="checkbox"
                    value={value}
                    {...form.register('kinds')}
                    className="size-5 shrink-0 accent-spruce"
                  />
                  {label}
                </label>
              ))}
            </div>
            {problem && <FieldError id="genres-erreur">{problem.message}</FieldError>}
          </fieldset>
          <TextField<EstimatePriceValues>
            name="margin"
            label="Marge (%)"
            required
            inputMode="numeric"
            autoComplete="off"
            hint="De combien le prix peut monter dans un cas difficile. L’estimation va du prix du catalogue à ce prix plus la marge; 0 pour un prix ferme."
          />
        </>
      )}
    </FormDialog>
  );
}

/** The prices of the catalogue, each with how it counts in the public estimate. */
export function EstimatePrices() {
  const query = useQuery(quoteCatalogue.services());
  const [edited, setEdited] = useState<QuoteService>();
  const { data: services } = query;
  return (
    <Section
      title="Ce qui compte"
      text="Les prix viennent du catalogue des devis. Dites de chacun s’il compte dans l’estimation, et comment; un changement vaut aussitôt."
    >
      {query.isPending ? (
        <Spinner />
      ) : !services ? (
        <ErrorState
          title="Impossible de charger le catalogue"
          error={query.error}
          onRetry={() => query.refetch()}
        />
      ) : services.length === 0 ? (
        <EmptyState title="Aucun prix pour le moment">
          <p className="max-w-prose text-slate">Ajoutez d’abord vos services au catalogue des devis.</p>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {services.map((service) => (
            <li
              key={service.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5"
            >
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-semibold wrap-anywhere">
                  {service.name}{' '}
                  <span className="font-normal whitespace-nowrap tabular-nums">
                    {formatCents(service.unit_price_cents)}
                  </span>
                </p>
                <p className="text-sm wrap-anywhere text-slate">{inWords(service)}</p>
              </div>
              <AdminsOnly>
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Modifier ${service.name}`}
                  onClick={() => setEdited(service)}
                >
                  Modifier
                </Button>
              </AdminsOnly>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm">
        <Link to={quotePaths.catalogue.href()} className="font-medium underline underline-offset-4">
          Ouvrir le catalogue
        </Link>
      </p>
      {edited && <PriceDialog service={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  );
}
