import { z } from 'zod';
import { type Sector, sectors } from '@/data/contacts/contact-labels';
import { httpHref } from '@/lib/text';
import { type ProspectStatus, prospectOrders, prospectStatuses } from './prospect-labels';

const among = <Value extends string>(labels: Record<Value, string>) => Object.keys(labels) as Value[];

/** Filters and order of the prospects, as the address holds them. */
export const prospectViewSchema = z.object({
  tri: z.enum(among(prospectOrders)).catch('promesse'),
  secteur: z.enum(['', ...among<Sector>(sectors)]).catch(''),
  statut: z.enum(['', ...among<ProspectStatus>(prospectStatuses)]).catch(''),
});

export type ProspectView = z.infer<typeof prospectViewSchema>;

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
