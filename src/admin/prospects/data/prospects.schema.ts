import { z } from 'zod';
import { httpHref } from '@/shared/lib/text';

/** Schema of the answer of generate-prospects; unknown values are dropped. */
export const generationAnswerSchema = z.object({
  message: z.string().min(1).catch('Prospects générés avec succès'),
  state: z.enum(['finished', 'running']).catch('finished'),
  added: z.number().optional().catch(undefined),
  isPartial: z.boolean().catch(false),
});

export type GenerationAnswer = z.infer<typeof generationAnswerSchema>;

const sourceSchema = z
  .object({ url: z.string().refine((url) => httpHref(url) !== undefined), foundAt: z.iso.datetime() })
  .optional()
  .catch(undefined);

const page = sourceSchema.transform((read) => read ?? null);

const optionalText = (max: number) => z.string().min(1).max(max).nullable().catch(null);

/** Schema of the answer of search-prospect-info; unknown values are dropped. */
export const searchAnswerSchema = z.object({
  email: optionalText(255),
  phone: optionalText(20),
  website: optionalText(500),
  sources: z.object({ email: sourceSchema, phone: sourceSchema, website: sourceSchema }).catch({}),
  verified: page,
  notice: page,
  note: z.string().nullable().catch(null),
  isPartial: z.boolean().catch(false),
});

export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
