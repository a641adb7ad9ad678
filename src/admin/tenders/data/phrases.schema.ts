import { z } from 'zod';

/**
 * Schema of the expressions, one a line: at most sixty, each of three letters at least. The database checks the same
 * count.
 */
export const phrasesSchema = z.object({
  phrases: z
    .string()
    .transform((text) =>
      [...new Set(text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim()))].filter(Boolean),
    )
    .pipe(
      z
        .array(
          z
            .string()
            .min(3, 'Chaque expression a au moins 3 caractères')
            .max(60, 'Chaque expression a au plus 60 caractères'),
        )
        .max(60, 'Au plus 60 expressions'),
    ),
});

export type PhraseValues = z.input<typeof phrasesSchema>;
export type PhraseInput = z.output<typeof phrasesSchema>;
