import { z } from 'zod';
import { line, paragraph, upTo, webAddress } from '@/admin/kit/lib/text-schemas';
import {
  type Blur,
  type PanoramaTour,
  type Proposal,
  type Scene,
  tourLimits,
} from '@/shared/panorama-tour/panorama-tour';
import type { Tilt } from './level';

/**
 * A scene being edited, with the blurs that are already in its tiles, the path of its original, and what is proposed and
 * not yet seen by a person: blurs, and texts by their names.
 */
export type DraftScene = Scene & {
  blurs: Blur[];
  original?: string;
  /** Lean of the camera in the original, by which the tiles are levelled; absent: they are as the camera gave it. */
  tilt?: Tilt | undefined;
  /** Proposed blurs that a person has not decided on. */
  proposals?: Proposal[];
  /** Name and version of the detector that searched the panorama; absent: it was not searched. */
  searchedBy?: string;
  /** Texts that a model wrote and that no person has read. */
  proposedTexts?: ('name' | 'alt')[];
};

/** A tour being edited. */
export type DraftTour = Omit<PanoramaTour, 'scenes'> & { scenes: DraftScene[] };

export const emptyDraft: DraftTour = { scenes: [] };

/** Schema of the texts of an information point: a missing one is `''`. */
export const pointSchema = z.object({
  title: line.pipe(z.string().min(1, 'Le titre est requis')).pipe(upTo('Le titre', tourLimits.title)),
  text: paragraph.pipe(upTo('Le texte', tourLimits.text)),
  url: webAddress('L’adresse', 'Une adresse https:// est requise').refine(
    (url) => url === '' || url.startsWith('https://'),
    'Une adresse https:// est requise',
  ),
});

/** Alternative text of a scene that nobody described: visitors read it until somebody does. */
export const neutralAlt = (name: string) => `Vue à 360° de «\u00a0${name}\u00a0»`;

/**
 * Lists in French what prevents publication, scene after scene.
 *
 * @param url address of the tour elsewhere: with one, a tour needs no scene
 */
export function publicationFaults({ scenes, floors = [] }: DraftTour, url: string | null = null): string[] {
  if (scenes.length === 0) return url?.trim() ? [] : ['Ajoutez une scène, ou l’adresse de la visite.'];
  const faults = scenes.flatMap(({ name, points, sound, proposals = [], proposedTexts = [] }, index) => {
    const where = name.trim() ? `Scène «\u00a0${name}\u00a0»\u00a0:` : `Scène ${index + 1}\u00a0:`;
    return [
      ...(name.trim() ? [] : [`${where} donnez-lui un nom.`]),
      ...(proposals.length > 0 ? [`${where} décidez des flous proposés (${proposals.length}).`] : []),
      ...(proposedTexts.length > 0 ? [`${where} relisez les textes proposés.`] : []),
      ...([sound, ...points.map((point) => point.sound)].some((one) => one && !one.text.trim())
        ? [`${where} écrivez ce que fait entendre chaque son.`]
        : []),
      ...(points.some(({ title }) => !title.trim()) ? [`${where} donnez un titre à chaque point.`] : []),
      ...(points.some(({ picture }) => picture && !picture.alt.trim())
        ? [`${where} décrivez l’image de chaque point.`]
        : []),
    ];
  });
  if (floors.some(({ name }) => !name.trim())) faults.push('Donnez un nom à chaque plan.');
  // Two scenes of the same name get the same text.
  return [...new Set(faults)];
}

/** Returns the tour as visitors get it: the fields that `publish_tour` copies. */
export const asPublished = ({ scenes, ...tour }: DraftTour): PanoramaTour => ({
  ...tour,
  scenes: scenes.map(
    ({
      blurs: _blurs,
      original: _original,
      tilt: _tilt,
      proposals: _proposals,
      searchedBy: _searchedBy,
      proposedTexts: _proposedTexts,
      ...scene
    }) => ({ ...scene, alt: scene.alt.trim() ? scene.alt : neutralAlt(scene.name) }),
  ),
});
