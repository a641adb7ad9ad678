import type { QuoteDocument } from '@quote/quote-document.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionBar } from '@/admin/kit/ui/action-bar';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { SendButton } from '@/admin/kit/ui/send-button';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';
import type { IssuedQuote } from '../data/issued-quotes';
import { quoteSending } from '../data/quote-sending';
import { FreezeDialog } from './quote-ground';
import { SendQuoteDialog } from './send-quote-dialog';

/**
 * Names the first thing that a draft lacks before a letter is worth writing, and its control; the server decides all the
 * same.
 */
function missingIn(
  { client, subject, lines }: QuoteDocument,
  lacksTaxes: boolean,
): [text: string, control: string] | undefined {
  if (!client.organization.trim())
    return ['Indiquez l’organisation à qui le devis est destiné.', 'organization_name'];
  if (!client.email.trim()) return ['Indiquez le courriel du client.', 'email'];
  if (!subject.trim()) return ['Indiquez l’objet du devis.', 'subject'];
  if (lines.length === 0) return ['Ajoutez au moins une ligne.', 'lines'];
  if (lacksTaxes) return ['Répondez d’abord à la question sur la TPS et la TVQ.', 'tax_registered'];
  return undefined;
}

type Props = {
  quote: IssuedQuote;
  /** The draft as it would print now. */
  printed: QuoteDocument;
  /** The version of the draft that the person sees. */
  readAt: string;
  /** The id of the form that « Enregistrer » submits. */
  form: string;
  isKept: boolean;
  isSaving: boolean;
  /** True while nobody has said whether the studio is registered for taxes, which the page then asks. */
  lacksTaxes: boolean;
};

/**
 * The actions on a draft. Rendered beside its form, because the events of a dialog would bubble into it and submit
 * it.
 */
export function DraftBar({ quote, printed, readAt, form, isKept, isSaving, lacksTaxes }: Props) {
  const freeze = useMutation(quoteSending.freeze());
  const lacksGround = useQuery(quoteSending.lacksGround(quote.id)).data === true;
  const download = useMutation(quoteSending.download());
  const [dialog, setDialog] = useState<'email' | 'freeze'>();
  const closeDialog = () => setDialog(undefined);
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="outline"
          pending={download.isPending}
          disabled={!isKept}
          onClick={() => download.mutate({ quoteId: quote.id, document: 'quote' })}
        >
          Télécharger le PDF
        </Button>
        <Button variant="outline" disabled={!isKept} onClick={() => setDialog('freeze')}>
          Préparer l’envoi
        </Button>
      </div>
      <ActionBar>
        <p role="status" className="mr-auto text-sm text-slate">
          {isKept ? 'Enregistré' : isSaving ? 'Enregistrement…' : 'Pas encore enregistré'}
        </p>
        {/* Hidden on a phone, because the draft saves itself and sending needs the room. */}
        <Button type="submit" form={form} variant="outline" className="max-sm:hidden" pending={isSaving}>
          Enregistrer
        </Button>
        <SendButton
          disabled={!isKept}
          onPress={() => {
            const missing = missingIn(printed, lacksTaxes);
            if (!missing) return setDialog('email');
            const [text, name] = missing;
            notify.error(text);
            const control = document.getElementById(form)?.querySelector<HTMLElement>(`[name="${name}"]`);
            control?.scrollIntoView({ block: 'center' });
            control?.focus();
          }}
        />
      </ActionBar>
      {dialog === 'email' && (
        <SendQuoteDialog
          id={quote.id}
          contactId={quote.contact_id}
          quote={printed}
          readAt={readAt}
          onClose={closeDialog}
        />
      )}
      {dialog === 'freeze' && lacksGround && (
        <FreezeDialog id={quote.id} readAt={readAt} onClose={closeDialog} />
      )}
      <ConfirmDialog
        open={dialog === 'freeze' && !lacksGround}
        onOpenChange={closeDialog}
        title="Préparer l’envoi?"
        description="Le devis reçoit son numéro et ne se modifie plus. Aucun courriel ne part&nbsp;: vous copiez son lien et l’envoyez vous-même."
        confirmLabel="Numéroter le devis"
        pending={freeze.isPending}
        onConfirm={() => freeze.mutate({ id: quote.id, readAt }, { onSettled: closeDialog })}
      />
    </>
  );
}
