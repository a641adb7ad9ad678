import { z } from 'zod';
import { printableText } from '@/admin/kit/lib/text-schemas';
import type { Tables } from '@/shared/database.types';

/** A damage that was noted in the picture after, an ellipse in degrees. */
export type SurveyFinding = Pick<
  Tables<'survey_findings'>,
  'id' | 'yaw' | 'pitch' | 'width' | 'height' | 'kind' | 'note'
>;

/** Kinds of damage that are proposed, as stored and as shown; another may be written. */
export const findingKinds: readonly string[] = [
  'Bordure',
  'Pelouse',
  'Trottoir',
  'Nid-de-poule',
  'Chaussée',
  'Clôture',
  'Boîte aux lettres',
  'Borne-fontaine',
  'Mobilier urbain',
  'Signalisation',
];

/** Largest length of a note on a damage, also checked in SQL. */
const NOTE = 1000;

/** The form of a damage. */
export const findingSchema = z.object({
  kind: printableText(z.string().trim().min(1, 'Dites de quoi il s’agit').max(60, 'Au plus 60 caractères')),
  note: printableText(z.string().trim().max(NOTE, `Au plus ${NOTE} caractères`)),
});
export type FindingValues = z.infer<typeof findingSchema>;
export const noFinding: FindingValues = { kind: '', note: '' };
