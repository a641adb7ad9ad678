import { formatDistanceToNow } from 'date-fns';
import { frCA } from 'date-fns/locale/fr-CA';

/** A moment as « il y a 3 jours ». Apart from the other formats: date-fns comes with it. */
export function formatRelative(iso: string): string {
  return formatDistanceToNow(new Date(iso), { addSuffix: true, locale: frCA });
}
