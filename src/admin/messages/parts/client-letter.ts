import { cutText } from '@contract/cut-text';
import {
  fillSubject,
  fillTemplate,
  missingVariables,
  type TemplateValues,
  templateVariables,
  unknownVariables,
} from '@message/template-text.ts';
import type { QuoteDocument } from '@quote/quote-document.ts';

/** Fills a template for the client of a document, and lists the variables that the document lacks. */
export function letterToClient(
  template: { subject: string; body: string },
  client: Omit<QuoteDocument['client'], 'acceptsBy'>,
  place?: { city: string; region: string } | null,
): { text: { subject: string; body: string }; gaps: string[] } {
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
      subject: cutText(fillSubject(template.subject, values), 200),
      body: fillTemplate(template.body, values),
    },
    gaps: [
      ...missingVariables(values, ...texts).map((name) => templateVariables[name]),
      ...unknownVariables(...texts),
    ],
  };
}
