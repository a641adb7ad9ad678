/** A quote as it is printed: the snapshot that the database made when it was sent, or the present state of a draft. */
export interface QuoteDocument {
  /** Empty while the quote is a draft. */
  number: string;
  revision: number;
  /** ISO, as `validUntil`. */
  date: string;
  validUntil: string;
  subject: string;
  studio: QuoteStudio;
  client: QuoteClient;
  lines: QuoteLine[];
  /** Before taxes. */
  discount: { label: string; cents: number } | null;
  totals: QuoteTotals;
  delivery: string;
  terms: string;
  notes: string;
}

interface QuoteStudio {
  name: string;
  legalName: string;
  address: string;
  phone: string;
  email: string;
  website: string;
  neq: string;
  gstNumber: string;
  qstNumber: string;
  taxStatus: 'registered' | 'small_supplier';
}

interface QuoteClient {
  organization: string;
  contactName: string;
  contactTitle: string;
  email: string;
  phone: string;
  address: string;
}

export interface QuoteLine {
  description: string;
  /** A decimal number with a point, up to three decimals, as PostgreSQL writes a `numeric`. */
  quantity: string;
  unit: string;
  unitPriceCents: number;
  amountCents: number;
}

interface QuoteTotals {
  subtotalCents: number;
  discountCents: number;
  taxableCents: number;
  gstCents: number;
  qstCents: number;
  totalCents: number;
}
