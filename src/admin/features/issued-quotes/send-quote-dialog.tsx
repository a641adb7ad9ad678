import { zodResolver } from '@hookform/resolvers/zod';
import {
  fillSubject,
  fillTemplate,
  missingVariables,
  type TemplateValues,
  templateVariables,
  unknownVariables,
} from '@message/template-text.ts';
import type { QuoteDocument } from '@quote/quote-document.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { contacts } from '@/admin/data/contacts/contacts';
import { emailTemplates } from '@/admin/data/email-templates/email-templates';
import {
  groundedQuoteEmailSchema,
  noGround,
  type QuoteEmailInput,
  type QuoteEmailValues,
  quoteEmailSchema,
} from '@/admin/data/issued-quotes/quote-acceptance.schema';
import { quoteSending } from '@/admin/data/issued-quotes/quote-sending';
import { settings } from '@/admin/data/settings/settings';
import { formatLongDay } from '@/admin/lib/dates';
import { ConfirmDialogContent } from '@/admin/ui/confirm-dialog-content';
import { FormDialog } from '@/admin/ui/form-dialog';
import { TemplateChoice } from '@/admin/ui/template-choice';
import { errorMessage } from '@/shared/lib/errors';
import { formatCents } from '@/shared/lib/money';
import { siteConfig } from '@/shared/lib/site-config';
import { TextAreaField, TextField } from '@/shared/ui/form-fields';
import { QuoteGroundFields } from './quote-ground';

type Text = Pick<QuoteEmailValues, 'subject' | 'body'>;
type Letter = Text & { id: string; name: string };

/** Value of the choice without a template: the quote's own letter. */
const USUAL = 'usual';

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
  const templates = useQuery(emailTemplates.list());
  const contact = useQuery({ ...contacts.byId(contactId ?? ''), enabled: contactId !== null });
  // One message id for all presses, so that a lost answer does not cause a second e-mail.
  const [message] = useState(() => crypto.randomUUID());
  const usual = quoteLetter(quote, identity.data?.sender_name || siteConfig.name);
  // The last generated text: any other text was typed, and is not replaced without a confirmation.
  const [written, setWritten] = useState(usual);
  const [gaps, setGaps] = useState<string[]>([]);
  const [pendingLetter, setPendingLetter] = useState<Letter>();
  const send = useMutation(quoteSending.email());
  const lacksGround = useQuery(quoteSending.lacksGround(id)).data === true;
  const form = useForm<QuoteEmailValues, unknown, QuoteEmailInput>({
    resolver: zodResolver(lacksGround ? groundedQuoteEmailSchema : quoteEmailSchema),
    defaultValues: { ...usual, ...noGround },
  });

  const write = (letter: Letter) => {
    const { text, gaps: left } =
      letter.id === USUAL ? { text: usual, gaps: [] } : letterFromTemplate(letter, quote, contact.data);
    form.reset({ ...form.getValues(), ...text });
    setWritten(text);
    setGaps(left);
    setPendingLetter(undefined);
  };
  const insert = (letter: Letter) => {
    const { subject, body } = form.getValues();
    if (subject === written.subject && body === written.body) write(letter);
    else setPendingLetter(letter);
  };
  return (
    <>
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
        {lacksGround && <QuoteGroundFields />}
        {templates.data && templates.data.length > 0 && (
          <TemplateChoice
            templates={[{ id: USUAL, name: 'Lettre habituelle du devis', ...usual }, ...templates.data]}
            onInsert={insert}
          />
        )}
        {gaps.length > 0 && (
          <p role="status" className="rounded-lg bg-amber-pale px-3 py-2 text-sm text-amber-ink">
            Le modèle demande ce que le devis ne dit pas&nbsp;: {gaps.join(', ')}. Relisez le texte.
          </p>
        )}
        <TextField<QuoteEmailValues> name="subject" label="Sujet" required maxLength={200} />
        <TextAreaField<QuoteEmailValues> name="body" label="Texte" required rows={11} maxLength={10_000} />
        {send.isError && (
          <p role="alert" className="text-sm font-medium text-sumac-deep">
            {errorMessage(send.error)}
          </p>
        )}
      </FormDialog>
      <ConfirmDialogContent
        open={pendingLetter !== undefined}
        onOpenChange={() => setPendingLetter(undefined)}
        title="Remplacer ce que vous avez écrit?"
        description={`Le sujet et le texte deviennent ceux de «\u00a0${pendingLetter?.name ?? ''}\u00a0».`}
        confirmLabel="Remplacer"
        onConfirm={() => {
          if (pendingLetter) write(pendingLetter);
        }}
      />
    </>
  );
}

/** Writes the letter of a quote without a template, to be edited before it leaves. */
function quoteLetter(quote: QuoteDocument, sender: string): Text {
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
function letterFromTemplate(
  template: { subject: string; body: string },
  { client }: QuoteDocument,
  place: { city: string; region: string } | null | undefined,
): { text: Text; gaps: string[] } {
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
