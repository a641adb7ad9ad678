import { z } from 'zod';
import { line } from '@/admin/lib/text-schemas';
import { type ConditionTexts, faultsOf, toDefinition } from './condition-texts';
import type { SegmentDefinition } from './segment-labels';

/** Largest number of conditions of a segment (private.is_segment_definition). */
export const MAX_CONDITIONS = 12;

/**
 * Schema of the segment form; `conditions` holds ConditionTexts as JSON, so that two versions of a form can be
 * compared.
 */
export const segmentSchema = z.object({
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
});

/** The form's values while it is being filled in. */
export type SegmentValues = z.input<typeof segmentSchema>;

/** A checked segment. */
export type SegmentInput = z.output<typeof segmentSchema>;
