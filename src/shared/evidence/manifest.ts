import { z } from 'zod/mini';

/** The format of a manifest that this version writes and reads. */
export const MANIFEST_FORMAT = 'territoire360.releve/1';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const isoMoment = z.iso.datetime();
const countRecord = z.record(z.string(), z.number());

/** Sources of a time, a place or a heading; the stored values of a picture of a survey. */
const sourceNames = ['appareil', 'trace', 'main', 'appariement'] as const;
const nullableSource = z.nullable(z.enum(sourceNames));

const header = z.object({
  format: z.literal(MANIFEST_FORMAT),
  product: z.string(),
  survey: z.object({
    id: z.string(),
    name: z.string(),
    city: z.string(),
    region: z.string(),
    client: z.string(),
    date: z.nullable(z.string()),
  }),
  /** Time of the sealing on the studio's clock; a time stamp proves the latest possible one. */
  declaredAt: isoMoment,
  pictures: z.number(),
  bytes: z.number(),
  /** Pictures of the drive that are not in the manifest, by the reason for which they were left out. */
  leftOut: countRecord,
  /** Times of the first and of the last picture. */
  first: z.nullable(isoMoment),
  last: z.nullable(isoMoment),
  /** Camera clock minus true time, and what it was measured by. */
  clock: z.object({
    offsetMs: z.nullable(z.number()),
    basis: z.nullable(z.string()),
    /** Parts of the drive with an additional clock offset, each from a picture on; absent without any. */
    parts: z.optional(z.array(z.object({ from: z.string(), offsetMs: z.number() }))),
  }),
  /** Counts of pictures by the source of their time, place and heading. */
  times: countRecord,
  places: countRecord,
  headings: countRecord,
  /** GPS tracks that places were found by. */
  tracks: z.array(
    z.object({
      name: z.string(),
      points: z.number(),
      first: z.nullable(isoMoment),
      last: z.nullable(isoMoment),
      sha256,
    }),
  ),
});

const picture = z.object({
  /** Path in the folder of the survey. */
  path: z.string().check(z.minLength(1), z.maxLength(1000)),
  bytes: z.number(),
  /** SHA-256 of the original, as it was read from the disk. */
  sha256,
  takenAt: z.nullable(isoMoment),
  timeSource: nullableSource,
  cameraTime: z.nullable(isoMoment),
  cameraZone: z.nullable(z.string()),
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  placeSource: nullableSource,
  heading: z.nullable(z.number()),
  headingSource: nullableSource,
});

const manifest = z.object({ header, pictures: z.array(picture).check(z.minLength(1), z.maxLength(100_000)) });

export type ManifestHeader = z.infer<typeof header>;
export type ManifestPicture = z.infer<typeof picture>;
export type Manifest = z.infer<typeof manifest>;

/** Reads the text of a manifest; `undefined` when it is none. */
export function readManifest(text: string): Manifest | undefined {
  try {
    return manifest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
