import { expect, test } from 'vitest';
import { hledgerJournal, invoicesCsv, paymentsCsv } from './invoice-exports';
import type { Invoice } from './invoices';

const invoice = (change: Partial<Invoice>): Invoice => ({
  id: 'a',
  quote_id: 'q',
  quote_number: '2026-014',
  kind: 'deposit',
  number: 'F-2026-001',
  credits_id: null,
  credits_number: null,
  is_waived: false,
  organization_name: 'Ville de Percé; (test)',
  subject: 'Visite\nvirtuelle',
  state: 'émise',
  issued_on: '2026-11-27',
  due_on: '2026-12-27',
  taxable_cents: 34_200,
  gst_cents: 1_710,
  qst_cents: 3_411,
  total_cents: 39_321,
  paid_cents: 10_000,
  credited_cents: 39_321,
  balance_cents: -10_000,
  created_at: '2026-11-27T12:00:00Z',
  issued_at: '2026-11-27T12:00:00Z',
  ...change,
});

const allInvoices = [
  invoice({ id: 'd', number: null, state: 'brouillon' }),
  invoice({
    ...{ id: 'c', kind: 'credit', number: 'F-2026-002', issued_on: '2026-11-28' },
    ...{ credits_id: 'a', credits_number: 'F-2026-001' },
  }),
  invoice({}),
];
const payment = { invoice_id: 'a', method: 'cheque', amount_cents: 10_000, reference: '114' } as const;
const payments = [
  { ...payment, received_on: '2026-12-01', undone_at: null },
  { ...payment, received_on: '2026-12-02', undone_at: '2026-12-03T12:00:00Z' },
];

test('the table of invoices · French headings, decimal commas, a credit below zero, no draft', () => {
  const [heading, first, second, end] = invoicesCsv(allInvoices).split('\r\n');
  expect(heading).toMatch(/^\uFEFF"Numéro";"Nature";"État";"Date"/);
  expect(first).toContain('"F-2026-001";"Acompte";"Émise";"2026-11-27";"2026-12-27"');
  expect(first).toContain('"342,00";"17,10";"34,11";"393,21";"100,00";"393,21";"-100,00"');
  expect(second).toContain('"F-2026-002";"Note de crédit";"Note de crédit";');
  expect(second).toContain('"F-2026-001";"-342,00";"-17,10";"-34,11";"-393,21"');
  expect(end).toBe('');
});

test('the table of payments · one that was undone says when, and its amount is apart', () => {
  const [, first, second] = paymentsCsv(allInvoices, payments).split('\r\n');
  expect(first).toMatch(/^"2026-12-01";"F-2026-001";.*"Chèque";"114";"100,00";"";""$/);
  expect(second).toMatch(/"";"100,00";"2026-12-03"$/);
});

test('the journal · every transaction comes to zero, and what was undone is not in it', () => {
  const journal = hledgerJournal(allInvoices, payments);
  const transactions = journal
    .split('\n\n')
    .slice(1)
    .filter((text) => text.trim());
  expect(transactions).toHaveLength(3);
  for (const text of transactions) {
    const amounts = [...text.matchAll(/(-?\d+\.\d\d) CAD/g)].map(([, amount]) =>
      Math.round(Number(amount) * 100),
    );
    expect(amounts.reduce((sum, cents) => sum + cents, 0)).toBe(0);
  }
  expect(transactions[0]).toMatch(
    /^2026-11-27 \* \(F-2026-001\) Ville de Percé test \| Acompte, devis 2026-014, Visite virtuelle\n/,
  );
  expect(journal).toContain('account passif:taxes:TVQ');
});
