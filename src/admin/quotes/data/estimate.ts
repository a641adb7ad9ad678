import { serviceTypes } from '@contract/quote-request';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { isReportedByForm, type Version } from '@/admin/kit/lib/edit-conflict';
import { optionalNumber, toVersion } from '@/admin/kit/lib/row-codecs';
import { supabase } from '@/admin/kit/lib/supabase';
import { line, upTo } from '@/admin/kit/lib/text-schemas';
import { writeSettings } from '@/admin/settings/data/settings';
import type { Enums, Tables } from '@/shared/database.types';
import type { EstimateData } from '@/shared/estimate/estimate';
import { type QuoteService, servicesKey } from './quote-catalogue';

type Basis = Enums<'estimate_basis'>;
type Kind = Enums<'service_type'>;

/** Ways to count a price in the estimate: stored value → French label. */
export const estimateBases = {
  scene: 'Par scène',
  kilometre: 'Par kilomètre capté',
  jour: 'Par jour sur place',
  projet: 'Une fois par projet',
  deplacement: 'Par kilomètre parcouru, aller et retour',
} as const satisfies Record<Basis, string>;

/** Schema of how a price of the catalogue counts in the estimate; '' for one that does not. */
export const estimatePriceSchema = z
  .object({
    basis: z.enum(['', ...(Object.keys(estimateBases) as Basis[])]),
    kinds: z.array(z.enum(Object.keys(serviceTypes) as [Kind, ...Kind[]])),
    margin: z
      .string()
      .trim()
      .regex(/^(\d{1,2}|100)$/, 'De 0 à 100'),
  })
  .superRefine(({ basis, kinds }, context) => {
    if (basis !== '' && kinds.length === 0)
      context.addIssue({
        code: 'custom',
        path: ['kinds'],
        message: 'Choisissez au moins un genre de projet',
      });
  });

export type EstimatePriceValues = z.input<typeof estimatePriceSchema>;

/** Converts a service of the catalogue to the values of its form. */
export const toEstimatePrice = (service: QuoteService): EstimatePriceValues => ({
  basis: service.estimate_basis ?? '',
  // The database knows no other (quote_services_estimate_kinds_known).
  kinds: service.estimate_kinds as Kind[],
  margin: String(service.estimate_margin),
});

/** Converts the form's values to the columns of the catalogue. */
export const toEstimateColumns = ({ basis, kinds, margin }: z.output<typeof estimatePriceSchema>) => ({
  estimate_basis: basis === '' ? null : basis,
  estimate_kinds: kinds,
  estimate_margin: Number(margin),
});

/** A whole number that may be missing. */
const optionalWhole = (most: number) =>
  z
    .string()
    .trim()
    .refine(
      (typed) => typed === '' || (/^\d{1,4}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most),
      `De 1 à ${most}`,
    );

/** Labels of the form's fields. */
export const estimateLabels = {
  is_public: 'Estimation publique',
  weeks_low: 'Au moins (semaines)',
  weeks_high: 'Au plus (semaines)',
  scenes_per_day: 'Scènes captées en une journée',
  km_per_day: 'Kilomètres captés en une journée',
  city: 'Ville de départ',
  region: 'Région de départ',
  farthest_km: 'Compter le déplacement jusqu’à (km, aller et retour)',
} as const;

/** Schema of the public estimate. */
export const estimateSchema = z
  .object({
    is_public: z.boolean(),
    weeks_low: optionalWhole(52),
    weeks_high: optionalWhole(52),
    scenes_per_day: optionalWhole(500),
    km_per_day: optionalWhole(500),
    city: line.pipe(upTo('La ville', 100)),
    region: line.pipe(upTo('La région', 100)),
    farthest_km: optionalWhole(9999).refine((typed) => typed !== '', 'Indiquez une distance'),
  })
  .superRefine(({ weeks_low, weeks_high }, context) => {
    if ((weeks_low === '') !== (weeks_high === ''))
      context.addIssue({
        code: 'custom',
        path: [weeks_low === '' ? 'weeks_low' : 'weeks_high'],
        message: 'Un délai a deux bornes. Laissez les deux vides pour n’en montrer aucun.',
      });
    else if (Number(weeks_low) > Number(weeks_high))
      context.addIssue({
        code: 'custom',
        path: ['weeks_high'],
        message: 'Ce nombre doit être au moins celui de gauche',
      });
  });

/** The stored settings ⇄ their form. */
const estimateRow = z.object({
  is_public: z.boolean(),
  weeks_low: optionalNumber,
  weeks_high: optionalNumber,
  scenes_per_day: optionalNumber,
  km_per_day: optionalNumber,
  city: z.string(),
  region: z.string(),
  farthest_km: z.codec(z.number(), z.string(), { decode: String, encode: Number }),
});

export type EstimateValues = z.input<typeof estimateSchema>;
type EstimateInput = z.output<typeof estimateSchema>;

/** Converts the stored settings of the estimate to the form's values. */
export const toEstimateVersion = (stored: Tables<'estimate_settings'>): Version<EstimateValues> =>
  toVersion(estimateRow, stored);

/** Saves the settings of the public estimate. */
export const saveEstimate = () =>
  mutationOptions({
    mutationFn: ({ input, readAt }: { input: EstimateInput; readAt: string }) =>
      writeSettings('estimate_settings', z.encode(estimateRow, input), readAt, toEstimateVersion),
    meta: {
      silent: isReportedByForm,
      invalidates: [queryKeys.settings, servicesKey],
      successMessage: 'Estimation enregistrée',
      errorMessage: 'Impossible d’enregistrer l’estimation',
    },
  });

/** Options to read what visitors would estimate from, public or not; null without a price that counts. */
export const estimatePreview = () =>
  queryOptions({
    queryKey: [...servicesKey, 'estimate'],
    queryFn: async ({ signal }): Promise<EstimateData | null> => {
      const { data } = await supabase.rpc('estimate_preview').abortSignal(signal).throwOnError();
      return data as EstimateData | null;
    },
    meta: { errorMessage: 'Impossible de charger l’aperçu' },
  });
