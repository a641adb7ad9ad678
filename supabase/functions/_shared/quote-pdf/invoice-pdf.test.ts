import { expect, it, vi } from 'vitest';
import { anInvoice } from '../../_testing/invoice-data.ts';
import { aQuote, aSmallSupplierQuote } from '../../_testing/quote-data.ts';
import { type PdfContent, readPdf, tagsOf } from '../../_testing/read-pdf.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { quotePdf } from './quote-pdf.ts';

vi.setConfig({ testTimeout: 30_000 });

const textsOf = (content: PdfContent, role: string) => tagsOf(content.tags, role).map(({ text }) => text);
const printInvoice = async (...call: Parameters<typeof invoicePdf>) => readPdf(await invoicePdf(...call));

it('prints what a registered client needs to claim its taxes, at any amount', async () => {
  const invoice = anInvoice();
  const content = await printInvoice(invoice);
  const page = content.printed.join('\n');
  for (const expected of [
    'Facture F-2026-003',
    'Date : 27 novembre 2026',
    'À payer au plus tard le 27 décembre 2026',
    invoice.studio.legalName,
    'TPS : 123456789 RT0001',
    'TVQ : 1234567890 TQ0001',
    invoice.client.organization,
    'Résolution 2026-114 du 3 mars 2026',
    '2026-0014, révision 1, du 22 novembre 2026',
    `Payable par chèque à l’ordre de ${invoice.studio.legalName} ou par virement. Coordonnées du virement : institution 815,`,
    'transit 30200, compte 123456-7.',
    'Payable 30 jours après la date de facturation.',
    'Page 1 de 1',
  ])
    expect(page).toContain(expected);
  expect(tagsOf(content.tags, 'TR').map(({ children }) => children.map(({ text }) => text))).toEqual([
    ['Devis accepté', '2026-0014, révision 1, du 22 novembre 2026'],
    ['Référence du client', 'Résolution 2026-114 du 3 mars 2026'],
    ['Description', 'Quantité', 'Unité', 'Prix unitaire', 'Montant'],
    [invoice.lines[0]?.description, '1', 'forfait', '1 140,00 $', '1 140,00 $'],
    ['Sous-total', '1 140,00 $'],
    ['TPS (5 %)', '57,00 $'],
    ['TVQ (9,975 %)', '113,72 $'],
    ['Total', '1 310,72 $'],
  ]);
  expect(content.language).toBe('fr-CA');
  expect(content.metadata).toContain('<pdfuaid:part>1</pdfuaid:part>');
  expect(textsOf(content, 'H2')).toEqual([
    'Fournisseur',
    'Client',
    'Objet',
    'Références',
    'Services',
    'Paiement',
    'Modalités',
  ]);
});

it('names the invoice that a credit note corrects, and why', async () => {
  const content = await printInvoice(
    anInvoice({
      kind: 'credit',
      number: 'F-2026-004',
      credits: { number: 'F-2026-003', date: '2026-11-27' },
      notes: 'Montant facturé deux fois.',
      terms: '',
    }),
  );
  const page = content.printed.join('\n');
  expect(textsOf(content, 'H1')).toEqual(['Note de crédit F-2026-004']);
  expect(page).toContain('F-2026-003, du 27 novembre 2026');
  expect(page).toContain('Montant facturé deux fois.');
  expect(page).not.toMatch(/À payer|Payable/);
});

it('charges no tax for a small supplier, and says that a draft is one', async () => {
  const { studio, totals } = aSmallSupplierQuote();
  const content = await printInvoice(anInvoice({ number: '', studio, totals }));
  expect(content.printed.join('\n')).not.toMatch(/TPS|TVQ/);
  expect(content.printed.join('\n')).toContain('Petit fournisseur, non inscrit aux taxes');
  expect(textsOf(content, 'H1')).toEqual(['Facture – Brouillon']);
});

it('asks no resolution of a person who accepts a quote alone', async () => {
  const { client } = aQuote();
  const printed = async (acceptsBy: 'council' | 'person') =>
    (await readPdf(await quotePdf(aQuote({ client: { ...client, acceptsBy } })))).printed.join('\n');
  expect(await printed('person')).not.toMatch(/date de la résolution|bon de commande/i);
  expect(await printed('council')).toMatch(/Numéro et date de la résolution/);
});
