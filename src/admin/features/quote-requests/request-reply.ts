import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import { formatDay } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { serviceTypes } from '@/shared/data/quote-requests';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { siteConfig } from '@/shared/lib/site-config';

/** The link that opens an answer to a request in the person's mail program, with its subject and greeting ready. */
export function replyHref(quote: QuoteRequest): string {
  const subject = `Votre demande de soumission – ${labelOf(serviceTypes, quote.service_type)}`;
  const body = [
    `Bonjour ${quote.contact_name},`,
    `Merci pour votre demande du ${formatDay(quote.created_at)}.`,
    '',
    siteConfig.name,
  ].join('\r\n\r\n');
  return mailtoHref(quote.email, { subject, body });
}

/** « Ville de Percé » → « Percé »: the likeliest city of an organisation, to be corrected by a person; `''` for none. */
export function likelyCity(organization: string): string {
  const match = /^(?:municipalité|ville|village|canton|paroisse)\s+(?:de la |de |du |des |d[’'])(.+)$/iu.exec(
    organization.trim(),
  );
  return match?.[1] ?? '';
}
