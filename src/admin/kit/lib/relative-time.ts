import { formatDistance } from 'date-fns';
import { frCA } from 'date-fns/locale/fr-CA';
import { serverNow } from './server-clock';

/** Formats a moment as « il y a 3 jours ». Apart from the other formats, because it loads date-fns. */
export function formatRelative(iso: string): string {
  return formatDistance(new Date(iso), serverNow(), { addSuffix: true, locale: frCA });
}
