/** How the studio stands with the TPS and the TVQ. */
export type TaxStatus = 'registered' | 'small_supplier';

/** How a client accepts: by a council's resolution or purchase order, or by a name and a function (private.accepts_by). */
export type AcceptsBy = 'council' | 'person';

/** A line as it is kept: three decimals always written, whole cents. */
export type QuoteLine = {
  description: string;
  /** « 1.500 » */
  quantity: string;
  unit: string;
  unitPriceCents: number;
};

/** A line as it is printed, with its amount. */
export type PrintedQuoteLine = QuoteLine & { amountCents: number };

export interface QuoteTotals {
  subtotalCents: number;
  discountCents: number;
  taxableCents: number;
  gstCents: number;
  qstCents: number;
  totalCents: number;
}

/** A quote as it is printed, on the page and in the PDF; what `send_quote` freezes. */
export interface QuoteDocument {
  /** « 2026-014 », or '' for a draft. */
  number: string;
  revision: number;
  /** The day of sending (of a draft, today), in Québec. */
  date: string;
  validUntil: string;
  subject: string;
  studio: {
    name: string;
    legalName: string;
    address: string;
    phone: string;
    email: string;
    website: string;
    neq: string;
    gstNumber: string;
    qstNumber: string;
    taxStatus: TaxStatus;
  };
  client: {
    organization: string;
    contactName: string;
    contactTitle: string;
    email: string;
    phone: string;
    address: string;
    /** Of a draft, where the studio said it; nothing in quotes that were sent before it was asked. */
    acceptsBy?: AcceptsBy;
  };
  lines: PrintedQuoteLine[];
  discount: { label: string; cents: number } | null;
  totals: QuoteTotals;
  delivery: string;
  terms: string;
  notes: string;
}
