import type { AcceptsBy, QuoteLine } from '@quote/quote-document.ts';
import type { DiscountKind } from '@quote/quote-totals.ts';
import { z } from 'zod';
import { emailAddress, line, paragraph, upTo } from '@/admin/lib/text-schemas';
import type { Enums } from '@/shared/database.types';
import { plainNumber, readHundredths, typedHundredths } from '@/shared/lib/money';
import { acceptsByChoices, discountKinds } from './quote-labels';

/** A line as typed: « 1,5 », « 140,00 ». */
export type TypedLine = { description: string; quantity: string; unit: string; price: string };

/** The line that `+ Ajouter une ligne` adds. */
export const emptyLine: TypedLine = { description: '', quantity: '1', unit: '', price: '' };

/** Reads a quantity, « 1,5 » as « 1.500 »; undefined when a quote cannot have it. */
export function readQuantity(typed: string): string | undefined {
  const [, whole, part = ''] = /^(\d{1,6})(?:\.(\d{0,3}))?$/.exec(plainNumber(typed)) ?? [];
  return whole && `${Number(whole)}.${part.padEnd(3, '0')}`;
}

const trimmedNumber = (value: string) => value.replace(/\.?0+$/, '').replace('.', ',');

/** Formats a stored line for typing. */
export const toTypedLine = ({ description, quantity, unit, unitPriceCents }: QuoteLine): TypedLine => ({
  description,
  unit,
  quantity: trimmedNumber(quantity) || '0',
  price: typedHundredths(unitPriceCents),
});

/** Parses the lines that the form holds as one text. */
export const readTypedLines = (text: string): TypedLine[] => JSON.parse(text) as TypedLine[];

/** Converts the lines for storage; undefined when one has an invalid number. */
function readLines(text: string): QuoteLine[] | undefined {
  const read = readTypedLines(text).map(({ description, quantity, unit, price }) => {
    const quantityRead = readQuantity(quantity);
    const cents = readHundredths(price);
    if (quantityRead === undefined || cents === undefined) return undefined;
    const unitPriceCents = cents ?? 0;
    return { description: description.trim(), quantity: quantityRead, unit: unit.trim(), unitPriceCents };
  });
  return read.some((one) => one === undefined) ? undefined : (read as QuoteLine[]);
}

/** Texts with the same limits in quotes and their templates. */
const sharedTexts = {
  subject: line.pipe(upTo('L’objet', 200)),
  /** The typed lines as JSON, so that a conflict offers two lists and not words of them. */
  lines: z.string().transform((text, context) => {
    const read = readLines(text);
    if (!read) {
      context.addIssue('Une quantité ou un prix ne se lit pas. Exemple\u00a0: 1,5 et 140,00.');
      return z.NEVER;
    }
    return read;
  }),
  delivery: paragraph.pipe(upTo('La livraison', 1000)),
  terms: paragraph.pipe(upTo('Les modalités', 4000)),
  notes: paragraph.pipe(upTo('Les notes', 2000)),
};

/**
 * Schema of the draft form. Nothing is required: it is saved while it is written, and sending reports what is
 * missing.
 */
export const issuedQuoteSchema = z
  .object({
    organization_name: line.pipe(upTo('L’organisation', 200)),
    contact_name: line.pipe(upTo('Le nom', 100)),
    contact_title: line.pipe(upTo('La fonction', 100)),
    email: z.union([z.literal(''), emailAddress('Email invalide')]),
    phone: line.pipe(upTo('Le téléphone', 20)),
    address: paragraph.pipe(upTo('L’adresse', 300)),
    ...sharedTexts,
    discount_kind: z.string().pipe(z.enum(Object.keys(discountKinds) as [DiscountKind, ...DiscountKind[]])),
    discount: z.string(),
    discount_label: line.pipe(upTo('Le nom du rabais', 100)),
    valid_until: z.iso.date('Indiquez un jour'),
    // Not chosen: the database decides by the client.
    accepts_by: z
      .union([z.literal(''), z.enum(Object.keys(acceptsByChoices) as [AcceptsBy, ...AcceptsBy[]])])
      .transform((chosen) => (chosen === '' ? null : chosen)),
  })
  .transform(({ discount, ...quote }, context) => {
    const value = quote.discount_kind === 'aucun' ? 0 : readHundredths(discount);
    if (value === undefined || (quote.discount_kind === 'pourcentage' && (value ?? 0) > 10_000)) {
      context.addIssue({
        code: 'custom',
        path: ['discount'],
        message: 'Ce rabais ne se lit pas. Exemple\u00a0: 12,50.',
      });
      return z.NEVER;
    }
    return { ...quote, discount_value: value ?? 0 };
  });

/** A checked draft, ready to be saved. */
export type IssuedQuoteInput = z.output<typeof issuedQuoteSchema>;

/** The form's values while it is being filled in. */
export type IssuedQuoteValues = z.input<typeof issuedQuoteSchema>;

const catalogueName = line.pipe(upTo('Le nom', 100).min(1, 'Le nom est requis'));

/** The services of the site whose price a service of the catalogue may give: stored value → French label. */
export const siteServices = {
  infrastructures: 'Infrastructures municipales',
  patrimoine: 'Patrimoine et culture',
  developpement: 'Projets de développement',
  commerces: 'Zones commerciales',
  'street-view': 'Captation Street View',
  deneigement: 'Relevé avant déneigement',
  nature: 'Espaces naturels',
  evenements: 'Événements',
} as const satisfies Record<Enums<'site_service'>, string>;

export type SiteService = keyof typeof siteServices;

/** Schema of a service of the catalogue. */
export const quoteServiceSchema = z.object({
  name: catalogueName,
  description: paragraph.pipe(upTo('La description', 1000)),
  unit: line.pipe(upTo('L’unité', 20)),
  unit_price_cents: z.string().transform((typed, context) => {
    const cents = readHundredths(typed);
    if (typeof cents === 'number') return cents;
    context.addIssue(cents === null ? 'Le prix est requis' : 'Ce prix ne se lit pas. Exemple\u00a0: 140,00.');
    return z.NEVER;
  }),
  site_service: z
    .union([z.literal(''), z.enum(Object.keys(siteServices) as [SiteService, ...SiteService[]])])
    .transform((chosen) => (chosen === '' ? null : chosen)),
});

export type QuoteServiceInput = z.output<typeof quoteServiceSchema>;
export type QuoteServiceValues = z.input<typeof quoteServiceSchema>;

export const emptyQuoteService: QuoteServiceValues = {
  name: '',
  description: '',
  unit: '',
  unit_price_cents: '',
  site_service: '',
};

/** Schema of a quote template. */
export const quoteTemplateSchema = z.object({
  name: catalogueName,
  ...sharedTexts,
  validity_days: z
    .string()
    .trim()
    .regex(/^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/, 'De 1 à 365 jours')
    .transform(Number),
});

export type QuoteTemplateInput = z.output<typeof quoteTemplateSchema>;
export type QuoteTemplateValues = z.input<typeof quoteTemplateSchema>;

export const emptyQuoteTemplate: QuoteTemplateValues = {
  name: '',
  subject: '',
  lines: JSON.stringify([emptyLine]),
  validity_days: '30',
  delivery: '',
  terms: '',
  notes: '',
};
