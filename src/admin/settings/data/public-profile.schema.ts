import { z } from 'zod';
import { line, paragraph, upTo } from '@/admin/kit/lib/text-schemas';
import { readHundredths } from '@/shared/lib/money';
import { orNull } from '@/shared/lib/text';
import { tables } from './tables';

const { fields } = tables.studio_profile;

/** Labels of the form's fields. */
export const profileLabels = {
  insurer: fields.insurer.copied,
  insurance_number: 'Numéro de police',
  insurance_amount_cents: 'Montant de la couverture ($)',
  insurance_until: 'Valide jusqu’au',
  picture_rights: 'Droits et propriété des images',
  privacy_practice: 'Visages, plaques et Loi 25',
  delivery_formats: fields.delivery_formats,
  hosted_in_quebec: 'Hébergement au Québec',
  about: 'Présentation',
  team: fields.team,
  territory: fields.territory,
  shows_prices: 'Prix sur le site',
  planning_time: 'Durée de la planification',
  capture_time: 'Durée de la captation',
  processing_time: 'Durée du traitement',
  publication_time: 'Durée de la publication',
} as const;

/** A duration in words, because a number alone says nothing. */
const durationField = line
  .pipe(upTo('Cette durée', 60))
  .refine((typed) => !/^\d+$/.test(typed), 'Ajoutez l’unité. Exemple\u00a0: 2 semaines.');

/** Schema of the studio's presentation to buyers. Every field may be empty, and is then not shown. */
export const profileSchema = z
  .object({
    insurer: line.pipe(upTo('Le nom de l’assureur', 100)),
    insurance_number: line.pipe(upTo('Le numéro de police', 60)),
    insurance_amount_cents: z.string().transform((typed, context) => {
      const cents = readHundredths(typed);
      if (cents === null || cents) return cents;
      context.addIssue('Indiquez un montant. Exemple\u00a0: 2 000 000.');
      return z.NEVER;
    }),
    insurance_until: z.union([z.literal(''), z.iso.date('Indiquez un jour')]).transform(orNull),
    picture_rights: paragraph.pipe(upTo('Ce texte', 1000)),
    privacy_practice: paragraph.pipe(upTo('Ce texte', 1000)),
    delivery_formats: paragraph.pipe(upTo('Ce texte', 1000)),
    hosted_in_quebec: z.boolean(),
    about: paragraph.pipe(upTo('La présentation', 2000)),
    team: paragraph.pipe(upTo('L’équipe', 2000)),
    territory: paragraph.pipe(upTo('Le territoire', 1000)),
    shows_prices: z.boolean(),
    planning_time: durationField,
    capture_time: durationField,
    processing_time: durationField,
    publication_time: durationField,
  })
  .superRefine(({ insurer, insurance_until }, context) => {
    if (insurer !== '' && insurance_until === null)
      context.addIssue({
        code: 'custom',
        path: ['insurance_until'],
        message: 'Le site n’affiche l’assurance que jusqu’à sa date de fin\u00a0: indiquez-la',
      });
  });

export type ProfileInput = z.output<typeof profileSchema>;
export type ProfileValues = z.input<typeof profileSchema>;
