import { counted } from '@/shared/lib/numbers';
import type { UsedTag } from '../data/tags';

type TagUsage = Pick<UsedTag, 'tours' | 'trips'>;

/** Formats the uses of a tag, at least one: « 6 visites et 1 déplacement ». */
const carriers = ({ tours, trips }: TagUsage) =>
  [
    ...(tours > 0 ? [counted(tours, 'visite')] : []),
    ...(trips > 0 ? [counted(trips, 'déplacement')] : []),
  ].join(' et ');

/** Describes the loss by a deletion: « 6 visites et 1 déplacement perdront le tag « Fjord ». » */
export function lossText(name: string, use: TagUsage): string {
  const quoted = `«\u00a0${name}\u00a0»`;
  const count = use.tours + use.trips;
  if (count === 0) return `Aucune visite ni aucun déplacement ne porte le tag ${quoted}.`;
  return `${carriers(use)} ${count > 1 ? 'perdront' : 'perdra'} le tag ${quoted}.`;
}

/**
 * Describes the effect of a merge: « 6 visites porteront le tag « Port ». »; without a name while no other tag is
 * chosen.
 */
export function carriersText(tag: TagUsage & { name: string }, kept: string | undefined): string {
  const count = tag.tours + tag.trips;
  if (count === 0) return lossText(tag.name, tag);
  const other = kept === undefined ? 'le tag choisi' : `le tag «\u00a0${kept}\u00a0»`;
  return `${carriers(tag)} ${count > 1 ? 'porteront' : 'portera'} ${other} à la place.`;
}
