import { z } from 'zod';
import { isWebAddress, line, paragraph, upTo, withScheme } from '@/admin/lib/text-schemas';
import {
  type Blur,
  type InfoPoint,
  type PanoramaTour,
  type Scene,
  tourLimits,
} from '@/shared/panorama-tour/panorama-tour';

/** A scene being edited, with the blurs that are already in its tiles, and the path of its original. */
export type DraftScene = Scene & { blurs: Blur[]; original?: string };

/** A tour being edited. */
export type DraftTour = Omit<PanoramaTour, 'scenes'> & { scenes: DraftScene[] };

export const emptyDraft: DraftTour = { scenes: [] };

/** Schema of the texts of an information point: a missing one is `''`. */
export const pointSchema = z.object({
  title: line.pipe(z.string().min(1, 'Le titre est requis')).pipe(upTo('Le titre', tourLimits.title)),
  text: paragraph.pipe(upTo('Le texte', tourLimits.text)),
  url: line
    .transform(withScheme)
    .pipe(upTo('L’adresse', tourLimits.url))
    .refine(
      (url) => url === '' || (isWebAddress(url) && url.startsWith('https://')),
      'Une adresse https:// est requise',
    ),
});

export type PointTexts = z.infer<typeof pointSchema>;

/** Converts a point to the values of its form. */
export const pointTexts = ({ title, text = '', url = '' }: InfoPoint): PointTexts => ({ title, text, url });

/** Lists in French what prevents publication, scene after scene. */
export function publicationFaults({ scenes, plan }: DraftTour): string[] {
  if (scenes.length === 0) return ['Ajoutez une première scène.'];
  const faults = scenes.flatMap(({ name, alt, points }) => {
    const where = name.trim() ? `Scène «\u00a0${name}\u00a0»\u00a0:` : 'Une scène\u00a0:';
    return [
      ...(name.trim() ? [] : [`${where} donnez-lui un nom.`]),
      ...(alt.trim() ? [] : [`${where} décrivez ce qu’elle montre (texte de remplacement).`]),
      ...(points.some(({ title }) => !title.trim()) ? [`${where} donnez un titre à chaque point.`] : []),
      ...(points.some(({ picture }) => picture && !picture.alt.trim())
        ? [`${where} décrivez l’image de chaque point.`]
        : []),
    ];
  });
  return plan && !plan.alt.trim() ? [...faults, 'Décrivez le plan (texte de remplacement).'] : faults;
}

/** Returns the tour as visitors get it: the fields that `publish_panorama_tour` copies. */
export const asPublished = ({ scenes, ...tour }: DraftTour): PanoramaTour => ({
  ...tour,
  scenes: scenes.map(({ blurs: _blurs, original: _original, ...scene }) => scene),
});
