import type { QuoteDocument } from '../quote/quote-document.ts';
import { drawDetails, drawHeading, type LabelledDetail, widthOf } from './blocks.ts';
import { drawFooter, drawLetterhead } from './letterhead.ts';
import { printedDate, printedMoment, printedMoney } from './printed-text.ts';
import { quoteName } from './quote-pdf.ts';
import { colors, openPdf, PAGE_MARGIN, type TaggedPdf } from './tagged-pdf.ts';

/** The record of a quote's acceptance. */
export interface QuoteAcceptance {
  name: string;
  title: string;
  /** A resolution of the council, a purchase order under a delegation, or a person who accepts alone. */
  ground:
    | { kind: 'resolution'; number: string; date: string }
    | { kind: 'purchase_order'; number: string }
    | { kind: 'personal' };
  /** Channel of the acceptance: a code sent by e-mail, or paper, recorded by the studio. */
  channel: { kind: 'code'; email: string; networkAddress: string } | { kind: 'paper' };
  /** A moment, ISO 8601 with its offset. */
  acceptedAt: string;
  /** SHA-256 of the quote's PDF, in hexadecimal. */
  pdfSha256: string;
}

/**
 * Prints the certificate of acceptance that goes with the PDF of a quote: the person, the quote, the legal ground,
 * the moment, and the digest of the accepted file. It is a separate document, because one byte added to the quote
 * would change its digest.
 */
export function acceptancePdf(
  quote: QuoteDocument,
  acceptance: QuoteAcceptance,
  assets: { logo?: Uint8Array } = {},
): Promise<Uint8Array> {
  const { studio } = quote;
  const title = `Certificat d’acceptation – ${quoteName(quote)}`;
  const pdf = openPdf({
    title,
    author: studio.legalName || studio.name,
    subject: quote.subject,
    date: acceptance.acceptedAt,
  });
  pdf.doc.y = drawLetterhead(pdf, { name: studio.name, logo: assets.logo }) + 40;
  pdf.tag(pdf.root, 'H1', () =>
    pdf.write('Certificat d’acceptation', PAGE_MARGIN, pdf.doc.y, {
      font: 'display',
      size: 26,
      color: colors.lake,
      width: widthOf(pdf),
    }),
  );
  for (const [heading, details] of Object.entries(sectionsOf(quote, acceptance))) {
    drawHeading(pdf, heading, 60);
    drawDetails(pdf, details);
  }
  drawExplanation(pdf);
  return pdf.finish((page, pages) => drawFooter(pdf, title, `Page\u00a0${page} de\u00a0${pages}`));
}

function sectionsOf(quote: QuoteDocument, acceptance: QuoteAcceptance): Record<string, LabelledDetail[]> {
  const { channel } = acceptance;
  return {
    'Le devis': [
      { label: 'Devis', value: `${quote.number}, révision ${quote.revision}, du ${printedDate(quote.date)}` },
      { label: 'Objet', value: quote.subject },
      { label: 'Fournisseur', value: quote.studio.legalName || quote.studio.name },
      { label: 'Client', value: quote.client.organization },
      { label: 'Total', value: printedMoney(quote.totals.totalCents) },
    ],
    'L’acceptation': [
      { label: 'Nom', value: acceptance.name },
      { label: 'Fonction', value: acceptance.title },
      groundOf(acceptance),
      { label: 'Date et heure', value: printedMoment(acceptance.acceptedAt) },
      ...(channel.kind === 'code'
        ? [{ label: 'Code envoyé par courriel à', value: channel.email }]
        : [{ label: 'Reçue', value: 'sur papier, consignée par le fournisseur' }]),
    ],
    // The digest serves a later comparison of the files; a page cannot fold it, so it comes last.
    'Détails techniques': [
      ...(channel.kind === 'code' ? [{ label: 'Adresse réseau', value: channel.networkAddress }] : []),
      { label: 'Empreinte (SHA-256)', value: acceptance.pdfSha256 },
    ],
  };
}

/** Describes the legal ground of the acceptance. */
function groundOf({ ground }: QuoteAcceptance): LabelledDetail {
  switch (ground.kind) {
    case 'resolution':
      return { label: 'Résolution du conseil', value: `${ground.number}, du ${printedDate(ground.date)}` };
    case 'purchase_order':
      return { label: 'Bon de commande', value: ground.number };
    case 'personal':
      return { label: 'Pouvoir', value: 'Personne autorisée' };
  }
}

function drawExplanation(pdf: TaggedPdf): void {
  pdf.doc.y += 16;
  pdf.tag(pdf.root, 'P', () =>
    pdf.write(
      'L’empreinte est calculée sur le fichier PDF du devis joint à ce certificat. Un seul caractère changé dans ce fichier donne une autre empreinte.',
      PAGE_MARGIN,
      pdf.doc.y,
      { width: widthOf(pdf), color: colors.slate },
    ),
  );
}
