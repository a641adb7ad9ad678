import type { QuoteTotals } from './quote-document.ts';

/** Net cost for a municipality, in whole cents. */
export type MunicipalCost = { gstBackCents: number; qstBackCents: number; netCents: number };

/**
 * Estimates the net cost for a municipality: all of the TPS is refunded, and half of the TVQ. Half a cent stays with
 * it, so that the net amount is never understated.
 */
export function municipalCost({
  totalCents,
  gstCents,
  qstCents,
}: Pick<QuoteTotals, 'totalCents' | 'gstCents' | 'qstCents'>): MunicipalCost {
  const qstBackCents = Math.floor(qstCents / 2);
  return { gstBackCents: gstCents, qstBackCents, netCents: totalCents - gstCents - qstBackCents };
}
