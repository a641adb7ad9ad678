import type { PrintedQuoteLine, QuoteDocument } from '../_shared/quote/quote-document.ts';

const quoteLine = (
  description: string,
  quantity: string,
  unit: string,
  unitPriceCents: number,
): PrintedQuoteLine => ({
  description,
  quantity,
  unit,
  unitPriceCents,
  amountCents: Math.round(Number(quantity) * unitPriceCents),
});

/** The line of the golden totals: 1 140 → 57.00 / 113.72 / 1 310.72. */
const lineOf1140 = quoteLine('Visite 360° du parc municipal, six points de vue', '1', 'forfait', 114_000);

/** A quote of one line, as sent, with what a test changes. */
export function aQuote(changes: Partial<QuoteDocument> = {}): QuoteDocument {
  return {
    number: '2026-0014',
    revision: 1,
    date: '2026-11-22',
    validUntil: '2026-12-22',
    subject: 'Visite virtuelle du parc de la Rivière-aux-Sables',
    studio: {
      name: 'Territoire 360',
      legalName: 'Studio Territoire 360 inc.',
      address: '125, rue Racine Est, bureau 200\nSaguenay (Québec) G7H 1R5',
      phone: '418 555-0136',
      email: 'bonjour@territoire360.example',
      website: 'territoire360.example',
      neq: '1171234567',
      gstNumber: '123456789 RT0001',
      qstNumber: '1234567890 TQ0001',
      taxStatus: 'registered',
    },
    client: {
      organization: 'Ville de Métabetchouan–Lac-à-la-Croix',
      contactName: 'Hélène Bouchard-L’Heureux',
      contactTitle: 'Directrice des communications et du tourisme',
      email: 'communications@ville.example',
      phone: '418 555-0199',
      address: '87, rue Saint-André\nMétabetchouan–Lac-à-la-Croix (Québec) G8G 1A1',
    },
    lines: [lineOf1140],
    discount: null,
    totals: {
      subtotalCents: 114_000,
      discountCents: 0,
      taxableCents: 114_000,
      gstCents: 5_700,
      qstCents: 11_372,
      totalCents: 131_072,
    },
    delivery: 'Captation en mai 2027, livraison dans les 15 jours ouvrables.',
    terms:
      'Payable 30 jours après la date de facturation.\n\n- Les images sont remises en pleine résolution.\n- La municipalité peut les publier sans limite de durée.\n- Une seconde captation est comprise si la météo ne permet pas la première.',
    notes: '',
    ...changes,
  };
}

const workTexts = [
  'Relevé 360° avant déneigement, captation continue par véhicule, une image tous les trois mètres',
  'Visite virtuelle d’un bâtiment municipal',
  'Prise de vue aérienne au sol et au drone, trois hauteurs, avec retouche du ciel et assemblage à 16 384 × 8 192 pixels ; remise des fichiers sources',
  'Hébergement et statistiques de consultation',
  'Déplacement',
];

/** A quote of many lines, some long, with a discount: several pages. */
export function aLongQuote(count = 40): QuoteDocument {
  const lines = Array.from({ length: count }, (_, index) =>
    quoteLine(
      `${index + 1}. ${workTexts[index % workTexts.length]}`,
      ['1', '12.500', '3', '24.000', '180.25'][index % 5] ?? '1',
      ['forfait', 'km', 'visite', 'mois', 'km'][index % 5] ?? '',
      [125_000, 8_550, 47_500, 4_000, 65][index % 5] ?? 0,
    ),
  );
  const subtotalCents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const taxableCents = subtotalCents - 100_000;
  const gstCents = Math.floor((taxableCents * 5 + 50) / 100);
  const qstCents = Math.floor((taxableCents * 9975 + 50_000) / 100_000);
  return aQuote({
    lines,
    discount: { label: 'trois visites ou plus', cents: 100_000 },
    totals: {
      subtotalCents,
      discountCents: 100_000,
      taxableCents,
      gstCents,
      qstCents,
      totalCents: taxableCents + gstCents + qstCents,
    },
  });
}

/** A quote of a studio that charges no taxes. */
export function aSmallSupplierQuote(): QuoteDocument {
  const quote = aQuote();
  return {
    ...quote,
    studio: { ...quote.studio, taxStatus: 'small_supplier', gstNumber: '', qstNumber: '' },
    totals: { ...quote.totals, gstCents: 0, qstCents: 0, totalCents: 114_000 },
  };
}
