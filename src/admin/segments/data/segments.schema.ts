import { z } from 'zod';
import { line } from '@/admin/kit/lib/text-schemas';
import { type ConditionTexts, faultsOf, toDefinition } from './condition-texts';
import type { SegmentDefinition } from './segment-labels';

/** Largest number of conditions of a segment (private.is_segment_definition). */
export const MAX_CONDITIONS = 12;

/**
 * Schema of the segment form; `conditions` holds ConditionTexts as JSON, so that two versions of a form can be
 * compared.
 */
export const segmentSchema = z
  .object({
    name: line.pipe(
      z.string().min(1, 'Le nom est requis').max(60, 'Le nom ne peut pas dépasser 60 caractères'),
    ),
    conditions: z.string().transform((text, context): SegmentDefinition => {
      const texts: ConditionTexts = JSON.parse(text);
      const definition = toDefinition(texts);
      if (definition) return definition;
      const message = Object.values(faultsOf(texts))[0] ?? 'Ajoutez au moins une condition';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }),
    /** `''` stands for no rhythm: the team decides when to write. */
    rhythm: z.enum(['', 'une_fois_an', 'deux_fois_an', 'chaque_trimestre']),
    /** Day before which no campaign is due; read with a rhythm alone. */
    rhythm_from: z.string(),
  })
  .superRefine(({ rhythm, rhythm_from }, context) => {
    if (rhythm && !z.iso.date().safeParse(rhythm_from).success) {
      const message =
        'Date invalide. Écrivez-la sous la forme 2026-12-31, ou choisissez-la dans le calendrier.';
      context.addIssue({ code: 'custom', path: ['rhythm_from'], message });
    }
  });

/** The form of a new segment, but for its conditions. */
export const emptySegment = { name: '', rhythm: '', rhythm_from: '' } as const;

/** The form's values while it is being filled in. */
export type SegmentValues = z.input<typeof segmentSchema>;

/** A checked segment. */
export type SegmentInput = z.output<typeof segmentSchema>;
