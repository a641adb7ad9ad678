/** Tax status of the studio for the TPS and the TVQ. */
export type TaxStatus = 'registered' | 'small_supplier';

/**
 * Form of a client's acceptance: a council's resolution or purchase order, or a name and a function
 * (private.accepts_by).
 */
export type AcceptsBy = 'council' | 'person';

/** A line as stored: three decimals always written, whole cents. */
export type QuoteLine = {
  description: string;
  /** « 1.500 » */
  quantity: string;
  unit: string;
  unitPriceCents: number;
};

/**
 * Formats a unit for a quantity: for « 17.000 », « point » becomes « points ». Abbreviations, and quantities below two,
 * have no plural.
 */
export function agreedUnit({ quantity, unit }: Pick<QuoteLine, 'quantity' | 'unit'>): string {
  return Number(quantity) >= 2 && /^\p{L}{3,}[^\P{L}sxz]$/u.test(unit) ? `${unit}s` : unit;
}

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

/** A quote as printed on the page and in the PDF, and as `send_quote` freezes it. */
export interface QuoteDocument {
  /** « 2026-014 », or '' for a draft. */
  number: string;
  revision: number;
  /** Day of sending in Québec; today for a draft. */
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
    /** Form of acceptance, when the studio chose it; absent in quotes that were sent before the question existed. */
    acceptsBy?: AcceptsBy;
  };
  lines: PrintedQuoteLine[];
  discount: { label: string; cents: number } | null;
  totals: QuoteTotals;
  delivery: string;
  terms: string;
  notes: string;
}
