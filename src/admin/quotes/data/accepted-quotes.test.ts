import { expect, test } from 'vitest';
import { type AcceptedQuote, acceptedCsv, acceptedJson } from './accepted-quotes';

const quote: AcceptedQuote = {
  id: 'c0000000-0000-4000-8000-000000000001',
  organization_name: '=Ville',
  snapshot: {
    number: '2026-014',
    revision: 2,
    date: '2026-11-22',
    validUntil: '2026-12-22',
    subject: 'Parc',
    totals: {
      subtotalCents: 114_000,
      discountCents: 0,
      taxableCents: 114_000,
      gstCents: 5_700,
      qstCents: 11_372,
      totalCents: 131_072,
    },
  } as AcceptedQuote['snapshot'],
  quote_acceptances: [
    {
      // In Québec this moment is still the 22nd.
      accepted_at: '2026-11-23T02:00:00Z',
      method: 'online',
      name: 'Jeanne Roy',
      job_title: 'Greffière',
      authority: 'resolution',
      resolution_number: '2026-114',
      resolution_date: '2026-11-20',
      purchase_order: null,
      pdf_sha256: 'ab'.repeat(32),
    },
  ],
};

test('CSV · dollars with a comma, the day in Québec, the power, no formula', () => {
  const [, line] = acceptedCsv([quote]).split('\r\n');
  expect(line).toBe(
    '"2026-014";"2";"2026-11-22";"\'=Ville";"Parc";"2026-11-22";"Jeanne Roy";"Greffière";"Résolution du conseil";"2026-114";"2026-11-20";"";"1140";"0";"1140";"57";"113,72";"1310,72"',
  );
});

test('JSON · whole cents, and the acceptance; one without a record is there too', () => {
  const [read, bare] = JSON.parse(acceptedJson([quote, { ...quote, quote_acceptances: [] }]));
  expect(read).toMatchObject({
    number: '2026-014',
    totals: { qstCents: 11_372 },
    acceptance: { method: 'online' },
  });
  expect(bare.acceptance).toBeNull();
});
