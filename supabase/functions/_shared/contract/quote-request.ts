import * as z from 'zod/mini';
import { isEmailAddress, toAsciiAddress } from './email-address.ts';
import { INVISIBLE_TEXT, isOneLineText, multiLine, singleLine } from './typed-text.ts';

/** Kinds of organisations that send a request: stored value → French label. */
export const organizationTypes = {
  municipalite: 'Municipalité',
  mrc: 'MRC',
  ville: 'Ville',
  'organisme-public': 'Organisme public',
  autre: 'Autre',
} as const;

/** The services offered: stored value → French label. */
export const serviceTypes = {
  'visite-virtuelle': 'Visite virtuelle',
  'street-view': 'Street View',
  'pre-deneigement': 'Relevé avant déneigement',
  infrastructure: 'Infrastructure',
  evenement: 'Événement',
  autre: 'Autre',
} as const;

type Key<R> = Extract<keyof R, string>;
const keysOf = <R extends object>(record: R) => Object.keys(record) as [Key<R>, ...Key<R>[]];

/** One line of text in which nothing is invisible. */
const lineField = (max: number, tooLong: string) =>
  z
    .string()
    .check(z.overwrite(singleLine), z.maxLength(max, tooLong), z.refine(isOneLineText, INVISIBLE_TEXT));

/** A name of at least two characters. */
const name = (missing: string, max: number, tooLong: string) =>
  lineField(max, tooLong).check(z.minLength(2, missing));

/**
 * The fields of a quote request, with the limits and messages of the specification, section 5; the database checks the same
 * limits. Written with `zod/mini`, which visitors download instead of `zod` (docs/decisions/0002).
 */
export const quoteRequestFields = {
  organization_name: name(
    "Le nom de l'organisation est requis",
    200,
    "Le nom de l'organisation ne peut pas dépasser 200 caractères",
  ),
  contact_name: name('Votre nom est requis', 100, 'Votre nom ne peut pas dépasser 100 caractères'),
  email: z.string().check(
    z.overwrite((typed) => toAsciiAddress(singleLine(typed))),
    z.maxLength(255, { error: "L'adresse courriel ne peut pas dépasser 255 caractères", abort: true }),
    z.refine(isEmailAddress, 'Adresse courriel invalide'),
  ),
  phone: lineField(20, 'Le téléphone ne peut pas dépasser 20 caractères'),
  organization_type: z.enum(keysOf(organizationTypes), "Veuillez sélectionner un type d'organisation"),
  service_type: z.enum(keysOf(serviceTypes), 'Veuillez sélectionner un type de service'),
  message: z
    .string()
    .check(z.overwrite(multiLine), z.maxLength(2000, 'Le message ne peut pas dépasser 2000 caractères')),
};

export type QuoteRequestField = keyof typeof quoteRequestFields;

/** The fields that may stay empty. */
const optionalFields = ['phone', 'message'] as const;
type OptionalField = (typeof optionalFields)[number];

/** Turns a checked request into the columns of its row: a text that is missing is null. */
export const toQuoteRequestRow = <Request extends Record<OptionalField, string>>(
  request: Request,
): Omit<Request, OptionalField> & Record<OptionalField, string | null> => ({
  ...request,
  ...(Object.fromEntries(optionalFields.map((field) => [field, request[field] || null])) as Record<
    OptionalField,
    string | null
  >),
});

const labelOf = (labels: Readonly<Record<string, string>>, value: string) => labels[value] ?? value;

type QuoteRequestFields = Readonly<
  Record<Exclude<QuoteRequestField, OptionalField>, string> & Record<OptionalField, string | null>
>;

/**
 * Facts of a request besides its message, in order: a label, and the text of a request, `''` when it has none. The notice
 * to the studio, the file of requests, and the message that a visitor writes when the form fails show them.
 */
export const quoteRequestFacts: readonly (readonly [
  label: string,
  text: (request: QuoteRequestFields) => string,
])[] = [
  ['Organisation', (request) => request.organization_name],
  ['Type', (request) => labelOf(organizationTypes, request.organization_type)],
  ['Personne', (request) => request.contact_name],
  ['Courriel', (request) => request.email],
  ['Téléphone', (request) => request.phone ?? ''],
  ['Service', (request) => labelOf(serviceTypes, request.service_type)],
];
