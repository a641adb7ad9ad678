import { serviceTypes } from '@contract/quote-request';
import { fillSubject, fillTemplate, type TemplateValues } from '@message/template-text.ts';
import { formatLongDay, quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import type { QuoteRequest } from '../data/quote-requests';
import type { ReplyText } from '../data/request-thread';

/** Makes an empty reply: its subject, and a letter around a blank line. */
export function freshReply(quote: QuoteRequest, sender: string): ReplyText {
  const day = formatLongDay(quebecDay(new Date(quote.created_at)));
  return {
    subject: `Votre demande de soumission – ${labelOf(serviceTypes, quote.service_type)}`,
    body: `Bonjour ${quote.contact_name},\n\nMerci pour votre demande du ${day}.\n\n\n\n${sender}`,
    attachments: [],
  };
}

/** Ready answers to frequent questions, beside the studio's own templates. */
export const readyReplies = [
  {
    id: 'pret:precisions',
    name: 'Réponse : demander des précisions',
    subject: 'Votre demande de soumission : quelques précisions',
    body: 'Bonjour {nom},\n\nMerci pour votre demande. Pour vous préparer un devis juste, il nous manque quelques précisions :\n\n- les lieux à photographier, et leur nombre;\n- la période souhaitée;\n- l’endroit où les visites seront publiées.\n\nUn court appel suffit aussi : dites-nous quand vous joindre.',
  },
  {
    id: 'pret:rendez-vous',
    name: 'Réponse : proposer un appel',
    subject: 'Votre demande de soumission : un appel cette semaine?',
    body: 'Bonjour {nom},\n\nMerci pour votre demande. Un appel de quinze minutes nous permettrait de bien comprendre vos besoins. Quel moment vous conviendrait cette semaine?',
  },
  {
    id: 'pret:devis',
    name: 'Réponse : annoncer le devis',
    subject: 'Votre demande de soumission : le devis suit',
    body: 'Bonjour {nom},\n\nMerci pour votre demande. Nous préparons votre devis et vous l’envoyons d’ici deux jours ouvrables.',
  },
] as const;

/** Returns the position of the caret in an empty reply: the blank line of its letter. */
export const replyStart = ({ body }: Pick<ReplyText, 'body'>): number => body.indexOf('\n\n\n\n') + 2;

/** Fills a template for the requester; variables that a request does not have are left out. */
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

/** Guesses the city where the register has none, for a person to correct: « Ville de Percé » → « Percé ». */
export function likelyCity(organization: string): string {
  const match = /^(?:municipalité|ville|village|canton|paroisse)\s+(?:de la |de |du |des |d[’'])(.+)$/iu.exec(
    organization.trim(),
  );
  return match?.[1] ?? '';
}
