import { z } from 'zod';
import { optionalText } from '@/admin/kit/lib/row-codecs';
import { SLUG_PATTERN } from '@/admin/kit/lib/slug';
import { line } from '@/admin/kit/lib/text-schemas';

/** Longest slug that the database accepts. */
export const TAG_SLUG_MAX = 100;

/** Matches a stored colour: `#` and six hexadecimal digits. */
export const COLOR_PATTERN = /^#[0-9a-fA-F]{6}$/;

/** Schema of the tag form. Limits and messages: specification, section 5; the database checks the same limits. */
export const tagSchema = z.object({
  name: line.pipe(
    z.string().min(1, 'Le nom est requis').max(100, 'Le nom ne peut pas dépasser 100 caractères'),
  ),
  slug: z
    .string()
    .trim()
    .min(1, 'Le slug est requis')
    .max(TAG_SLUG_MAX, 'Le slug ne peut pas dépasser 100 caractères')
    .regex(
      SLUG_PATTERN,
      'Le slug ne peut contenir que des minuscules sans accent, des chiffres et des traits d’union',
    ),
  color: z.string().trim().regex(COLOR_PATTERN, 'Couleur invalide'),
  /** The name of an icon; `''` for none. */
  icon: z.string().max(50, 'Le nom de l’icône ne peut pas dépasser 50 caractères'),
});

/** A stored tag ⇄ its form. */
export const tagRow = z.object({ name: z.string(), slug: z.string(), color: z.string(), icon: optionalText });

/** The form's values, before and after the check. */
export type TagFormValues = z.infer<typeof tagSchema>;

export const emptyTag: TagFormValues = { name: '', slug: '', color: '#3b82f6', icon: '' };
