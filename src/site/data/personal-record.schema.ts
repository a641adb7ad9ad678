import { quoteRequestFields } from '@contract/quote-request';
import { singleLine } from '@contract/typed-text';
import * as z from 'zod/mini';
import { upTo } from '@/shared/data/quote-acceptance.schema';
import { fittingPhone } from '@/shared/lib/fitting-phone';

/** Schema of the correction of a person's own details; the database checks the same limits. */
export const correctionSchema = z.object({
  name: upTo(100).check(z.minLength(1, 'Le nom est requis')),
  functionTitle: upTo(100),
  company: upTo(100).check(z.minLength(1, 'L’organisation est requise')),
  phone: z.pipe(
    z.string().check(z.overwrite(singleLine), z.overwrite(fittingPhone)),
    quoteRequestFields.phone,
  ),
});

/** A correction, while it is typed and once it is checked: texts trimmed. */
export type Correction = z.output<typeof correctionSchema>;

/** Schema of « Recevoir le lien vers ma fiche ». */
export const linkRequestSchema = z.object({ email: quoteRequestFields.email });

export type LinkRequest = z.output<typeof linkRequestSchema>;
