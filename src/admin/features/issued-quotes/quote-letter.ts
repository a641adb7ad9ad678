import {
  fillSubject,
  fillTemplate,
  missingVariables,
  type TemplateValues,
  templateVariables,
  unknownVariables,
} from '@message/template-text.ts';
import type { QuoteDocument } from '@quote/quote-document.ts';
import type { QuoteEmailValues } from '@/admin/data/issued-quotes/quote-acceptance.schema';
import { formatLongDay } from '@/admin/lib/dates';
import { formatCents } from '@/shared/lib/money';

type Letter = Pick<QuoteEmailValues, 'subject' | 'body'>;

/** Writes the letter of a quote without a template, to be edited before it leaves. */
export function quoteLetter(quote: QuoteDocument, sender: string): Letter {
  const total = formatCents(quote.totals.totalCents);
  const { contactName } = quote.client;
  return {
    subject: `Devis${quote.number ? `\u00a0${quote.number}` : ''} – ${quote.subject}`.slice(0, 200),
    body: [
      contactName ? `Bonjour ${contactName},` : 'Bonjour,',
      `Voici notre devis pour «\u00a0${quote.subject}\u00a0», au total de ${total}. Il est valable jusqu’au ${formatLongDay(quote.validUntil)}.`,
      'Le lien ci-dessous permet de le lire, de poser une question, et de l’accepter par résolution du conseil ou sous délégation, avec un bon de commande.',
      sender,
    ].join('\n\n'),
  };
}

/** Fills a template for the client of a quote, and lists the variables that the quote lacks. */
export function letterFromTemplate(
  template: { subject: string; body: string },
  { client }: QuoteDocument,
  place: { city: string; region: string } | null | undefined,
): { text: Letter; gaps: string[] } {
  const values: TemplateValues = {
    nom: client.contactName,
    entreprise: client.organization,
    email: client.email,
    telephone: client.phone,
    ville: place?.city ?? '',
    region: place?.region ?? '',
  };
  const texts = [template.subject, template.body];
  return {
    text: {
      subject: fillSubject(template.subject, values).slice(0, 200),
      body: fillTemplate(template.body, values),
    },
    gaps: [
      ...missingVariables(values, ...texts).map((name) => templateVariables[name]),
      ...unknownVariables(...texts),
    ],
  };
}
