import type { InvoiceDocument } from '@quote/invoice-document.ts';
import { describe, expect, test } from 'vitest';
import type { Invoice } from '../data/invoices';
import { invoiceLetter } from './invoice-letters';

const invoice = {
  ...{ kind: 'deposit', number: 'F-2026-001', subject: 'Visite du parc', dueOn: '2026-12-27', credits: null },
  ...{ client: { contactName: 'Line Roy' }, studio: { name: 'Studio', legalName: 'Studio inc.' } },
  totals: { totalCents: 64_960 },
} as InvoiceDocument;

describe('the letter of an invoice says what is left to pay, and to whom', () => {
  test.each<[Invoice['state'], number, string]>([
    [
      'émise',
      64_960,
      'Elle est payable au plus tard le 27 décembre 2026, par chèque à l’ordre de Studio inc. ou par virement.',
    ],
    ['brouillon', 0, 'Elle est payable au plus tard le'],
    ['partiellement payée', 27_488, 'Il en reste 274,88 $ à payer au plus tard le'],
    ['en retard', 64_960, 'Elle était payable au plus tard le'],
    ['en retard', 27_488, 'Le solde de 274,88 $ était payable au plus tard le'],
    ['payée', 0, 'Elle est payée : il ne reste rien à payer.'],
    ['créditée', 0, 'Elle est créditée en entier : il ne reste rien à payer.'],
  ])('%s, %i cents', (state, balance_cents, expected) => {
    const { body } = invoiceLetter(invoice, { state, balance_cents }, 'Studio');
    expect(body.replace(/[\u00a0\u202f]/g, ' ')).toContain(`au total de 649,60 $. ${expected}`);
  });
});
