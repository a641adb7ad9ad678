import { zodResolver } from '@hookform/resolvers/zod';
import type { QuoteDocument } from '@quote/quote-document.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type QuoteEmailValues, quoteEmailSchema } from '@/admin/data/issued-quotes/quote-acceptance.schema';
import { quoteSending } from '@/admin/data/issued-quotes/quote-sending';
import { settings } from '@/admin/data/settings/settings';
import { formatLongDay } from '@/admin/lib/dates';
import { FormDialog } from '@/admin/ui/form-dialog';
import { errorMessage } from '@/shared/lib/errors';
import { formatCents } from '@/shared/lib/money';
import { siteConfig } from '@/shared/lib/site-config';
import { TextAreaField, TextField } from '@/shared/ui/form-fields';

/** The letter that a quote goes with, to be changed before it leaves. */
function letter(quote: QuoteDocument, sender: string): QuoteEmailValues {
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

/** « Envoyer par courriel »: the letter, with the PDF and the link that the server adds. What is typed stays if it fails. */
export function SendQuoteDialog({
  id,
  quote,
  readAt,
  onClose,
}: {
  id: string;
  /** As it prints now. */
  quote: QuoteDocument;
  /** The version of the draft that the person sees. */
  readAt: string;
  onClose: () => void;
}) {
  const identity = useQuery(settings.one());
  const sender = identity.data?.sender_name || siteConfig.name;
  // One message however often the button is pressed: an answer that was lost is not a second e-mail.
  const [message] = useState(() => crypto.randomUUID());
  const send = useMutation(quoteSending.email());
  const form = useForm({ resolver: zodResolver(quoteEmailSchema), defaultValues: letter(quote, sender) });
  return (
    <FormDialog
      form={form}
      size="md"
      title="Envoyer par courriel"
      description={`À ${quote.client.email || '(courriel manquant)'}. Le PDF est joint et le lien du devis est ajouté à la fin.${quote.number ? '' : ' Le devis reçoit son numéro et ne se modifie plus.'}`}
      submitLabel="Envoyer"
      pending={send.isPending}
      onSubmit={(text) => send.mutate({ message, id, readAt, ...text }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField<QuoteEmailValues> name="subject" label="Sujet" required maxLength={200} />
      <TextAreaField<QuoteEmailValues> name="body" label="Texte" required rows={11} maxLength={10_000} />
      {send.isError && (
        <p role="alert" className="text-sm font-medium text-sumac-deep">
          {errorMessage(send.error)}
        </p>
      )}
    </FormDialog>
  );
}
