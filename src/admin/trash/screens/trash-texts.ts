import { counted } from '@/shared/lib/numbers';
import type { TrashItem } from '../data/trash';

const DAYS_KEPT = 30;
const DAY_MS = 86_400_000;

/** Names of the rows deleted along with an item: table → one, several. */
const partNames: Record<string, [one: string, many: string]> = {
  suggested_prospects: ['prospect', 'prospects'],
  trip_photos: ['photo', 'photos'],
  contact_events: ['ligne d’historique', 'lignes d’historique'],
  notifications: ['courriel', 'courriels'],
};

/** Describes the rows deleted along with an item, « 12 prospects »; empty when none matters to a person. */
export function partsInWords(parts: TrashItem['parts']): string {
  return Object.entries(partNames)
    .flatMap(([table, names]) => (parts[table] ? [counted(parts[table], ...names)] : []))
    .join(', ');
}

/** Formats the time left before an item is destroyed: « dans 12 jours ». */
export function timeLeft(deletedAt: string, now: Date): string {
  const left = new Date(deletedAt).getTime() + DAYS_KEPT * DAY_MS - now.getTime();
  const days = Math.ceil(left / DAY_MS);
  return days <= 1 ? 'dans moins d’un jour' : `dans ${counted(days, 'jour')}`;
}

/** Number of names in a confirmation before it only counts. */
const MOST_NAMED = 5;

/** Lists the names of the items about to be destroyed. */
export function namesOf(items: readonly TrashItem[]): string[] {
  const names = items.slice(0, MOST_NAMED).map(({ label, parts }) => {
    const along = partsInWords(parts);
    return along ? `${label} (${along})` : label;
  });
  const others = items.length - MOST_NAMED;
  if (others > 0) names.push(others === 1 ? 'et un autre' : `et ${others} autres`);
  return names;
}
