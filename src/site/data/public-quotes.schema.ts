import * as z from 'zod/mini';
import { INVISIBLE_TEXT, isOneLineText, multiLine, singleLine } from '@/shared/lib/typed-text';

/** How a municipality says yes: stored value → French label. */
export const authorities = {
  resolution: 'Résolution du conseil',
  delegation: 'Délégation de pouvoir, avec bon de commande',
} as const;

/** One line of at most a hundred characters; may be empty. */
const shortLine = z
  .string()
  .check(
    z.overwrite(singleLine),
    z.maxLength(100, '100 caractères au plus'),
    z.refine(isOneLineText, INVISIBLE_TEXT),
  );

const required = (missing: string) => shortLine.check(z.minLength(2, missing));

const name = required('Votre nom est requis');

/** « Accepter »: who, in what capacity, by what right, and the code that was e-mailed. */
export const acceptanceSchema = z
  .object({
    name,
    jobTitle: required('Votre fonction est requise'),
    authority: z.enum(
      Object.keys(authorities) as [keyof typeof authorities, ...(keyof typeof authorities)[]],
    ),
    resolutionNumber: shortLine,
    resolutionDate: z.string(),
    purchaseOrder: shortLine,
    code: z.string().check(
      z.overwrite((typed) => typed.replace(/\s/g, '')),
      z.regex(/^\d{6}$/, 'Le code compte six chiffres'),
    ),
  })
  .check(({ value, issues }) => {
    const missing = (path: keyof typeof value, message: string) => {
      if (!value[path]) issues.push({ code: 'custom', input: value, path: [path], message });
    };
    if (value.authority === 'resolution') {
      missing('resolutionNumber', 'Le numéro de la résolution est requis');
      missing('resolutionDate', 'La date de la résolution est requise');
    } else missing('purchaseOrder', 'Le numéro du bon de commande est requis');
  });

/** A checked acceptance, ready to send. */
export type AcceptanceInput = z.output<typeof acceptanceSchema>;

/** What the form holds while it is being filled in. */
export type AcceptanceValues = z.input<typeof acceptanceSchema>;

export const emptyAcceptance: AcceptanceValues = {
  ...{ name: '', jobTitle: '', authority: 'resolution', code: '' },
  ...{ resolutionNumber: '', resolutionDate: '', purchaseOrder: '' },
};

/** « Poser une question » and « Refuser »: who, and a text that must be there. */
export const signedTextSchema = z.object({
  name,
  text: z
    .string()
    .check(
      z.overwrite(multiLine),
      z.minLength(2, 'Écrivez quelques mots'),
      z.maxLength(1800, '1800 caractères au plus'),
    ),
});

/** What is asked, or why it is refused, and by whom. */
export type SignedText = z.output<typeof signedTextSchema>;

/** The largest resolution that may be joined, in bytes: 5 Mo. */
const MAX_FILE = 5_000_000;

/** Why a file cannot be joined, in French; it must be a PDF, whatever its name says. */
export async function resolutionRefusal(file: File): Promise<string | undefined> {
  if (file.size > MAX_FILE) return 'Ce fichier dépasse 5\u00a0Mo.';
  const begin = new Uint8Array(await file.slice(0, 5).arrayBuffer());
  return String.fromCharCode(...begin) === '%PDF-' ? undefined : 'Ce fichier n’est pas un PDF.';
}
