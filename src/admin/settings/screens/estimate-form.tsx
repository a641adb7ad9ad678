import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { PlaceFields } from '@/admin/municipalities/parts/place-fields';
import {
  type EstimateValues,
  estimateLabels,
  estimatePreview,
  estimateSchema,
  saveEstimate,
  toEstimateVersion,
} from '@/admin/quotes/data/estimate';
import type { Tables } from '@/shared/database.types';
import { Estimator } from '@/shared/estimate/estimator';
import { paths } from '@/shared/lib/paths';
import { ErrorState } from '@/shared/ui/error-state';
import { Form, TextField } from '@/shared/ui/form-fields';
import { Spinner } from '@/shared/ui/spinner';
import { settingsOf } from '../data/settings';
import { Section } from './section';
import { useSettingsForm } from './use-settings-form';

function PublicSwitch() {
  const { register } = useFormContext<EstimateValues>();
  return (
    <label className="flex min-h-6 items-start gap-3">
      <input type="checkbox" {...register('is_public')} className="mt-0.5 size-5 shrink-0 accent-spruce" />
      <span>
        <span className="font-semibold">Montrer mes prix et l’estimation aux visiteurs</span>
        <span className="block text-sm text-slate">
          «&nbsp;Estimer mon projet&nbsp;» entre alors au menu du site. Sans cela, la page dit que les prix
          sont donnés sur soumission.
        </span>
      </span>
    </label>
  );
}

/** Edits whether visitors estimate their project by themselves, the delay and the trips. */
export function EstimateForm({ stored }: { stored: Tables<'estimate_settings'> }) {
  const { form, submit, guards, actions } = useSettingsForm({
    schema: estimateSchema,
    version: toEstimateVersion(stored),
    saving: saveEstimate(),
    labels: estimateLabels,
    together: [
      ['weeks_low', 'weeks_high'],
      ['city', 'region'],
    ],
  });
  const whole = { required: false, inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <Form form={form} aria-label="Prix et estimation" onSubmit={submit} className="space-y-6">
      {guards}
      <Section
        title="Estimation publique"
        text="Un visiteur décrit son projet et voit un ordre de grandeur, un délai et le coût net pour une municipalité."
      >
        <PublicSwitch />
      </Section>
      <Section
        title="Délai"
        text="De l’accord à la livraison. Ce que prend une journée sur place compte aussi dans les prix «&nbsp;par jour&nbsp;»."
      >
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextField<EstimateValues> name="weeks_low" label={estimateLabels.weeks_low} {...whole} />
          <TextField<EstimateValues> name="weeks_high" label={estimateLabels.weeks_high} {...whole} />
          <TextField<EstimateValues> name="scenes_per_day" label={estimateLabels.scenes_per_day} {...whole} />
          <TextField<EstimateValues> name="km_per_day" label={estimateLabels.km_per_day} {...whole} />
        </div>
      </Section>
      <Section
        title="Déplacement"
        text="La route est estimée de la ville de départ à la municipalité la plus proche et à la plus éloignée de la MRC, à vol d’oiseau plus trois dixièmes. Plus loin que la distance indiquée, l’estimation dit que le déplacement est précisé dans la soumission."
      >
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <PlaceFields
            labels={{ city: estimateLabels.city, region: estimateLabels.region }}
            hint="Sans ville de départ, le déplacement n’est pas compté."
          />
          <TextField<EstimateValues>
            name="farthest_km"
            label={estimateLabels.farthest_km}
            {...whole}
            required
          />
        </div>
      </Section>
      {actions}
    </Form>
  );
}

/** The estimate as visitors see it, or will see it, from what is saved. */
export function EstimatePreview() {
  const query = useQuery(estimatePreview());
  const settings = useQuery(settingsOf('estimate_settings'));
  const { data } = query;
  const isPublic = settings.data?.is_public === true;
  const isPlaceUnknown =
    data?.places.length === 0 && data.prices.some(({ basis }) => basis === 'deplacement');
  return (
    <Section
      title="Ce que voit le public"
      text={
        isPublic
          ? `C’est la page ${paths.estimate.href()} du site, d’après ce qui est enregistré. Essayez-la.`
          : 'Rien de ceci n’est public pour le moment. Essayez l’estimation avant de la montrer.'
      }
    >
      {query.isPending ? (
        <Spinner />
      ) : query.isError ? (
        <ErrorState
          title="Impossible de charger l’aperçu"
          error={query.error}
          onRetry={() => query.refetch()}
        />
      ) : !data ? (
        <p className="text-slate">
          Aucun prix ne compte encore&nbsp;: le public lit «&nbsp;Les prix sont donnés sur soumission.&nbsp;»
        </p>
      ) : (
        <>
          {isPlaceUnknown && (
            <p className="rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
              Le déplacement n’est pas compté&nbsp;: indiquez une ville de départ du répertoire.
            </p>
          )}
          {data.tax_status === null && (
            <p className="rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
              Le coût net n’est pas montré&nbsp;: dites d’abord, sous «&nbsp;Studio&nbsp;», si vous percevez
              les taxes.
            </p>
          )}
          {/* Begins again when prices change: the first kind may be another. */}
          <Estimator key={query.dataUpdatedAt} data={data} />
        </>
      )}
    </Section>
  );
}
