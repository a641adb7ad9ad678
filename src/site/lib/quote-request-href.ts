import { paths } from '@/shared/lib/paths';

/** Apart from what reads them: the pages that link to the form must not load its rules, and zod with them. */

/** Names in the address of the quote page: `?service=visite-virtuelle&visite=fjord-du-saguenay`. */
export const SERVICE_PARAM = 'service';
export const TOUR_PARAM = 'visite';

/** The quote page, ready for a tour like this one. */
export function quoteHref(tour: { slug: string }): string {
  const params = new URLSearchParams({ [SERVICE_PARAM]: 'visite-virtuelle', [TOUR_PARAM]: tour.slug });
  return `${paths.contact.href()}?${params}`;
}
