import { z } from 'zod';
import type { Version } from './edit-conflict';

/** A text that may be missing: null in the database, '' in a form. */
export const optionalText = z.codec(z.string().nullable(), z.string(), {
  decode: (stored) => stored ?? '',
  encode: (typed) => (typed === '' ? null : typed),
});

/** One of a few values, or none: null in the database, '' in a form. The generated types say which values there are. */
export const optionalChoice = <Value extends string>() =>
  z.codec(z.custom<Value | null>(), z.custom<Value | ''>(), {
    decode: (stored) => stored ?? ('' as const),
    encode: (chosen) => (chosen === '' ? null : (chosen as Value)),
  });

/** A number that may be missing: null in the database, a text of digits or '' in a form. */
export const optionalNumber = z.codec(z.number().nullable(), z.string(), {
  decode: (stored) => String(stored ?? ''),
  encode: (typed) => (typed === '' ? null : Number(typed)),
});

/** An answer that may be missing: true, false or null in the database, 'yes', 'no' or '' in a form. */
export const optionalYesNo = z.codec(z.boolean().nullable(), z.enum(['', 'yes', 'no']), {
  decode: (stored) => (stored === null ? '' : stored ? 'yes' : 'no'),
  encode: (answer) => (answer === '' ? null : answer === 'yes'),
});

/** A stored row as its form holds it, with the moment it was read at. */
export const toVersion = <Codec extends z.ZodType>(
  codec: Codec,
  row: z.input<Codec> & { updated_at: string },
): Version<z.output<Codec>> => ({ values: z.decode(codec, row), readAt: row.updated_at });
