import { type MunicipalCost, municipalCost } from '@quote/municipal-cost.ts';
import type { QuoteTotals, TaxStatus } from '@quote/quote-document.ts';
import { lineAmountCents, quoteTotals } from '@quote/quote-totals.ts';

/** Kinds of projects that can be estimated: those of a quote request. */
export type ProjectKind =
  | 'visite-virtuelle'
  | 'street-view'
  | 'pre-deneigement'
  | 'infrastructure'
  | 'evenement'
  | 'autre';

/** Multiplier of a price: points of view, kilometres to capture, days on site, nothing, or kilometres to drive. */
export type EstimateBasis = 'scene' | 'kilometre' | 'jour' | 'projet' | 'deplacement';

/** A price of the catalogue that counts in the estimate, before taxes. */
export type EstimatePrice = {
  name: string;
  basis: EstimateBasis;
  kinds: ProjectKind[];
  low_cents: number;
  high_cents: number;
};

/** An MRC, or a city that belongs to none, with the road there and back to its nearest and farthest town. */
export type EstimatePlace = {
  code: string;
  name: string;
  region: string;
  low_km: number;
  high_km: number;
};

/** The answer of `public_estimate` (supabase/schemas/44_estimates.sql). */
export type EstimateData = {
  /** Null: the studio has not said whether it charges taxes. */
  tax_status: TaxStatus | null;
  weeks_low: number | null;
  weeks_high: number | null;
  scenes_per_day: number | null;
  km_per_day: number | null;
  farthest_km: number;
  prices: EstimatePrice[];
  places: EstimatePlace[];
};

/** A visitor's project. */
export type Project = { kind: ProjectKind; scenes: number; kilometres: number; place: string };

/** One end of an estimate. */
type EstimateEnd = { totals: QuoteTotals; cost: MunicipalCost };

export type Estimate = {
  /** Each price that counts, and its two amounts. */
  lines: { name: string; lowCents: number; highCents: number }[];
  low: EstimateEnd;
  high: EstimateEnd;
  days: number;
  weeks: [low: number, high: number] | null;
  /** The place of the trip in the amounts: counted, to be said with the quote, or not asked. */
  travel: 'counted' | 'on-quote' | 'none';
};

/** Working days of a week. */
const DAYS_A_WEEK = 5;

const pricesOf = ({ prices }: EstimateData, kind: ProjectKind) =>
  prices.filter(({ kinds }) => kinds.includes(kind));

/** Tells whether a kind of project has a price that is multiplied in that way. */
export const asksFor = (data: EstimateData, kind: ProjectKind, basis: EstimateBasis): boolean =>
  pricesOf(data, kind).some((price) => price.basis === basis);

/** Lists the kinds of projects that have a price beside the trip. */
export const estimatedKinds = (data: EstimateData): ProjectKind[] => [
  ...new Set(data.prices.filter(({ basis }) => basis !== 'deplacement').flatMap(({ kinds }) => kinds)),
];

/** The quantity as the lines of a quote write it. */
const formatQuantity = (quantity: number): string => quantity.toFixed(3);

/**
 * Estimates a project from the public prices, by the cents of the quotes: each line is rounded, then the taxes once on
 * their sum.
 */
export function estimateOf(data: EstimateData, project: Project): Estimate {
  const { kind, scenes, kilometres } = project;
  const place = data.places.find(({ code }) => code === project.place);
  const travel = !asksFor(data, kind, 'deplacement')
    ? 'none'
    : place && place.high_km <= data.farthest_km
      ? 'counted'
      : 'on-quote';
  const days = daysOf(data, project);
  const quantities: Record<EstimateBasis, [low: number, high: number]> = {
    scene: [scenes, scenes],
    kilometre: [kilometres, kilometres],
    jour: [days, days],
    projet: [1, 1],
    deplacement: place && travel === 'counted' ? [place.low_km, place.high_km] : [0, 0],
  };
  const priced = pricesOf(data, kind)
    .map(({ name, basis, low_cents, high_cents }) => ({
      name,
      low: { quantity: formatQuantity(quantities[basis][0]), unitPriceCents: low_cents },
      high: { quantity: formatQuantity(quantities[basis][1]), unitPriceCents: high_cents },
    }))
    .filter(({ high }) => high.quantity !== formatQuantity(0));
  const end = (which: 'low' | 'high'): EstimateEnd => {
    const totals = quoteTotals({
      lines: priced.map((line) => line[which]),
      discountKind: 'aucun',
      discountValue: 0,
      taxStatus: data.tax_status ?? 'small_supplier',
    });
    return { totals, cost: municipalCost(totals) };
  };
  const more = Math.floor((days - 1) / DAYS_A_WEEK);
  return {
    lines: priced.map(({ name, low, high }) => ({
      name,
      lowCents: lineAmountCents(low),
      highCents: lineAmountCents(high),
    })),
    low: end('low'),
    high: end('high'),
    days,
    // A capture of more than a week delays the delivery by as much.
    weeks:
      data.weeks_low !== null && data.weeks_high !== null
        ? [data.weeks_low + more, data.weeks_high + more]
        : null,
    travel,
  };
}

/** Counts the days on site, one at least. */
function daysOf(data: EstimateData, { kind, scenes, kilometres }: Project): number {
  const share = (basis: EstimateBasis, quantity: number, aDay: number | null) =>
    asksFor(data, kind, basis) && aDay !== null ? quantity / aDay : 0;
  return Math.max(
    1,
    Math.ceil(share('scene', scenes, data.scenes_per_day) + share('kilometre', kilometres, data.km_per_day)),
  );
}
