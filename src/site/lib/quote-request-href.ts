import { paths } from '@/shared/lib/paths';

/** Parameters in the address of the quote request page: `?service=visite-virtuelle&visite=fjord-du-saguenay`. */
export const SERVICE_PARAM = 'service';
export const TOUR_PARAM = 'visite';

/** The address of the quote request page, with a service chosen. */
export const serviceQuoteHref = (service: string): string =>
  `${paths.quoteRequest.href()}?${new URLSearchParams({ [SERVICE_PARAM]: service })}`;

/** The address of the quote request page, prefilled for a tour like this one. */
export function quoteRequestHref(tour: { slug: string }): string {
  const params = new URLSearchParams({ [SERVICE_PARAM]: 'visite-virtuelle', [TOUR_PARAM]: tour.slug });
  return `${paths.quoteRequest.href()}?${params}`;
}
