import type { QuoteLine, QuoteTotals, TaxStatus } from './quote-document.ts';

/** Discount before taxes: an amount in cents, or a share in hundredths of a percent. */
export type DiscountKind = 'aucun' | 'montant' | 'pourcentage';

/** Inputs of a quote's totals. */
export type PricedQuote = {
  lines: readonly Pick<QuoteLine, 'quantity' | 'unitPriceCents'>[];
  discountKind: DiscountKind;
  discountValue: number;
  taxStatus: TaxStatus;
};

/** Multiplies quantity (« 1.500 ») by unit price, half a cent rounded up: `private.quote_line_amount` in TypeScript. */
export function lineAmountCents({ quantity, unitPriceCents }: PricedQuote['lines'][number]): number {
  return Number((BigInt(quantity.replace('.', '')) * BigInt(unitPriceCents) + 500n) / 1000n);
}

/**
 * Computes the totals of a quote in cents: `private.quote_totals` in TypeScript. TPS and TVQ both apply to the price
 * after the discount, once, half a cent rounded up. BigInt, because 140 × 0,09975 in floating point is a cent short.
 */
export function quoteTotals({ lines, discountKind, discountValue, taxStatus }: PricedQuote): QuoteTotals {
  const subtotal = lines.reduce((sum, line) => sum + BigInt(lineAmountCents(line)), 0n);
  const discount = discountOn(subtotal, discountKind, BigInt(discountValue));
  const taxable = subtotal - discount;
  const { gst, qst } = taxesOn(taxable, taxStatus);
  return {
    subtotalCents: Number(subtotal),
    discountCents: Number(discount),
    taxableCents: Number(taxable),
    gstCents: Number(gst),
    qstCents: Number(qst),
    totalCents: Number(taxable + gst + qst),
  };
}

/** Computes TPS and TVQ on so many cents, each to the nearest cent, half a cent rounded up. */
export function taxesOn(taxable: bigint, taxStatus: TaxStatus): { gst: bigint; qst: bigint } {
  if (taxStatus !== 'registered') return { gst: 0n, qst: 0n };
  return { gst: (taxable * 5n + 50n) / 100n, qst: (taxable * 9975n + 50_000n) / 100_000n };
}

function discountOn(subtotal: bigint, kind: DiscountKind, value: bigint): bigint {
  if (kind === 'montant') return value < subtotal ? value : subtotal;
  if (kind === 'pourcentage') return (subtotal * (value < 10_000n ? value : 10_000n) + 5_000n) / 10_000n;
  return 0n;
}
