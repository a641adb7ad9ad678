import { quoteLines } from './documents.ts';
import { type ColumnLimits, ground, hashes, text } from './limit.ts';

/** Further columns of an online acceptance. */
const codeAsked = { code_sent_to: 'a@exemple.test', code_sent_at: '2031-01-01', code_hash: 'a'.repeat(64) };
const onlineColumns = { ...codeAsked, method: 'online' };
const resolution = { resolution_number: '1', resolution_date: '2031-01-01' };
const sentColumns = { year: 2031, sequence: 1, snapshot: {}, sent_at: '2031-01-01T00:00:00+00:00' };

const issuedColumns = {
  ...{ year: 2031, sequence: 1, billed: '{[0,1)}', tax_status: 'registered', totals: { totalCents: 1 } },
  ...{ issued_on: '2031-01-01', due_on: '2031-01-31', issued_at: '2031-01-01T00:00:00+00:00', snapshot: {} },
};

/**
 * Limits of quotes and invoices that no form sets: numbers, states, and columns of an acceptance that depend on each
 * other.
 */
export const quoteLimits: Record<string, ColumnLimits> = {
  quote_templates: { lines: [quoteLines] },
  quotes: {
    year: [{ accept: [null], refuse: [2031] }],
    sequence: [{ beside: { year: 2031 }, accept: [1, 1234], refuse: [0, null] }],
    // A sent quote must be complete.
    status: [
      { beside: sentColumns, accept: ['envoyé', 'accepté'], refuse: [] },
      { beside: { ...sentColumns, sent_at: null }, accept: ['brouillon'], refuse: ['envoyé'] },
      { beside: { ...sentColumns, snapshot: null }, accept: ['brouillon'], refuse: ['envoyé'] },
    ],
    lines: [quoteLines],
    discount_kind: [{ beside: { discount_value: 10_001 }, accept: ['montant'], refuse: ['pourcentage'] }],
    discount_value: [
      { beside: { discount_kind: 'montant' }, accept: [0, 10_000_000_000], refuse: [-1, 10_000_000_001] },
      { beside: { discount_kind: 'pourcentage' }, accept: [0, 10_000], refuse: [-1, 10_001] },
    ],
    ...ground,
  },
  invoices: {
    lines: [quoteLines],
    discount_kind: [{ beside: { discount_value: 10_001 }, accept: ['montant'], refuse: ['pourcentage'] }],
    discount_value: [
      { beside: { discount_kind: 'montant' }, accept: [0, 10_000_000_000], refuse: [-1, 10_000_000_001] },
      { beside: { discount_kind: 'pourcentage' }, accept: [0, 10_000], refuse: [-1, 10_001] },
    ],
    due_days: [{ accept: [0, 120], refuse: [-1, 121] }],
    added_cents: [{ accept: [0, 1], refuse: [-1] }],
    pdf_sha256: [hashes],
    // An issued invoice must be complete, a credit note must be issued, and only a credit note may correct
    // another invoice.
    year: [{ accept: [null], refuse: [2031] }],
    sequence: [
      { beside: issuedColumns, accept: [1, 1234], refuse: [0, null] },
      { accept: [null], refuse: [1] },
    ],
    snapshot: [{ beside: issuedColumns, accept: [{}], refuse: [null] }],
    kind: [{ accept: ['deposit', 'balance'], refuse: ['credit'] }],
    is_waived: [{ accept: [false], refuse: [true] }],
  },
  invoice_payments: { amount_cents: [{ accept: [1, 10_000_000_000], refuse: [0, -1, 10_000_000_001] }] },
  quote_acceptances: {
    method: [
      // An online acceptance needs a code.
      { beside: codeAsked, accept: ['online'], refuse: ['paper'] },
      { accept: ['paper'], refuse: ['online'] },
    ],
    authority: [
      { beside: resolution, accept: ['resolution'], refuse: [] },
      { beside: { resolution_number: '1' }, accept: ['delegation'], refuse: ['resolution'] },
      { beside: { resolution_date: '2031-01-01' }, accept: ['delegation'], refuse: ['resolution'] },
      // A person who accepts alone has no council resolution.
      { beside: { purchase_order: null }, accept: ['personal'], refuse: ['delegation', 'resolution'] },
      { accept: ['delegation'], refuse: ['personal'] },
      { beside: { purchase_order: null, ...resolution }, accept: ['resolution'], refuse: ['personal'] },
    ],
    code_sent_to: [
      { accept: [null], refuse: ['a@exemple.test'] },
      { beside: onlineColumns, accept: [text(255)], refuse: [text(256)] },
    ],
    code_sent_at: [{ accept: [null], refuse: ['2031-01-01T00:00:00Z'] }],
    code_hash: [
      { accept: [null], refuse: ['a'.repeat(64)] },
      { beside: onlineColumns, ...hashes },
    ],
    pdf_sha256: [{ accept: ['', ...hashes.accept], refuse: hashes.refuse.filter((hash) => hash !== '') }],
  },
};
