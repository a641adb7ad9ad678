import { z } from 'zod';
import { optionalNumber, optionalText } from '@/admin/kit/lib/row-codecs';
import { SLUG_PATTERN } from '@/admin/kit/lib/slug';
import { isWebAddress, line, paragraph, upTo, webAddress, withScheme } from '@/admin/kit/lib/text-schemas';
import { asTourStatus, type TourStatus } from './tour-labels';

/** Longest slug that the database accepts. */
export const SLUG_MAX = 200;

/**
 * Tells whether an address is a path of our own site; `//host` and `/\host` would lead to another. The database
 * checks the same.
 */
const isOwnPath = (address: string) => /^\/[^\s/\\][^\s\\]*$/.test(address);

/** Schema of an optional picture address: http, https, or a path of ours; `''` for none. */
const optionalPicture = (tooLong: string) =>
  line
    .transform(withScheme)
    .pipe(z.string().max(500, tooLong))
    .refine((address) => address === '' || isWebAddress(address) || isOwnPath(address), 'URL invalide');

/** Schema of the address of a tour that is elsewhere; `''` for none. */
const tourAddress = webAddress('L’URL');

/** Schema of the tour form. Limits and messages: specification, section 5; the database checks the same limits. */
export const tourSchema = z.object({
  title: line.pipe(
    z.string().min(1, 'Le titre est requis').max(200, 'Le titre ne peut pas dépasser 200 caractères'),
  ),
  slug: line.pipe(
    z
      .string()
      .min(1, 'Le slug est requis')
      .max(SLUG_MAX, 'Le slug ne peut pas dépasser 200 caractères')
      .regex(
        SLUG_PATTERN,
        'Le slug ne peut contenir que des minuscules sans accent, des chiffres et des traits d’union',
      ),
  ),
  location: line.pipe(z.string().max(200, 'Le lieu ne peut pas dépasser 200 caractères')),
  description: paragraph.pipe(z.string().max(2000, 'La description ne peut pas dépasser 2000 caractères')),
  url: tourAddress,
  image_url: optionalPicture('L’adresse de l’image ne peut pas dépasser 500 caractères'),
  panorama_url: optionalPicture('L’adresse du panorama ne peut pas dépasser 500 caractères'),
  client_name: line.pipe(z.string().max(200, 'Le client ne peut pas dépasser 200 caractères')),
  captured_on: z.union([z.literal(''), z.iso.date('Indiquez un jour')]),
  panorama_count: line.refine(
    (typed) => typed === '' || (/^\d{1,5}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 10_000),
    'Indiquez un nombre de 1 à 10\u00a0000',
  ),
  need: paragraph.pipe(upTo('Le besoin', 1000)),
  delivered: paragraph.pipe(upTo('Ce texte', 1000)),
  result: paragraph.pipe(upTo('Le résultat', 1000)),
  is_featured: z.boolean(),
  status: z.enum(['published', 'draft', 'archived'] satisfies TourStatus[]),
  tag_ids: z.array(z.string()),
});

/** Schema of the form of a tour without panoramas of ours: it is elsewhere, so it has an address. */
export const tourElsewhereSchema = tourSchema.extend({
  url: tourAddress.pipe(z.string().min(1, 'Indiquez une adresse, ou déposez des panoramas')),
});

/** A stored tour with the ids of its tags ⇄ its form. */
export const tourRow = z.object({
  title: z.string(),
  slug: z.string(),
  location: optionalText,
  description: optionalText,
  url: optionalText,
  image_url: optionalText,
  panorama_url: optionalText,
  client_name: optionalText,
  captured_on: optionalText,
  panorama_count: optionalNumber,
  need: optionalText,
  delivered: optionalText,
  result: optionalText,
  is_featured: z.boolean(),
  status: z.codec(z.string(), z.custom<TourStatus>(), { decode: asTourStatus, encode: (status) => status }),
  tag_ids: z.array(z.string()),
});

/** The form's values, before and after the check: a missing text is `''`. */
export type TourFormValues = z.infer<typeof tourSchema>;

export const emptyTour: TourFormValues = {
  title: '',
  slug: '',
  location: '',
  description: '',
  url: '',
  image_url: '',
  panorama_url: '',
  client_name: '',
  captured_on: '',
  panorama_count: '',
  need: '',
  delivered: '',
  result: '',
  is_featured: false,
  status: 'published',
  tag_ids: [],
};
