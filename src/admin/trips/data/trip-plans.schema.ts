import { z } from 'zod';
import { optionalText } from '@/admin/kit/lib/row-codecs';
import { line, paragraph } from '@/admin/kit/lib/text-schemas';
import { type JobType, jobTypes, type TripStatus, tripStatuses } from './trip-labels';

const tooLong = (what: string, max: number) => `${what} ne peut pas dépasser ${max} caractères`;

/** Schema of a day, as `2026-12-01`. */
const day = (missing: string) =>
  line
    .pipe(z.string().min(1, missing))
    .pipe(
      z.iso.date('Date invalide. Écrivez-la sous la forme 2026-12-31, ou choisissez-la dans le calendrier.'),
    );

const kilometres = z
  .number('Le rayon doit être un nombre')
  .min(1, 'Le rayon doit être au moins 1\u00a0km')
  .max(500, 'Le rayon ne peut pas dépasser 500\u00a0km')
  .int('Le rayon doit être un nombre entier de kilomètres');

const readKilometres = (typed: string) => Number(typed.replace(',', '.'));

const radius = z
  .string()
  .trim()
  .min(1, { error: 'Le rayon est requis', abort: true })
  .superRefine((typed, context) => {
    for (const { message } of kilometres.safeParse(readKilometres(typed)).error?.issues ?? [])
      context.addIssue(message);
  });

/**
 * Reads a point of the map, as `48.4501, -68.5234`; decimal commas are understood with a semicolon between the
 * numbers.
 */
export function readPoint(text: string): { latitude: number; longitude: number } | undefined {
  const parts = text.includes(';') ? text.replaceAll(',', '.').split(';') : text.split(/\s*,\s*|\s+/);
  const [latitude, longitude, ...more] = parts.map((part) =>
    part.trim() === '' ? Number.NaN : Number(part),
  );
  const isInQuebec =
    latitude !== undefined &&
    longitude !== undefined &&
    latitude >= 44 &&
    latitude <= 64 &&
    longitude >= -81 &&
    longitude <= -56;
  return isInQuebec && more.length === 0 ? { latitude, longitude } : undefined;
}

/** Formats a point for the form, to about ten metres. */
export const pointText = (latitude: number, longitude: number) =>
  `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`;

/**
 * Schema of the trip form. Limits and messages: specification, section 5, and decisions; the database checks the same
 * limits.
 */
export const tripPlanSchema = z
  .object({
    city: line.pipe(z.string().min(1, 'La ville est requise').max(100, tooLong('La ville', 100))),
    region: line.pipe(z.string().min(1, 'La région est requise').max(100, tooLong('La région', 100))),
    /** Code of the register; `''` for a town typed freely. */
    municipality_code: z.string(),
    /** A point of the map, in place of a municipality, or `''`. */
    point: z
      .string()
      .trim()
      .refine((text) => text === '' || readPoint(text) !== undefined, {
        message: 'Écrivez la latitude puis la longitude d’un point du Québec, comme 48.4501, -68.5234',
      }),
    start_date: day('La date de début est requise'),
    end_date: day('La date de fin est requise'),
    job_type: z.enum(Object.keys(jobTypes) as [JobType, ...JobType[]]),
    status: z.enum(Object.keys(tripStatuses) as [TripStatus, ...TripStatus[]]),
    radius_km: radius,
    client_name: line.pipe(z.string().max(200, tooLong('Le client', 200))),
    description: paragraph.pipe(z.string().max(2000, tooLong('La description', 2000))),
    tag_ids: z.array(z.string()),
  })
  .refine(({ start_date, end_date }) => end_date >= start_date, {
    path: ['end_date'],
    message: 'La date de fin doit suivre la date de début',
    // Beside the other messages, as soon as both dates are there.
    when: ({ value }) => {
      const { start_date, end_date } = value as { start_date: string; end_date: string };
      return [start_date, end_date].every((date) => z.iso.date().safeParse(date.trim()).success);
    },
  });

/** A stored trip with the ids of its target types ⇄ its form, without the point, which is two columns. */
export const tripPlanRow = z.object({
  city: z.string(),
  region: z.string(),
  municipality_code: optionalText,
  start_date: z.string(),
  end_date: z.string(),
  job_type: z.custom<JobType>(),
  status: z.custom<TripStatus>(),
  radius_km: z.codec(z.number(), z.string(), { decode: String, encode: readKilometres }),
  client_name: optionalText,
  description: optionalText,
  tag_ids: z.array(z.string()),
});

/** A checked trip, ready to be saved: a missing text is `''`. */
export type TripPlanInput = z.output<typeof tripPlanSchema>;

/** The form's values while it is being filled in. */
export type TripPlanValues = z.input<typeof tripPlanSchema>;

export const emptyTripPlan: TripPlanValues = {
  city: '',
  region: '',
  municipality_code: '',
  point: '',
  start_date: '',
  end_date: '',
  job_type: 'visite_virtuelle',
  status: 'planifié',
  radius_km: '50',
  client_name: '',
  description: '',
  tag_ids: [],
};
