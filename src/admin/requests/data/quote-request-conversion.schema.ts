import { z } from 'zod';

/**
 * Schema of the contact fields that the quote form does not ask. Limits and messages: specification, section 5
 * (Contact).
 */
export const conversionSchema = z.object({
  city: z
    .string()
    .trim()
    .min(1, 'La ville est requise')
    .max(100, 'La ville ne peut pas dépasser 100 caractères'),
  region: z
    .string()
    .trim()
    .min(1, 'La région est requise')
    .max(100, 'La région ne peut pas dépasser 100 caractères'),
});

export type ConversionInput = z.output<typeof conversionSchema>;
