import { z } from 'zod';
import { SEND_TAG } from '../_shared/campaign/campaign-message.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { invoiceFileName, readInvoicePdf, serverInvoiceSchema } from '../_shared/invoice-files.ts';
import { layout } from '../_shared/mail/layout.ts';
import type { OutgoingMessage } from '../_shared/mail/outgoing.ts';
import type { SenderIdentity } from '../_shared/mail/sender-identity.ts';
import { invoiceName } from '../_shared/quote/invoice-document.ts';

/** An e-mail about an issued invoice, as `claim_due_notifications` gives it. */
export const invoiceNotificationSchema = z.object({
  id: z.guid(),
  lease_token: z.guid(),
  kind: z.enum(['invoice', 'invoice_reminder']),
  email: z.string(),
  subject: z.string(),
  body: z.string(),
  reply_to: z.string().nullish(),
  invoice: serverInvoiceSchema,
});

export type InvoiceNotification = z.infer<typeof invoiceNotificationSchema>;

/** Builds the e-mail of an invoice or of its reminder, with its PDF, which is stored when it first leaves. */
export async function invoiceMessage(
  dependencies: Dependencies,
  { id, email, subject, body, reply_to, invoice }: InvoiceNotification,
  identity: SenderIdentity,
): Promise<OutgoingMessage> {
  return {
    key: `notification-${id}`,
    from: { name: identity.siteName, address: identity.from },
    to: [email],
    replyTo: reply_to ?? identity.contactEmail,
    tags: { [SEND_TAG]: id },
    attachments: [
      {
        filename: invoiceFileName(invoice),
        contentType: 'application/pdf',
        content: await readInvoicePdf(dependencies, invoice),
      },
    ],
    ...layout(
      subject,
      [
        { written: body },
        // « La facture F-2026-014 », « La note de crédit F-2026-015 »: only the noun loses its capital.
        {
          text: `La ${invoiceName(invoice.document).replace(/^./, (first) => first.toLowerCase())} est jointe à ce message, en PDF.`,
        },
      ],
      identity,
    ),
  };
}
