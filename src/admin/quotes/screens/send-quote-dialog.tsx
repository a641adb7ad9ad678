import { cutText } from '@contract/cut-text';
import { zodResolver } from '@hookform/resolvers/zod';
import type { QuoteDocument } from '@quote/quote-document.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { contacts } from '@/admin/contacts/data/contacts';
import { formatLongDay } from '@/admin/kit/lib/dates';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { letterToClient } from '@/admin/messages/parts/client-letter';
import { LetterFields } from '@/admin/messages/parts/letter-fields';
import { settings } from '@/admin/settings/data/settings';
import { formatCents } from '@/shared/lib/money';
import { siteConfig } from '@/shared/lib/site-config';
import {
  groundedQuoteEmailSchema,
  noGround,
  type QuoteEmailInput,
  type QuoteEmailValues,
  quoteEmailSchema,
} from '../data/quote-acceptance.schema';
import { quoteSending } from '../data/quote-sending';
import { QuoteGroundFields } from './quote-ground';

type LetterText = Pick<QuoteEmailValues, 'subject' | 'body'>;

/** « Envoyer par courriel »: the letter, to which the server adds the PDF and the link. A failure keeps the input. */
export function SendQuoteDialog({
  id,
  contactId,
  quote,
  readAt,
  onClose,
}: {
  id: string;
  /** Contact of the client, whose city a template may use. */
  contactId: string | null;
  /** The document as it would print now. */
  quote: QuoteDocument;
  /** The version of the draft that the person sees. */
  readAt: string;
  onClose: () => void;
}) {
  const identity = useQuery(settings.studio());
  const contact = useQuery({ ...contacts.byId(contactId ?? ''), enabled: contactId !== null });
  // One message id for all presses, so that a lost answer does not cause a second e-mail.
  const [message] = useState(() => crypto.randomUUID());
  const usual = quoteLetter(quote, identity.data?.sender_name || siteConfig.name);
  const send = useMutation(quoteSending.email());
  const lacksGround = useQuery(quoteSending.lacksGround(id)).data === true;
  const form = useForm<QuoteEmailValues, unknown, QuoteEmailInput>({
    resolver: zodResolver(lacksGround ? groundedQuoteEmailSchema : quoteEmailSchema),
    defaultValues: { ...usual, ...noGround },
  });

  return (
    <FormDialog
      form={form}
      size="md"
      title="Envoyer par courriel"
      description={`À ${quote.client.email || '(courriel manquant)'}. Le PDF est joint et le lien du devis est ajouté à la fin.${quote.number ? '' : ' Le devis reçoit son numéro et ne se modifie plus.'}`}
      submitLabel="Envoyer"
      pending={send.isPending}
      error={send.error}
      onSubmit={(text) => send.mutate({ message, id, readAt, ...text }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {lacksGround && <QuoteGroundFields />}
      <LetterFields
        name="Lettre habituelle du devis"
        usual={usual}
        fill={(template) => letterToClient(template, quote.client, contact.data)}
      />
    </FormDialog>
  );
}

/** Writes the letter of a quote without a template, to be edited before it leaves. */
function quoteLetter(quote: QuoteDocument, sender: string): LetterText {
  const total = formatCents(quote.totals.totalCents);
  const { contactName } = quote.client;
  return {
    subject: cutText(`Devis${quote.number ? `\u00a0${quote.number}` : ''} – ${quote.subject}`, 200),
    body: [
      contactName ? `Bonjour ${contactName},` : 'Bonjour,',
      `Voici notre devis pour «\u00a0${quote.subject}\u00a0», au total de ${total}. Il est valable jusqu’au ${formatLongDay(quote.validUntil)}.`,
      quote.client.acceptsBy === 'person'
        ? 'Le lien ci-dessous permet de le lire, de poser une question, et de l’accepter avec votre nom et votre fonction.'
        : 'Le lien ci-dessous permet de le lire, de poser une question, et de l’accepter par résolution du conseil ou sous délégation, avec un bon de commande.',
      sender,
    ].join('\n\n'),
  };
}
