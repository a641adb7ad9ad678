import type { UsedTag } from '@/admin/data/tags/tags';
import { counted } from '@/shared/lib/numbers';

type Use = Pick<UsedTag, 'tours' | 'trips'>;

/** What carries a tag: « 6 visites · 1 déplacement ». */
export function usageText({ tours, trips }: Use): string {
  return [counted(tours, 'visite'), ...(trips > 0 ? [counted(trips, 'déplacement')] : [])].join(' · ');
}

/** What a deletion takes away: « 6 visites et 1 déplacement perdront le tag « Fjord ». » */
export function lossText(name: string, { tours, trips }: Use): string {
  const quoted = `«\u00a0${name}\u00a0»`;
  if (tours + trips === 0) return `Aucune visite ni aucun déplacement ne porte le tag ${quoted}.`;
  const losers = [
    ...(tours > 0 ? [counted(tours, 'visite')] : []),
    ...(trips > 0 ? [counted(trips, 'déplacement')] : []),
  ].join(' et ');
  return `${losers} ${tours + trips > 1 ? 'perdront' : 'perdra'} le tag ${quoted}.`;
}
