import { z } from 'zod';
import { isWebAddress, line, paragraph, upTo, withScheme } from '@/admin/lib/text-schemas';
import {
  type Blur,
  type InfoPoint,
  type PanoramaTour,
  type Scene,
  tourLimits,
} from '@/shared/panorama-tour/panorama-tour';

/** A scene as it is edited: its blurs, which are in its tiles already, and where its original is kept. */
export type DraftScene = Scene & { blurs: Blur[]; original?: string };

/** A tour as it is edited. */
export type DraftTour = Omit<PanoramaTour, 'scenes'> & { scenes: DraftScene[] };

export const emptyDraft: DraftTour = { scenes: [] };

/** The texts of an information point, as its form holds them: a missing one is `''`. */
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

/** The texts of a point for its form. */
export const pointTexts = ({ title, text = '', url = '' }: InfoPoint): PointTexts => ({ title, text, url });

/** What is to be done before the tour can be published, in French, scene after scene. */
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

/** The tour as visitors get it: what `publish_panorama_tour` copies. */
export const asPublished = ({ scenes, ...tour }: DraftTour): PanoramaTour => ({
  ...tour,
  scenes: scenes.map(({ blurs: _blurs, original: _original, ...scene }) => scene),
});
