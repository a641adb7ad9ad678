import { serviceTypes } from '@contract/quote-request';
import type { QueryClient } from '@tanstack/react-query';
import { emptyQuoteRequest, type QuoteRequestValues } from '@/site/data/quote-requests.schema';
import type { PublicTour } from '@/site/data/tours';
import { readProjectParams, SERVICE_PARAM, TOUR_PARAM } from '@/site/lib/quote-request-href';

/** Name of the draft in this browser. */
export const REQUEST_DRAFT = 'quote-request';

const fields = Object.keys(emptyQuoteRequest) as (keyof QuoteRequestValues)[];

/** Returns the values as a draft keeps them: undefined when nothing was typed over the initial ones. */
export const typedRequest = (
  values: QuoteRequestValues,
  initial: QuoteRequestValues,
): QuoteRequestValues | undefined =>
  fields.every((field) => values[field].trim() === initial[field].trim()) ? undefined : values;

/** Reads the values of a draft, of which an earlier version of the form may have written others. */
export const requestOf = (draft: Partial<Record<string, unknown>>): QuoteRequestValues =>
  Object.fromEntries(
    fields.map((field) => [field, typeof draft[field] === 'string' ? draft[field] : '']),
  ) as QuoteRequestValues;

/** The id of the form's title, which names the form. */
export const FORM_TITLE_ID = 'titre-formulaire';

/** Reads the values typed into the prerendered form before its script arrived. */
export function typedBeforeScript(): Partial<QuoteRequestValues> {
  const form = globalThis.document?.querySelector<HTMLFormElement>(
    `form[aria-labelledby="${FORM_TITLE_ID}"]`,
  );
  if (!form) return {};
  const typed = new FormData(form);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = typed.get(field);
      return typeof value === 'string' && value !== '' ? [[field, value]] : [];
    }),
  );
}

/** The database's pattern for slugs. */
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const SLUG_MAX_LENGTH = 200;

/**
 * Reads the form's initial choices from a link. Anyone can write a link: unknown services and malformed slugs are
 * ignored, and no text of the address reaches the form.
 *
 * @returns service `''` when missing or unknown, slug `undefined` when missing or malformed
 */
export function readPrefill(params: URLSearchParams): {
  service: QuoteRequestValues['service_type'];
  slug: string | undefined;
} {
  const service = params.get(SERVICE_PARAM) ?? '';
  const slug = params.get(TOUR_PARAM) ?? '';
  return {
    service: Object.hasOwn(serviceTypes, service) ? service : '',
    slug: slug.length <= SLUG_MAX_LENGTH && SLUG.test(slug) ? slug : undefined,
  };
}

/** Writes the first words of the message of a visitor who comes from the page of a tour. */
export const tourMessage = ({ title }: Pick<PublicTour, 'title'>): string =>
  `Nous aimerions une visite semblable à «\u00a0${title}\u00a0».\n\n`;

/**
 * Writes the first words of the message for a link that names a tour or an estimated project, from what the studio says
 * of them; undefined for another link.
 */
export async function prefilledMessage(search: string, client: QueryClient): Promise<string | undefined> {
  const params = new URLSearchParams(search);
  const { slug } = readPrefill(params);
  if (slug) {
    const { publicTours } = await import('@/site/data/tours');
    const tour = await client.ensureQueryData(publicTours.bySlug(slug));
    return tour ? tourMessage(tour) : undefined;
  }
  const project = readProjectParams(params);
  if (!project) return undefined;
  const [{ publicEstimate }, { estimateMessage }] = await Promise.all([
    import('@/site/data/estimate'),
    import('@/shared/estimate/estimate-texts'),
  ]);
  const data = await client.ensureQueryData(publicEstimate());
  return data ? estimateMessage(data, project) : undefined;
}
