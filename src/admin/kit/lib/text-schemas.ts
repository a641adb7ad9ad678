import { isEmailAddress, toAsciiAddress } from '@contract/email-address';
import { printFault } from '@contract/printable-text';
import { INVISIBLE_TEXT, isOneLineText, multiLine, singleLine } from '@contract/typed-text';
import { unfilledFault } from '@message/template-text.ts';
import { z } from 'zod';

/** A text on one line, trimmed; invisible characters are refused. */
export const line = z.string().transform(singleLine).refine(isOneLineText, INVISIBLE_TEXT);

/** An e-mail address, folded to the form that is stored; at most 255 characters. */
export const emailAddress = (invalid: string, tooLong = invalid) =>
  z
    .string()
    .transform((typed) => toAsciiAddress(singleLine(typed)))
    .pipe(z.string().max(255, { error: tooLong, abort: true }).refine(isEmailAddress, invalid));

/** A text on several lines, trimmed and without control characters. */
export const paragraph = z.string().transform(multiLine);

/** Limits a text to a number of characters; `what` names the field in the message. */
export const upTo = (what: string, most: number) =>
  z.string().max(most, `${what} ne peut pas dépasser ${most} caractères`);

/** Refuses, by name, the signs of a text that the PDF it goes into cannot show. */
export const printableText = (schema: z.ZodType<string, string>) =>
  schema.superRefine((text, context) => {
    const fault = printFault(text);
    if (fault) context.addIssue(fault);
  });

/** Refuses the variables of a text that leaves as it is typed, but for the one that the server fills. */
const withoutVariables = (schema: z.ZodType<string, string>, filled: string | undefined) =>
  schema.superRefine((text, context) => {
    const fault = unfilledFault(filled ? text.replaceAll(filled, '') : text);
    if (fault) context.addIssue(fault);
  });

/**
 * The subject and the text of a letter to a client.
 *
 * @param filled the only text in braces that the server replaces
 */
export const letterFields = (filled?: string) => ({
  subject: withoutVariables(line.pipe(upTo('Le sujet', 200).min(1, 'Écrivez un sujet')), filled),
  body: withoutVariables(paragraph.pipe(upTo('Le texte', 10_000).min(1, 'Écrivez un texte')), filled),
});

/** Tells whether the database accepts a text as a link: http or https, without a space. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+\S*$/i.test(text) && URL.canParse(text);
}

/** The address of a page or a site, which may be empty; « exemple.com » becomes `https://exemple.com`. */
export const webAddress = (what = 'L’adresse', invalid = 'URL invalide') =>
  line
    .transform(withScheme)
    .pipe(upTo(what, 500).refine((text) => text === '' || isWebAddress(text), invalid));

/** Adds `https://` to an address that begins with a host name: « visites.example/fjord ». */
export function withScheme(typed: string): string {
  return /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?::\d+)?(?:[/?#]|$)/u.test(typed) ? `https://${typed}` : typed;
}
