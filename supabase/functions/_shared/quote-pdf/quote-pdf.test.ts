import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { aLongQuote, aQuote, aSmallSupplierQuote } from '../../_testing/quote-data.ts';
import { aLogo } from '../../_testing/quote-logo.ts';
import { type PdfContent, readPdf, tagsOf } from '../../_testing/read-pdf.ts';
import { agreedUnit } from '../quote/quote-document.ts';
import { printedMoney, printedQuantity } from './printed-text.ts';
import { quotePdf } from './quote-pdf.ts';

// A long quote takes a second on a busy machine, and parsing it again another one.
vi.setConfig({ testTimeout: 30_000 });

const textsOf = (content: PdfContent, role: string) => tagsOf(content.tags, role).map(({ text }) => text);
const rows = (content: PdfContent) =>
  tagsOf(content.tags, 'TR').map(({ children }) => children.map(({ text }) => text));
/** pdf.js does not distinguish spaces: the no-break ones are tested with the texts themselves. */
const plainWords = (text: string) => text.replace(/\s+/g, ' ').trim();
const money = (cents: number) => plainWords(printedMoney(cents));
const printQuote = async (...call: Parameters<typeof quotePdf>) => readPdf(await quotePdf(...call));

describe('the PDF of a quote', () => {
  it('prints what a municipality must find on it', async () => {
    const quote = aQuote();
    const content = await printQuote(quote);
    const page = content.printed.join('\n');
    for (const expected of [
      'Devis 2026-0014',
      'Révision 1, 22 novembre 2026',
      'Valable jusqu’au 22 décembre 2026',
      'NEQ : 1171234567',
      'TPS : 123456789 RT0001',
      'TVQ : 1234567890 TQ0001',
      quote.subject,
      quote.delivery,
      'Payable 30 jours après la date de facturation.',
      ...Object.values(quote.client).flatMap((text) => text.split('\n')),
      quote.studio.legalName,
      quote.studio.phone,
      quote.studio.email,
      quote.studio.website,
      'Page 1 de 1',
    ]) {
      expect(page).toContain(expected);
    }
    expect(rows(content)).toEqual([
      ['Description', 'Quantité', 'Unité', 'Prix unitaire', 'Montant'],
      [quote.lines[0]?.description, '1', 'forfait', '1 140,00 $', '1 140,00 $'],
      ['Sous-total', '1 140,00 $'],
      ['TPS (5 %)', '57,00 $'],
      ['TVQ (9,975 %)', '113,72 $'],
      ['Total', '1 310,72 $'],
    ]);
    expect(page).not.toMatch(/14,975|estimation|municipalité paie/i);
  });

  it('prints a telephone as Québec writes it, however it was typed', async () => {
    const quote = aQuote();
    const { printed } = await printQuote({ ...quote, client: { ...quote.client, phone: '418-555-0151' } });
    expect(printed.join('\n')).toContain('418 555-0151');
  });

  it('prints every line of a long quote, its heading again on each page, and keeps the totals whole', async () => {
    const quote = aLongQuote();
    const content = await printQuote(quote);
    const lines = rows(content).filter((cells) => cells.length === 5);
    expect(lines.slice(1)).toEqual(
      quote.lines.map((line) => [
        plainWords(line.description),
        plainWords(printedQuantity(line.quantity)),
        agreedUnit(line),
        money(line.unitPriceCents),
        money(line.amountCents),
      ]),
    );
    expect(textsOf(content, 'TH').slice(5)).toEqual([
      'Sous-total',
      'Rabais : trois visites ou plus',
      'Montant avant taxes',
      'TPS (5 %)',
      'TVQ (9,975 %)',
      'Total',
    ]);
    expect(content.pages).toBeGreaterThan(2);
    content.printed.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} de ${content.pages}`);
      const hasLines = quote.lines.some((line) => plainWords(page).includes(plainWords(line.description)));
      expect(page.includes('Prix unitaire')).toBe(hasLines);
    });
    const last = content.printed.find((page) => page.includes('Sous-total')) ?? '';
    expect(last).toContain(money(quote.totals.totalCents));
    expect(last).toContain('40. ');
  });

  it('takes the last line to the next page when only the totals have no room under it', async () => {
    const quote = aLongQuote(10);
    const content = await printQuote(quote);
    const page = content.printed.find((each) => each.includes('Sous-total')) ?? '';
    expect(content.printed.indexOf(page)).toBe(1);
    expect(page).toContain('10. ');
    expect(page).not.toContain('9. ');
    expect(page).toContain('Prix unitaire');
    expect(page).toContain(money(quote.totals.totalCents));
  });

  it('breaks a description without a space, and continues one that is higher than a page', async () => {
    const [line] = aQuote().lines;
    if (!line) throw new Error('no line');
    const unbroken = 'X'.repeat(200);
    const endless = Array.from({ length: 90 }, (_, index) => `rang ${index}`).join('\n');
    const content = await printQuote(
      aQuote({ lines: [{ ...line, description: unbroken }, { ...line, description: endless }, line] }),
    );
    const cells = tagsOf(content.tags, 'TD').map(({ text }) => text);
    expect(cells[0]?.replace(/\s/g, '')).toBe(unbroken);
    expect(content.printed.join('\n')).toContain('rang 89');
    expect(content.printed.at(-1)).toContain('1 310,72 $');
    expect(content.printed.join('').match(/Sous-total/g)).toHaveLength(1);
  });

  it('prints bullets, arrows, Inuktitut and Cree as the page shows them, on lines of their own height', async () => {
    const [line] = aQuote().lines;
    if (!line) throw new Error('no line');
    const { client } = aQuote();
    const syllabics = 'ᓄᓇᕕᒃ ᐃᔨᔨᐤ ';
    const content = await printQuote(
      aQuote({
        client: { ...client, organization: 'Fête inc. — ᓄᓇᕕᒃ' },
        lines: [
          { ...line, description: '● Visite ✔ ≈ 12 km \uf0b7 puce de Word', unit: '☐' },
          { ...line, description: syllabics.repeat(40).trim() },
          { ...line, description: `a\n${'ᒃ\n'.repeat(90)}fin` },
        ],
        notes: '● un\n✔ deux ⇒ trois',
      }),
    );
    const page = plainWords(content.printed.join('\n'));
    for (const expected of ['Fête inc. — ᓄᓇᕕᒃ', '● un', '✔ deux ⇒ trois']) expect(page).toContain(expected);
    expect(page).not.toContain('?');
    const [first, second] = rows(content)
      .filter((cells) => cells.length === 5)
      .slice(1);
    expect(first?.slice(0, 3)).toEqual(['● Visite ✔ ≈ 12 km • puce de Word', '1', '☐']);
    expect(second?.[0]?.replace(/\s/g, '')).toBe(syllabics.repeat(40).replace(/\s/g, ''));
    // The third is higher than its page, and continues on the next ones.
    expect(page.match(/ᒃ(?= )/g)?.length).toBeGreaterThan(90);
    expect(page).toContain('ᒃ fin');
    expect(content.fonts.every(({ isEmbedded }) => isEmbedded)).toBe(true);
    expect(content.fonts.map(({ name }) => name.split('+')[1]).sort()).toEqual(
      expect.arrayContaining(['DejaVuSans', 'NotoSansCanadianAboriginal-Regular']),
    );
  });

  it('charges no tax and says why for a small supplier', async () => {
    const content = await printQuote(aSmallSupplierQuote());
    const page = content.printed.join('\n');
    expect(page.match(/Petit fournisseur, non inscrit aux taxes/g)).toHaveLength(2);
    expect(page).not.toMatch(/TPS|TVQ|avant taxes/);
    expect(rows(content).at(-1)).toEqual(['Total', '1 140,00 $']);
  });

  it('says that a draft is one', async () => {
    const content = await printQuote(aQuote({ number: '' }));
    expect(textsOf(content, 'H1')).toEqual(['Devis – Brouillon']);
    expect(content.title).toContain('Brouillon');
  });

  it('writes the code of a sign that no font has, and leaves out what is invisible', async () => {
    const content = await printQuote(
      aQuote({ subject: 'Ekuanitshit, Nutashkuanᵘ\u202e : Łukasz & Nguyễn <b>\u200b ☃ 🎈' }),
    );
    expect(content.printed[0]).toContain('Ekuanitshit, Nutashkuanᵘ : Łukasz & Nguyễn <b> ☃ [U+1F388]');
    expect(content.title).toBe(
      'Devis\u00a02026-0014 – Ekuanitshit, Nutashkuanᵘ : Łukasz ＆ Nguyễn ‹b› ☃ [U+1F388]',
    );
  });
});

describe('its structure, read by another library', () => {
  it('has a language, a title, headings, tables, lists, and a name for the logo', async () => {
    const content = await printQuote(aQuote(), { logo: aLogo });
    expect(content.language).toBe('fr-CA');
    expect(content.title).toBe('Devis\u00a02026-0014 – Visite virtuelle du parc de la Rivière-aux-Sables');
    expect(content.metadata).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(content.tags.map(({ role }) => role)).toEqual(['Document']);
    expect(textsOf(content, 'H1')).toEqual(['Devis 2026-0014']);
    expect(textsOf(content, 'H2')).toEqual([
      'Fournisseur',
      'Client',
      'Objet',
      'Services',
      'Livraison',
      'Conditions',
      'Acceptation',
    ]);
    expect(tagsOf(content.tags, 'Figure').map(({ alt }) => alt)).toEqual(['Logo de Territoire 360']);
    const [lines, totals] = tagsOf(content.tags, 'Table');
    expect(lines?.children.map(({ role }) => role)).toEqual(['THead', 'TBody']);
    expect(totals?.children.flatMap((row) => row.children.map(({ role }) => role))).toEqual(
      Array.from({ length: 4 }, () => ['TH', 'TD']).flat(),
    );
    const [list] = tagsOf(content.tags, 'L');
    expect(list?.children).toHaveLength(3);
    expect(list?.children[0]?.children.map(({ role, text }) => [role, text])).toEqual([
      ['Lbl', '•'],
      ['LBody', 'Les images sont remises en pleine résolution.'],
    ]);
  });

  it('reads nothing aloud that only repeats or decorates', async () => {
    const content = await printQuote(aLongQuote());
    const aloud = content.tags.map(({ text }) => text).join(' ');
    expect(aloud).not.toMatch(/Page \d/);
    expect(aloud.match(/Prix unitaire/g)).toHaveLength(1);
  });

  it('names no glyph with the character zero', async () => {
    const file = Buffer.from(await quotePdf(aQuote())).toString('latin1');
    expect(file.match(/beginbfrange\n<0000> <[0-9a-f]{4}> \[<fffd> /g)).toHaveLength(3);
    expect(file).not.toMatch(/[[ ]<0000>[ \]]/);
  });

  it('has all its fonts in the file', async () => {
    const { fonts } = await printQuote(aQuote({ number: '' }));
    expect(fonts).toHaveLength(3);
    expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([]);
  });
});

it('has the same bytes each time, others for other data', async () => {
  const digest = async (...call: Parameters<typeof quotePdf>) =>
    createHash('sha256')
      .update(await quotePdf(...call))
      .digest('hex');
  const first = await digest(aQuote(), { logo: aLogo });
  await quotePdf(aSmallSupplierQuote());
  expect(await digest(aQuote(), { logo: aLogo })).toBe(first);
  expect(await digest(aQuote())).not.toBe(first);
  expect(await digest(aQuote())).not.toBe(await digest(aQuote({ notes: 'Autre' })));
});

it.each([
  ['another format', 'RIFF....WEBPVP8 '],
  ['a JPEG that is cut', '\u00ff\u00d8\u00ff\u00e0'],
])('stands the name in for a logo that cannot be printed: %s', async (_, file) => {
  const content = await printQuote(aQuote(), { logo: new Uint8Array(Buffer.from(file, 'latin1')) });
  expect(tagsOf(content.tags, 'Figure')).toEqual([]);
  expect(textsOf(content, 'P')[0]).toBe('Territoire 360');
});
