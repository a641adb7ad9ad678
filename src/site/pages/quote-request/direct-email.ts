import { organizationTypes, serviceTypes } from '@/shared/data/quote-requests';
import type { QuoteFormValues } from '@/site/data/quote-requests.schema';

/** Beyond this many characters, mail programs on Windows open nothing at all. */
const LONGEST = 1800;

const labelOf = (labels: Record<string, string>, value: string) => labels[value] ?? '';

/**
 * A `mailto:` address that carries the request, for when the form could not send it. A request too long for an
 * address opens an empty message: the text is still in the form, ready to be copied.
 */
export function directEmailHref(to: string, values: QuoteFormValues): string {
  const subject = ['Demande de soumission', values.organization_name.trim()].filter(Boolean).join(' - ');
  const body = [
    ['Organisation', values.organization_name],
    ["Type d'organisation", labelOf(organizationTypes, values.organization_type)],
    ['Nom', values.contact_name],
    ['Courriel', values.email],
    ['Téléphone', values.phone],
    ['Service', labelOf(serviceTypes, values.service_type)],
    ['Message', values.message],
  ]
    .filter(([, value]) => value?.trim())
    .map(([label, value]) => `${label}\u00a0: ${value?.trim()}`)
    .join('\r\n');
  const href = `mailto:${to}?subject=${encodeURIComponent(subject)}`;
  const whole = `${href}&body=${encodeURIComponent(body)}`;
  return whole.length > LONGEST ? href : whole;
}
