import { z } from 'zod';

const countRecord = z.record(z.string(), z.number());

/** Schema of the answer of `survey_report`. */
export const reportSchema = z.object({
  studio: z.string(),
  sealed_at: z.string(),
  merkle_root: z.string(),
  header: z.object({
    survey: z.object({
      name: z.string(),
      city: z.string(),
      region: z.string(),
      client: z.string(),
      date: z.string().nullable(),
    }),
    pictures: z.number(),
    leftOut: countRecord,
    first: z.string().nullable(),
    last: z.string().nullable(),
    clock: z.object({
      offsetMs: z.number().nullable(),
      basis: z.string().nullable(),
      parts: z.array(z.object({ from: z.string(), offsetMs: z.number() })).optional(),
    }),
    times: countRecord,
    places: countRecord,
    headings: countRecord,
    tracks: z.array(z.object({ name: z.string(), points: z.number() })),
  }),
  tokens: z.array(z.object({ authority: z.string(), gen_time: z.string() })),
  places: z.array(z.tuple([z.number(), z.number()])),
  pairs: z.number(),
  findings: z.number(),
  shown: z.array(
    z.object({
      note: z.string(),
      before_preview: z.string().nullable(),
      before_at: z.string().nullable(),
      after_preview: z.string().nullable(),
      after_at: z.string().nullable(),
      file_name: z.string(),
      lat: z.number().nullable(),
      lon: z.number().nullable(),
      findings: z.array(
        z.object({
          kind: z.string(),
          note: z.string(),
          yaw: z.number(),
          pitch: z.number(),
          width: z.number(),
          height: z.number(),
        }),
      ),
    }),
  ),
});

/** The facts of a sealed survey that its report prints. */
export type Report = z.infer<typeof reportSchema>;
