import { readFileSync } from 'node:fs';
import {
  acceptancePdf,
  type QuoteAcceptance,
} from '../../../../supabase/functions/_shared/quote-pdf/acceptance-pdf.ts';
import { invoicePdf } from '../../../../supabase/functions/_shared/quote-pdf/invoice-pdf.ts';
import { quotePdf } from '../../../../supabase/functions/_shared/quote-pdf/quote-pdf.ts';
import { anInvoice } from '../../../../supabase/functions/_testing/invoice-data.ts';
import {
  aLongQuote,
  aQuote,
  aSmallSupplierQuote,
} from '../../../../supabase/functions/_testing/quote-data.ts';
import { aLogo } from '../../../../supabase/functions/_testing/quote-logo.ts';
import { personPdf } from '../../../../supabase/functions/person-report/person-pdf.ts';
import { surveyReportPdf } from '../../../../supabase/functions/survey-report/report-pdf.ts';
import type { Thing, Write } from './things.ts';

/** Every kind of PDF that the product makes, with texts that it must contain. */
export type Documents = (Thing & { holds: readonly string[] })[];

/** An acceptance by council resolution. */
export const acceptance: QuoteAcceptance = {
  name: 'Hélène Bouchard-L’Heureux',
  title: 'Greffière',
  ground: { kind: 'resolution', number: '2026-12-418', date: '2026-12-01' },
  channel: { kind: 'code', email: 'communications@ville.example', networkAddress: '203.0.113.7' },
  acceptedAt: '2026-12-02T19:05:09Z',
  pdfSha256: 'a1'.repeat(32),
};

/** Prints quotes, invoices, a certificate, a person's record and a survey report. */
export async function makeDocuments(write: Write): Promise<Documents> {
  const made: Record<string, readonly [pdf: Promise<Uint8Array>, ...holds: string[]]> = {
    'devis.pdf': [
      quotePdf(aQuote()),
      'Devis 2026-0014',
      'Métabetchouan–Lac-à-la-Croix',
      '1 310,72 $',
      '22 décembre 2026',
    ],
    'devis-long-avec-logo.pdf': [
      quotePdf(aLongQuote(), { logo: aLogo }),
      '40. ',
      'trois visites ou plus',
      '180,25',
    ],
    'devis-petit-fournisseur.pdf': [quotePdf(aSmallSupplierQuote()), 'Petit fournisseur', '1 140,00 $'],
    'devis-brouillon.pdf': [quotePdf(aQuote({ number: '' })), 'Brouillon'],
    'facture.pdf': [
      invoicePdf(anInvoice()),
      'Facture F-2026-003',
      '113,72 $',
      '1234567890 TQ0001',
      'transit 30200',
    ],
    'note-de-credit.pdf': [
      invoicePdf(
        anInvoice({
          kind: 'credit',
          number: 'F-2026-004',
          credits: { number: 'F-2026-003', date: '2026-11-27' },
        }),
      ),
      'Note de crédit F-2026-004',
    ],
    'acceptation.pdf': [
      acceptancePdf(aQuote(), acceptance),
      'Hélène Bouchard-L’Heureux',
      '2026-12-418',
      '203.0.113.7',
    ],
    'preuve-personne.pdf': [personPdf(person), 'Ève Roy', 'J’accepte de recevoir vos offres.'],
    'rapport-de-releve.pdf': [
      surveyReportPdf(survey, pictures),
      'Rue des Érables',
      'Béton <brisé>',
      'rue.gpx',
    ],
  };
  const entries = Object.entries(made).map(async ([name, [pdf, ...holds]]) => ({
    ...write(name, await pdf),
    holds,
  }));
  return Promise.all(entries);
}

const person: Parameters<typeof personPdf>[0] = {
  ...{ version: 1, exported_at: '2026-11-27T15:00:00Z', studio: 'Territoire 360 inc.' },
  contact: { name: 'Ève Roy', company: 'Ville', email: 'eve@ville.example', function_title: null },
  consents: [
    {
      ...{ basis: 'express', email: 'eve@ville.example', occurred_at: '2026-03-01T14:00:00Z' },
      ...{ source_url: null, evidence: 'Formulaire', wording_version: '2026-11-21' },
      wording: 'J’accepte de recevoir vos offres.',
    },
  ],
  emails: [
    {
      ...{
        subject: 'Une visite',
        status: 'envoyé',
        campaign: 'Printemps',
        created_at: '2026-04-01T14:00:00Z',
      },
      ...{ finished_at: '2026-04-02T14:00:00Z', recipient_email: 'eve@ville.example', last_error: null },
      identity: { consent: { basis: 'inquiry', occurred_at: '2026-03-01T14:00:00Z' } },
      ...{ lobbying_ground: null, lobbying_reference: null },
    },
  ],
  suppressions: [{ reason: 'unsubscribed', created_at: '2026-05-01T14:00:00Z' }],
  suppression_lifts: [],
  ...{ sent_messages: [], quote_requests: [], personal_requests: [] },
};

const pair = {
  ...{ note: 'Neige', before_preview: 'a.jpg', before_at: '2025-10-28T14:00:00Z', after_preview: 'b.jpg' },
  ...{ after_at: '2026-04-20T14:00:00Z', file_name: 'R0010412.JPG', lat: 48.4479, lon: -68.5239 },
  findings: [{ kind: 'bordure', note: 'Béton <brisé>', yaw: 40, pitch: -20, width: 12, height: 8 }],
};

const survey: Parameters<typeof surveyReportPdf>[0] = {
  ...{ studio: 'Territoire 360', sealed_at: '2026-11-27T03:00:00Z', merkle_root: 'ab'.repeat(32) },
  header: {
    survey: {
      ...{ name: 'Rue des Érables', city: 'Rimouski', region: 'Bas-Saint-Laurent' },
      ...{ client: 'Ville de Rimouski', date: '2026-04-20' },
    },
    ...{ pictures: 10, leftOut: { double: 2 }, first: '2026-04-20T14:00:00Z', last: '2026-04-20T14:00:09Z' },
    clock: { offsetMs: -192_000, basis: 'earlier' },
    ...{ times: { appareil: 10 }, places: { trace: 9, aucune: 1 }, headings: { trace: 10 } },
    tracks: [{ name: 'rue.gpx', points: 60 }],
  },
  tokens: [{ authority: 'https://horodatage.exemple.test/tsa', gen_time: '2026-11-27T03:00:05Z' }],
  places: Array.from({ length: 10 }, (_, index): [number, number] => [
    -68.5239 + index / 1e4,
    48.4479 + index / 1e4,
  ]),
  ...{ pairs: 1, findings: 1, shown: [pair] },
};

const street = (half: string) => new Uint8Array(readFileSync(`supabase/seed/rue/${half}/R0010412.JPG`));
const pictures = new Map([
  ['a.jpg', street('apres')],
  ['b.jpg', street('apres')],
]);
