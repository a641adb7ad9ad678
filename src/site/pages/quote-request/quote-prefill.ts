import { serviceTypes } from '@/shared/data/quote-requests';
import type { QuoteFormValues } from '@/site/data/quote-requests.schema';
import type { PublicTour } from '@/site/data/tours';
import { SERVICE_PARAM, TOUR_PARAM } from '@/site/lib/quote-request-href';

/** As the database wants slugs. */
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST_SLUG = 200;

/**
 * What an address asks the form to start with. Anyone can write an address: a service we do not have and a slug that
 * cannot be one are ignored, and no text of the address ever reaches the form.
 *
 * @returns `''` for a service that is missing or unknown, `undefined` for a slug
 */
export function readPrefill(params: URLSearchParams): {
  service: QuoteFormValues['service_type'];
  slug: string | undefined;
} {
  const service = params.get(SERVICE_PARAM) ?? '';
  const slug = params.get(TOUR_PARAM) ?? '';
  return {
    service: Object.hasOwn(serviceTypes, service) ? service : '',
    slug: slug.length <= LONGEST_SLUG && SLUG.test(slug) ? slug : undefined,
  };
}

/** How the message begins for somebody who comes from a tour's page. */
export function firstWords(tour: Pick<PublicTour, 'title'>): string {
  return `Nous aimerions une visite semblable à «\u00a0${tour.title}\u00a0».\n\n`;
}
