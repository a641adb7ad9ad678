import type { QuoteTotals } from './quote-document.ts';

/** What a municipality pays in the end, in whole cents. */
export type MunicipalCost = { gstBackCents: number; qstBackCents: number; netCents: number };

/**
 * An estimate of what a municipality pays in the end: all of the TPS comes back to it, and half of the TVQ. Half a cent
 * stays with it, so that the net amount is never said too low.
 */
export function municipalCost({
  totalCents,
  gstCents,
  qstCents,
}: Pick<QuoteTotals, 'totalCents' | 'gstCents' | 'qstCents'>): MunicipalCost {
  const qstBackCents = Math.floor(qstCents / 2);
  return { gstBackCents: gstCents, qstBackCents, netCents: totalCents - gstCents - qstBackCents };
}
