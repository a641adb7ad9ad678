import { z } from 'zod';
import { line, paragraph, upTo } from '@/admin/kit/lib/text-schemas';

const RIGHTS_TEXT =
  'Le client peut utiliser, reproduire et diffuser cette visite sur ses sites et dans ses communications, sans limite de durée. Le studio en garde le droit d’auteur et peut la montrer parmi ses réalisations.';

/** The form that precedes a delivery; limits as in supabase/schemas/07_panorama_tours.sql. */
export const deliverySchema = z.object({
  client: line.pipe(upTo('Le client', 200).min(1, 'Le client est requis')),
  color: z.string().regex(/^#[0-9a-f]{6}$/, 'Choisissez une couleur'),
  rights: paragraph.pipe(upTo('Le texte', 2000).min(1, 'Les droits sont requis')),
});

export type DeliveryValues = z.infer<typeof deliverySchema>;

/** Values of a tour's first delivery; later ones start from the last. */
export const emptyDelivery: DeliveryValues = { client: '', color: '#0f5c4d', rights: RIGHTS_TEXT };
