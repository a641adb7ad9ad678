import { z } from 'zod';
import { optionalText } from '@/admin/kit/lib/row-codecs';
import { line, printableText, upTo } from '@/admin/kit/lib/text-schemas';

const optionalDay = z
  .string()
  .trim()
  .refine((day) => day === '' || z.iso.date().safeParse(day).success, {
    message: 'Date invalide. Écrivez-la sous la forme 2026-12-31, ou choisissez-la dans le calendrier.',
  });

/** The form of a survey; limits as in supabase/schemas/41_surveys.sql. */
export const surveySchema = z.object({
  name: printableText(line.pipe(upTo('Le nom', 200).min(1, 'Le nom est requis'))),
  city: printableText(line.pipe(upTo('La ville', 100))),
  region: printableText(line.pipe(upTo('La région', 100))),
  client_name: printableText(line.pipe(upTo('Le client', 200))),
  captured_on: optionalDay,
  /** Day when the client received the folder of proof, or `''`. */
  delivered_on: optionalDay,
  /** Id of a trip, or `''`. */
  trip_plan_id: z.string(),
  /** Id of the earlier survey of the same streets, or `''`. */
  compared_with: z.string(),
});

export type SurveyValues = z.infer<typeof surveySchema>;

/** A stored survey ⇄ its form. */
export const surveyRow = z.object({
  name: z.string(),
  city: optionalText,
  region: optionalText,
  client_name: optionalText,
  captured_on: optionalText,
  delivered_on: optionalText,
  trip_plan_id: optionalText,
  compared_with: optionalText,
});

export const emptySurvey: SurveyValues = {
  name: '',
  city: '',
  region: '',
  client_name: '',
  captured_on: '',
  delivered_on: '',
  trip_plan_id: '',
  compared_with: '',
};
