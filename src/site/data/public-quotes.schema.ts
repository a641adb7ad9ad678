import { multiLine } from '@contract/typed-text';
import * as z from 'zod/mini';
import {
  acceptanceFields,
  checkAuthority,
  nothingAccepted,
  personName,
} from '@/shared/data/quote-acceptance.schema';

/** Schema of « Accepter »: name, capacity, legal authority, and the code sent by e-mail. */
export const acceptanceSchema = z
  .object({
    ...acceptanceFields,
    code: z.string().check(
      z.overwrite((typed) => typed.replace(/\s/g, '')),
      z.regex(/^\d{6}$/, 'Le code compte six chiffres'),
    ),
  })
  .check(checkAuthority);

/** A checked acceptance, ready to send. */
export type AcceptanceInput = z.output<typeof acceptanceSchema>;

/** The form's values while it is being filled in. */
export type AcceptanceValues = z.input<typeof acceptanceSchema>;

export const emptyAcceptance: AcceptanceValues = { ...nothingAccepted, code: '' };

/** Schema of « Poser une question » and « Refuser »: a name and a required text. */
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

/** A checked question or refusal, with the name of its author. */
export type SignedText = z.output<typeof signedTextSchema>;
