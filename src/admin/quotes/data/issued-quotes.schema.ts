import { printFault } from '@contract/printable-text';
import type { AcceptsBy, QuoteLine } from '@quote/quote-document.ts';
import type { DiscountKind } from '@quote/quote-totals.ts';
import { z } from 'zod';
import { optionalChoice } from '@/admin/kit/lib/row-codecs';
import { emailAddress, line, paragraph, printableText, upTo } from '@/admin/kit/lib/text-schemas';
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

const isReadable = ({ quantity, price }: TypedLine) =>
  readQuantity(quantity) !== undefined && readHundredths(price) !== undefined;

/** The stored lines ⇄ the text that the form holds. */
const quoteLines = z.codec(z.custom<QuoteLine[]>(), z.string(), {
  decode: (lines) => JSON.stringify(lines.map(toTypedLine)),
  encode: (text) =>
    readTypedLines(text).map(({ description, quantity, unit, price }) => ({
      description: description.trim(),
      quantity: readQuantity(quantity) ?? '0.000',
      unit: unit.trim(),
      unitPriceCents: readHundredths(price) ?? 0,
    })),
});

/** Cents, or hundredths of a percent ⇄ what is typed: « 1140,50 »; nothing typed is 0. */
const hundredthsCodec = z.codec(z.number(), z.string(), {
  decode: typedHundredths,
  encode: (typed) => readHundredths(typed) ?? 0,
});

/** Texts with the same limits in quotes and their templates. */
export const sharedTexts = {
  subject: printableText(line.pipe(upTo('L’objet', 200))),
  /** The typed lines as JSON, so that a conflict offers two lists and not words of them. */
  lines: z
    .string()
    .refine((text) => readTypedLines(text).every(isReadable), {
      error: ({ input }) =>
        readTypedLines(String(input)).some(({ price }) => /^[-−–]/.test(price.trim()))
          ? 'Un prix n’est jamais négatif\u00a0: pour réduire le total, inscrivez un rabais sous les lignes.'
          : 'Une quantité ou un prix ne se lit pas. Exemple\u00a0: 1,5 et 140,00.',
    })
    .superRefine((text, context) => {
      for (const [index, { description, unit }] of readTypedLines(text).entries()) {
        const fault = printFault(`${description} ${unit}`);
        if (fault) context.addIssue(`Ligne ${index + 1}\u00a0: ${fault}`);
      }
    }),
  delivery: printableText(paragraph.pipe(upTo('La livraison', 1000))),
  terms: printableText(paragraph.pipe(upTo('Les modalités', 4000))),
  notes: printableText(paragraph.pipe(upTo('Les notes', 2000))),
};

/** Fields of the client, with the same limits in quotes and invoices. */
export const clientFields = {
  organization_name: printableText(line.pipe(upTo('L’organisation', 200))),
  contact_name: printableText(line.pipe(upTo('Le nom', 100))),
  contact_title: printableText(line.pipe(upTo('La fonction', 100))),
  email: z.union([z.literal(''), emailAddress('Email invalide')]),
  phone: printableText(line.pipe(upTo('Le téléphone', 20))),
  address: printableText(paragraph.pipe(upTo('L’adresse', 300))),
};

/** Fields of a discount, with the same limits in quotes and invoices. */
export const discountFields = {
  discount_kind: z.string().pipe(z.enum(Object.keys(discountKinds) as [DiscountKind, ...DiscountKind[]])),
  discount_value: z.string(),
  discount_label: printableText(line.pipe(upTo('Le nom du rabais', 100))),
};

type TypedDiscount = { discount_kind: DiscountKind; discount_value: string };

/** Empties the value of a discount that is none. */
export const withoutIdleDiscount = <Priced extends TypedDiscount>(priced: Priced): Priced =>
  priced.discount_kind === 'aucun' ? { ...priced, discount_value: '' } : priced;

/** Tells whether a typed discount can be read. */
export function isReadableDiscount({ discount_kind, discount_value }: TypedDiscount): boolean {
  const value = readHundredths(discount_value);
  return value !== undefined && (discount_kind !== 'pourcentage' || (value ?? 0) <= 10_000);
}

/** The error of a discount that cannot be. */
export const discountFault = {
  path: ['discount_value'],
  error: ({ input }: { input?: unknown }) =>
    readHundredths((input as TypedDiscount).discount_value) === undefined
      ? 'Ce rabais ne se lit pas. Exemple\u00a0: 12,50.'
      : 'Un rabais ne dépasse pas 100\u00a0%.',
};

/**
 * Schema of the draft form. Nothing is required: it is saved while it is written, and sending reports what is
 * missing.
 */
export const issuedQuoteSchema = z
  .object({
    ...clientFields,
    ...sharedTexts,
    ...discountFields,
    valid_until: z.iso.date('Indiquez un jour'),
    // When nothing is chosen, the database decides by the client.
    accepts_by: z.enum(['', ...(Object.keys(acceptsByChoices) as AcceptsBy[])]),
  })
  .transform(withoutIdleDiscount)
  .refine(isReadableDiscount, discountFault);

/** Columns of a stored draft that quotes and invoices share ⇄ the fields of their forms. */
export const documentRow = {
  organization_name: z.string(),
  contact_name: z.string(),
  contact_title: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  subject: z.string(),
  lines: quoteLines,
  terms: z.string(),
  notes: z.string(),
  discount_kind: z.custom<DiscountKind>(),
  discount_value: hundredthsCodec,
  discount_label: z.string(),
};

/** A stored draft ⇄ its form. */
export const issuedQuoteRow = z.object({
  ...documentRow,
  delivery: z.string(),
  valid_until: z.string(),
  accepts_by: optionalChoice<AcceptsBy>(),
});

/** A checked draft, ready to be saved. */
export type IssuedQuoteInput = z.output<typeof issuedQuoteSchema>;

/** The form's values while it is being filled in. */
export type IssuedQuoteValues = z.input<typeof issuedQuoteSchema>;

const catalogueName = line.pipe(upTo('Le nom', 100).min(1, 'Le nom est requis'));

/** Services of the site that may take their price from the catalogue: stored value → French label. */
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
  description: printableText(paragraph.pipe(upTo('La description', 1000))),
  unit: printableText(line.pipe(upTo('L’unité', 20))),
  unit_price_cents: z.string().superRefine((typed, context) => {
    const cents = readHundredths(typed);
    if (cents === null) context.addIssue('Le prix est requis');
    if (cents === undefined) context.addIssue('Ce prix ne se lit pas. Exemple\u00a0: 140,00.');
  }),
  site_service: z.enum(['', ...(Object.keys(siteServices) as SiteService[])]),
});

/** A stored service ⇄ its form. */
export const quoteServiceRow = z.object({
  name: z.string(),
  description: z.string(),
  unit: z.string(),
  unit_price_cents: hundredthsCodec,
  site_service: optionalChoice<SiteService>(),
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
    .regex(/^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/, 'De 1 à 365 jours'),
});

/** A stored template ⇄ its form. */
export const quoteTemplateRow = z.object({
  name: z.string(),
  subject: z.string(),
  lines: quoteLines,
  delivery: z.string(),
  terms: z.string(),
  notes: z.string(),
  validity_days: z.codec(z.number(), z.string(), { decode: String, encode: Number }),
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
