import { z } from 'zod';
import { httpHref } from '@/shared/lib/text';

/** What generate-prospects answers. */
export const generationAnswerSchema = z.object({ message: z.string().min(1).catch('') });

const source = z
  .object({ url: z.string().refine((url) => httpHref(url) !== undefined), foundAt: z.iso.datetime() })
  .optional()
  .catch(undefined);

const text = (max: number) => z.string().min(1).max(max).nullable().catch(null);

/** What search-prospect-info answers; whatever is not of its form is left out. */
export const searchAnswerSchema = z.object({
  email: text(255),
  phone: text(20),
  website: text(500),
  sources: z.object({ email: source, phone: source, website: source }).catch({}),
  noSolicitation: z.boolean().catch(false),
  note: z.string().nullable().catch(null),
});

export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
