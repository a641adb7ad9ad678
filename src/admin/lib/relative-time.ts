import { formatDistanceToNow } from 'date-fns';
import { frCA } from 'date-fns/locale/fr-CA';

/** Formats a moment as « il y a 3 jours ». Apart from the other formats, because it loads date-fns. */
export function formatRelative(iso: string): string {
  return formatDistanceToNow(new Date(iso), { addSuffix: true, locale: frCA });
}
