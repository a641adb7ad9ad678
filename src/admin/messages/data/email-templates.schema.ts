import { z } from 'zod';
import { type Sector, sectors } from '@/admin/contacts/data/contact-labels';
import { optionalChoice } from '@/admin/kit/lib/row-codecs';
import { line, paragraph } from '@/admin/kit/lib/text-schemas';
import { type Tone, tones } from './template-labels';

const tooLong = (what: string, max: number) => `${what} ne peut pas dépasser ${max} caractères`;

/** Subject and text of a message that people write for several contacts. */
export const messageText = {
  subject: line.pipe(z.string().min(1, 'Le sujet est requis').max(200, tooLong('Le sujet', 200))),
  body: paragraph.pipe(
    z.string().min(1, 'Le corps du message est requis').max(5000, tooLong('Le corps du message', 5000)),
  ),
};

/**
 * Schema of the template form. Limits and messages: specification, section 5; the database checks the same limits. An
 * unknown variable does not keep a template from being saved; it keeps it from being sent.
 */
export const emailTemplateSchema = z.object({
  name: line.pipe(z.string().min(1, 'Le nom est requis').max(100, tooLong('Le nom', 100))),
  ...messageText,
  tone: z.string().pipe(z.enum(Object.keys(tones) as [Tone, ...Tone[]], 'Le ton est requis')),
  /** `''`: for all sectors. */
  sector: z.string().pipe(z.enum(['', ...(Object.keys(sectors) as Sector[])])),
});

/** A stored template ⇄ its form, without the list of variables, which follows the texts. */
export const emailTemplateRow = z.object({
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  tone: z.custom<Tone>(),
  sector: optionalChoice<Sector>(),
});

/** A checked template, ready to be saved. */
export type EmailTemplateInput = z.output<typeof emailTemplateSchema>;

/** The form's values while it is being filled in. */
export type EmailTemplateValues = z.input<typeof emailTemplateSchema>;

export const emptyEmailTemplate: EmailTemplateValues = {
  name: '',
  subject: '',
  body: '',
  tone: 'professionnel',
  sector: '',
};
