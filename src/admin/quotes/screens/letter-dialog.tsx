import { zodResolver } from '@hookform/resolvers/zod';
import type { InvoiceDocument } from '@quote/invoice-document.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { letterToClient } from '@/admin/messages/parts/client-letter';
import { LetterFields } from '@/admin/messages/parts/letter-fields';
import { type Invoice, invoices } from '../data/invoices';
import {
  type InvoiceLetter,
  invoiceLetterSchema,
  NUMBER_TO_COME,
  reminderSchema,
} from '../data/invoices.schema';
import { invoiceLetter, reminderLetter } from './invoice-letters';

type Props = {
  id: string;
  /** The document as it prints now. */
  invoice: InvoiceDocument;
  /** The name that signs the letter. */
  sender: string;
  onClose: () => void;
};

/** « Envoyer par courriel »: the letter, to which the server adds the PDF; a draft is issued in the same press. */
export function SendInvoiceDialog({
  readAt,
  confirmed,
  standing,
  ...props
}: Props & {
  /** The part of it that is paid already. */
  standing: Invoice;
  /** The version of the draft that the person sees. */
  readAt: string;
  /** The amount beyond the quote, in cents, as the person confirmed it. */
  confirmed: number;
}) {
  const send = useMutation(invoices.email());
  return (
    <LetterDialog
      {...props}
      title="Envoyer par courriel"
      note={`Le PDF est joint.${props.invoice.number ? '' : ` La facture reçoit son numéro, qui remplace ${NUMBER_TO_COME} dans la lettre, et ne se modifie plus.`}`}
      schema={invoiceLetterSchema}
      name="Lettre habituelle de la facture"
      usual={invoiceLetter(props.invoice, standing, props.sender)}
      send={send}
      onSubmit={(letter, message) =>
        send.mutate(
          { ...letter, message, invoice: props.id, read_at: readAt, confirmed },
          { onSuccess: props.onClose },
        )
      }
    />
  );
}

/** « Relancer »: the reminder of a late invoice. It leaves by this press alone. */
export function RemindDialog({
  balanceCents,
  lastReminder,
  ...props
}: Props & {
  balanceCents: number;
  /** Moment of the last reminder that left, if any. */
  lastReminder: string | undefined;
}) {
  const send = useMutation(invoices.remind());
  return (
    <LetterDialog
      {...props}
      title="Relancer"
      note={`La facture est jointe de nouveau. ${lastReminder ? `Dernier rappel\u00a0: ${formatDateTime(lastReminder)}.` : 'Aucun rappel ne part sans vous.'}`}
      schema={reminderSchema}
      name="Rappel habituel"
      usual={reminderLetter(props.invoice, balanceCents, props.sender)}
      send={send}
      onSubmit={(letter, message) =>
        send.mutate({ ...letter, message, invoice: props.id }, { onSuccess: props.onClose })
      }
    />
  );
}

function LetterDialog({
  invoice,
  title,
  note,
  schema,
  name,
  usual,
  send,
  onSubmit,
  onClose,
}: Props & {
  title: string;
  note: string;
  schema: typeof reminderSchema;
  name: string;
  usual: InvoiceLetter;
  send: { isPending: boolean; isError: boolean; error: Error | null };
  onSubmit: (letter: InvoiceLetter, message: string) => void;
}) {
  // One message id for all presses, so that a lost answer does not cause a second e-mail.
  const [message] = useState(() => crypto.randomUUID());
  // The texts of the moment when it was opened.
  const [letter] = useState(usual);
  const form = useForm<InvoiceLetter>({ resolver: zodResolver(schema), defaultValues: letter });
  return (
    <FormDialog
      form={form}
      size="md"
      title={title}
      description={`À ${invoice.client.email || '(courriel manquant)'}. ${note}`}
      submitLabel="Envoyer"
      pending={send.isPending}
      error={send.error}
      onSubmit={(typed) => onSubmit(typed, message)}
      onClose={onClose}
    >
      <LetterFields
        name={name}
        usual={letter}
        fill={(template) => letterToClient(template, invoice.client)}
      />
    </FormDialog>
  );
}
