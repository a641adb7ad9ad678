import { z } from 'zod';
import { SEND_TAG } from '../_shared/campaign/campaign-message.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { layout, type Paragraph } from '../_shared/mail/layout.ts';
import { automaticHeaders, type OutgoingMessage, oneLine } from '../_shared/mail/outgoing.ts';
import type { SenderIdentity } from '../_shared/mail/sender-identity.ts';
import { certificatePdf, quoteFileName, serverQuoteSchema, storeQuotePdf } from '../_shared/quote-files.ts';
import { printedMoney } from '../_shared/quote-pdf/printed-text.ts';
import { serviceApi } from '../_shared/service-api.ts';

/** An e-mail about a sent quote, as `claim_due_notifications` gives it. */
export const issuedQuoteNotificationSchema = z.object({
  id: z.guid(),
  lease_token: z.guid(),
  kind: z.enum(['quote', 'quote_code', 'quote_question', 'quote_refused', 'quote_accepted', 'quote_signed']),
  subject: z.string().nullable(),
  body: z.string().nullable(),
  reply_to: z.string().nullish(),
  issued_quote: serverQuoteSchema.extend({ code: z.string().nullable() }),
});

export type IssuedQuoteNotification = z.infer<typeof issuedQuoteNotificationSchema>;

/** Tells whether a message is for the studio's administrators. */
export const isForStudio = ({ kind }: { kind: string }) =>
  ['quote_question', 'quote_refused', 'quote_accepted'].includes(kind);

type MessageParts = Pick<OutgoingMessage, 'subject' | 'attachments'> & { paragraphs: Paragraph[] };

/**
 * Builds the message about a quote, with its files: the PDF is made and stored when the quote is first sent
 * (docs/decisions/0058).
 *
 * @param administrators recipients of the studio's own messages
 */
export async function issuedQuoteMessage(
  dependencies: Dependencies,
  notification: IssuedQuoteNotification,
  identity: SenderIdentity,
  administrators: string[],
): Promise<OutgoingMessage> {
  const { id, issued_quote: quote } = notification;
  const { subject, paragraphs, attachments } = await partsOf(dependencies, notification, identity);
  const client = quote.document.client.email;
  return {
    key: `notification-${id}`,
    from: { name: identity.siteName, address: identity.from },
    ...(isForStudio(notification)
      ? { to: administrators, replyTo: client }
      : { to: [client], replyTo: notification.reply_to ?? identity.contactEmail }),
    tags: { [SEND_TAG]: id },
    // The letter of a quote is written by a person; all else follows from what a client did.
    ...(notification.kind !== 'quote' && { headers: automaticHeaders }),
    ...(attachments && { attachments }),
    ...layout(subject, paragraphs, identity),
  };
}

async function partsOf(
  dependencies: Dependencies,
  { kind, subject, body, issued_quote: quote }: IssuedQuoteNotification,
  { siteUrl, siteName }: SenderIdentity,
): Promise<MessageParts> {
  const { document, token, code } = quote;
  const name = `devis\u00a0${document.number}`;
  const page: Paragraph = { link: `${siteUrl}/devis/${token}`, label: 'Consulter le devis' };
  const office: Paragraph = { link: `${siteUrl}/admin/devis/${quote.id}`, label: 'Ouvrir le devis' };
  switch (kind) {
    case 'quote': {
      const attachments = [await quoteAttachment(dependencies, quote)];
      const paragraphs: Paragraph[] = [
        { written: body ?? '' },
        page,
        { text: 'Le devis est aussi joint à ce message, en PDF.' },
      ];
      return { subject: subject ?? '', paragraphs, attachments };
    }
    case 'quote_code':
      return {
        subject: `Code pour accepter le ${name}`,
        paragraphs: [
          { text: 'Bonjour,' },
          { text: `Voici le code demandé pour accepter le ${name} de ${siteName}\u00a0:` },
          { facts: [['Code', code ?? '']] },
          { text: 'Il est valable 10\u00a0minutes après la demande. Le studio ne vous le demandera jamais.' },
          {
            text: 'Si vous n’avez rien demandé, quelqu’un qui a le lien du devis l’a fait\u00a0: ignorez ce message.',
          },
        ],
      };
    case 'quote_question':
    case 'quote_refused':
      return { subject: subject ?? '', paragraphs: [{ quote: body ?? '' }, office] };
    case 'quote_accepted':
    case 'quote_signed': {
      const isStudio = kind === 'quote_accepted';
      const organization = oneLine(document.client.organization);
      const facts: Paragraph = {
        facts: [
          ['Devis', `${document.number}, révision ${document.revision}`],
          ['Client', organization],
          ['Total', printedMoney(document.totals.totalCents)],
          ...(quote.acceptance
            ? ([['Accepté par', `${quote.acceptance.name}, ${quote.acceptance.title}`]] as [string, string][])
            : []),
        ],
      };
      return {
        subject: isStudio
          ? `Devis ${document.number} accepté (${organization})`
          : `Votre acceptation du ${name}`,
        paragraphs: isStudio
          ? [{ text: 'Un devis vient d’être accepté.' }, facts, office]
          : [
              { text: 'Bonjour,' },
              { text: `L’acceptation du ${name} est consignée. Merci!` },
              facts,
              { text: 'Le devis et le certificat de son acceptation sont joints, en PDF.' },
              page,
            ],
        attachments: await signedCopy(dependencies, quote),
      };
    }
  }
}

type Quote = IssuedQuoteNotification['issued_quote'];

const quoteAttachment = async (dependencies: Dependencies, quote: Quote) => ({
  filename: quoteFileName(quote),
  contentType: 'application/pdf',
  content: (await storeQuotePdf(dependencies, quote)).bytes,
});

async function signedCopy(dependencies: Dependencies, quote: Quote) {
  const certificate = await certificatePdf(dependencies, quote);
  return [
    await quoteAttachment(dependencies, quote),
    ...(certificate
      ? [
          {
            filename: quoteFileName(quote, '-acceptation'),
            contentType: 'application/pdf',
            content: certificate,
          },
        ]
      : []),
  ];
}

/** Stores the PDF of one quote that was sent by link only; one in each run, which has two seconds of processor time. */
export async function storeNextPdf(dependencies: Dependencies): Promise<void> {
  const found = await serviceApi(dependencies).call('quote_without_pdf', {});
  if (found !== null) await storeQuotePdf(dependencies, serverQuoteSchema.parse(found));
}
