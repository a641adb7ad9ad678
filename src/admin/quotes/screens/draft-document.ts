import type { AcceptsBy, QuoteDocument } from '@quote/quote-document.ts';
import { type DiscountKind, lineAmountCents, quoteTotals } from '@quote/quote-totals.ts';
import { quebecDay } from '@/admin/kit/lib/dates';
import type { Tables } from '@/shared/database.types';
import { readHundredths } from '@/shared/lib/money';
import type { IssuedQuote } from '../data/issued-quotes';
import { type IssuedQuoteValues, readQuantity, readTypedLines } from '../data/issued-quotes.schema';

/** Returns the document that a draft would print now; an unreadable number counts for nothing. */
export function draftDocument(
  { number, revision }: Pick<IssuedQuote, 'number' | 'revision'>,
  values: IssuedQuoteValues,
  studio: Tables<'studio'> | null | undefined,
  /** The client's form of acceptance while the studio has not chosen one. */
  guess: AcceptsBy | undefined,
): QuoteDocument {
  const lines = readTypedLines(values.lines).map(({ description, unit, quantity, price }) => {
    const read = { quantity: readQuantity(quantity) ?? '0.000', unitPriceCents: readHundredths(price) ?? 0 };
    return { description, unit, ...read, amountCents: lineAmountCents(read) };
  });
  const taxStatus = studio?.tax_registered === false ? 'small_supplier' : 'registered';
  const totals = quoteTotals({
    lines,
    taxStatus,
    discountKind: values.discount_kind as DiscountKind,
    discountValue: readHundredths(values.discount_value) ?? 0,
  });
  const isRegistered = taxStatus === 'registered';
  return {
    number: number ?? '',
    revision,
    date: quebecDay(),
    validUntil: values.valid_until,
    subject: values.subject,
    studio: {
      name: studio?.sender_name ?? '',
      legalName: studio?.legal_name ?? '',
      website: '',
      address: studio?.postal_address ?? '',
      phone: studio?.contact_phone ?? '',
      email: studio?.contact_email ?? '',
      neq: studio?.neq ?? '',
      taxStatus,
      gstNumber: isRegistered ? (studio?.tps_number ?? '') : '',
      qstNumber: isRegistered ? (studio?.tvq_number ?? '') : '',
    },
    client: {
      organization: values.organization_name,
      contactName: values.contact_name,
      contactTitle: values.contact_title,
      email: values.email,
      phone: values.phone,
      address: values.address,
      ...(values.accepts_by || guess ? { acceptsBy: values.accepts_by || guess } : {}),
    },
    lines,
    discount: totals.discountCents > 0 ? { label: values.discount_label, cents: totals.discountCents } : null,
    totals,
    delivery: values.delivery,
    terms: values.terms,
    notes: values.notes,
  };
}
