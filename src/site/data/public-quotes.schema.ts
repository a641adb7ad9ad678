import { multiLine } from '@contract/typed-text';
import * as z from 'zod/mini';
import {
  acceptanceFields,
  checkPower,
  nothingAccepted,
  personName,
} from '@/shared/data/quote-acceptance.schema';

/** « Accepter »: who, in what capacity, by what right, and the code that was e-mailed. */
export const acceptanceSchema = z
  .object({
    ...acceptanceFields,
    code: z.string().check(
      z.overwrite((typed) => typed.replace(/\s/g, '')),
      z.regex(/^\d{6}$/, 'Le code compte six chiffres'),
    ),
  })
  .check(checkPower);

/** A checked acceptance, ready to send. */
export type AcceptanceInput = z.output<typeof acceptanceSchema>;

/** What the form holds while it is being filled in. */
export type AcceptanceValues = z.input<typeof acceptanceSchema>;

export const emptyAcceptance: AcceptanceValues = { ...nothingAccepted, code: '' };

/** « Poser une question » and « Refuser »: who, and a text that must be there. */
export const signedTextSchema = z.object({
  name: personName,
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
