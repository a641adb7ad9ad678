import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { proofSchema } from './contacts/data/consent-proof.schema';
import { contactSchema, importedContactSchema } from './contacts/data/contacts.schema';
import { organisationSchema } from './organisations/data/organisations.schema';
import { siteSchema } from './settings/data/embedding';
import { evidenceSchema } from './settings/data/evidence';
import { pointSchema } from './tours/data/panorama-tour.schema';
import { tourSchema } from './tours/data/tours.schema';

/** Returns one field of an object schema. */
const field = (schema: { shape: unknown }, name: string) =>
  (schema.shape as Record<string, z.ZodType>)[name] as z.ZodType;

/** Every form field for the address of a page or site. */
const fields: readonly [string, z.ZodType][] = [
  ['the site of a contact', field(contactSchema, 'website')],
  ['the site of an imported contact', field(importedContactSchema, 'website')],
  ['the source of a consent', field(proofSchema, 'source_url')],
  ['the site of an organisation', field(organisationSchema, 'website')],
  ['the address of a tour', field(tourSchema, 'url')],
  ['the picture of a tour', field(tourSchema, 'image_url')],
  ['the link of a point', field(pointSchema, 'url')],
  ['a site that shows tours', siteSchema],
  ['a time-stamping authority', field(evidenceSchema.in as never, 'first')],
];

describe.each(fields)('%s', (_name, schema) => {
  it('gets its https:// where only a host is typed', () => {
    expect(String(schema.parse(' exemple.com ')).replace(/\/$/, '')).toBe('https://exemple.com');
  });
  it('refuses what is no address of a page, in French', () => {
    for (const typed of ['javascript:alert(1)', 'pas une adresse']) {
      const { error } = schema.safeParse(typed);
      expect(error?.issues[0]?.message).toMatch(/invalide|adresse/i);
    }
  });
});
