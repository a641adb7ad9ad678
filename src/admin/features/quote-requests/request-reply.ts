import { fillSubject, fillTemplate, type TemplateValues } from '@message/template-text.ts';
import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import type { ReplyText } from '@/admin/data/quote-requests/request-thread';
import { formatLongDay, quebecDay } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { serviceTypes } from '@/shared/data/quote-requests';

/** What a reply holds before anybody wrote: its subject, and a letter around the words to come. */
export function freshReply(quote: QuoteRequest, sender: string): ReplyText {
  const day = formatLongDay(quebecDay(new Date(quote.created_at)));
  return {
    subject: `Votre demande de soumission – ${labelOf(serviceTypes, quote.service_type)}`,
    body: `Bonjour ${quote.contact_name},\n\nMerci pour votre demande du ${day}.\n\n\n\n${sender}`,
    attachments: [],
  };
}

/** A template filled in for whoever asked; what a request does not tell is left out. */
export function replyFromTemplate(
  quote: QuoteRequest,
  template: { subject: string; body: string },
  place: { city: string; region: string } | undefined,
): Pick<ReplyText, 'subject' | 'body'> {
  const values: TemplateValues = {
    nom: quote.contact_name,
    entreprise: quote.organization_name,
    ville: place?.city ?? '',
    region: place?.region ?? '',
    email: quote.email,
    telephone: quote.phone ?? '',
  };
  return { subject: fillSubject(template.subject, values), body: fillTemplate(template.body, values) };
}

/** « Ville de Percé » → « Percé »: the likeliest city where the register has none, to be corrected by a person. */
export function likelyCity(organization: string): string {
  const match = /^(?:municipalité|ville|village|canton|paroisse)\s+(?:de la |de |du |des |d[’'])(.+)$/iu.exec(
    organization.trim(),
  );
  return match?.[1] ?? '';
}
