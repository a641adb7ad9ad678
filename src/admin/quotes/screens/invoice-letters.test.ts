import type { InvoiceDocument } from '@quote/invoice-document.ts';
import { describe, expect, test } from 'vitest';
import type { Invoice } from '../data/invoices';
import { invoiceLetterSchema, reminderSchema } from '../data/invoices.schema';
import { invoiceLetter, reminderLetter } from './invoice-letters';

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

describe('the usual letters can leave as they are proposed', () => {
  const standing = { state: 'brouillon', balance_cents: 64_960 } as const;
  test.each(['deposit', 'progress', 'balance', 'credit'] as const)('%s, issued by its e-mail', (kind) => {
    const draft = { ...invoice, kind, number: '' } as InvoiceDocument;
    const letter = invoiceLetter(draft, standing, 'Studio');
    expect(letter.subject).toContain('{{numero}}');
    expect(invoiceLetterSchema.safeParse(letter).error?.issues).toBeUndefined();
  });
  test('a reminder, whose invoice has its number', () => {
    const letter = reminderLetter({ ...invoice, reference: '', date: '2026-11-27' }, 64_960, 'Studio');
    expect(reminderSchema.safeParse(letter).error?.issues).toBeUndefined();
    expect(reminderSchema.safeParse({ ...letter, subject: 'Facture {{numero}}' }).success).toBe(false);
  });
});
