import { z } from 'zod';
import { line, upTo } from '@/admin/kit/lib/text-schemas';

/** French label of each lifetime of a key, by its number of days. */
export const keyDurations = { '7': '7 jours', '30': '30 jours', '90': '90 jours' } as const;

type Days = keyof typeof keyDurations;

export const keySchema = z.object({
  name: line.pipe(upTo('Le nom', 60).min(1, 'Donnez un nom à l’assistant')),
  days: z.enum(Object.keys(keyDurations) as [Days, ...Days[]]),
});

export type KeyInput = z.output<typeof keySchema>;
export type KeyValues = z.input<typeof keySchema>;

export const emptyKey: KeyValues = { name: '', days: '30' };
