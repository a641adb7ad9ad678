import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { listAddress } from '@/admin/kit/lib/list-address';
import { SAVED_STATE } from '@/admin/kit/lib/unsaved-text';
import { ActionBar } from '@/admin/kit/ui/action-bar';
import { ConfirmDialogContent } from '@/admin/kit/ui/confirm-dialog-content';
import { SendButton } from '@/admin/kit/ui/send-button';
import { formatCents } from '@/shared/lib/money';
import { Button } from '@/shared/ui/button';
import { invoiceDrafts } from '../data/invoice-drafts';
import { type Invoice, invoices } from '../data/invoices';
import { quotePaths } from '../paths';
import { SendInvoiceDialog } from './letter-dialog';

/** The actions on a draft. Rendered beside its form, because the events of a dialog would bubble into it and submit it. */
export function InvoiceBar({
  invoice,
  readAt,
  isKept,
  isSaving,
}: {
  invoice: Invoice;
  readAt: string;
  /** True while the document is that of the form. */
  isKept: boolean;
  isSaving: boolean;
}) {
  const { id } = invoice;
  const navigate = useNavigate();
  const preview = useQuery(invoices.preview(id)).data;
  const issue = useMutation(invoiceDrafts.issue());
  const download = useMutation(invoices.download());
  const remove = useMutation(invoiceDrafts.remove());
  const [dialog, setDialog] = useState<'email' | 'issue'>();
  const close = () => setDialog(undefined);
  const [agreed, setAgreed] = useState<number>();
  const added = preview?.addedCents ?? 0;
  const isAgreed = added === 0 || agreed === added;
  const canIssue = isKept && preview !== undefined && preview !== null && !preview.refusal && isAgreed;
  return (
    <>
      {preview?.refusal && (
        <p className="mt-4 rounded-lg bg-amber-pale px-3 py-2 text-sm text-amber-ink">
          Avant d’émettre&nbsp;: {preview.refusal}
        </p>
      )}
      {added > 0 && (
        <label className="mt-4 flex gap-3 rounded-lg bg-amber-pale px-3 py-2 text-sm text-amber-ink">
          <input
            type="checkbox"
            checked={isAgreed}
            onChange={({ target }) => setAgreed(target.checked ? added : undefined)}
            className="mt-0.5 size-4 shrink-0"
          />
          <span>
            Cette facture dépasse de {formatCents(added)} avant taxes ce qui reste du devis accepté. Le client
            est d’accord avec cet ajout.
          </span>
        </label>
      )}
      <div className="mt-4 flex flex-wrap justify-end gap-2">
        <Button
          variant="outline"
          pending={remove.isPending}
          onClick={() =>
            remove.mutate([{ id }], {
              onSuccess: () => navigate(listAddress(quotePaths.invoices.href()), { state: SAVED_STATE }),
            })
          }
        >
          Supprimer le brouillon
        </Button>
        <Button
          variant="outline"
          pending={download.isPending}
          disabled={!isKept}
          onClick={() => download.mutate(id)}
        >
          Télécharger le PDF
        </Button>
        <Button variant="outline" disabled={!canIssue} onClick={() => setDialog('issue')}>
          Émettre sans courriel
        </Button>
      </div>
      <ActionBar>
        <p role="status" className="mr-auto text-sm text-slate">
          {isKept ? 'Enregistré' : isSaving ? 'Enregistrement…' : 'Pas encore enregistré'}
        </p>
        <SendButton disabled={!canIssue} onPress={() => setDialog('email')} />
      </ActionBar>
      <ConfirmDialogContent
        open={dialog === 'issue'}
        onOpenChange={close}
        title="Émettre la facture"
        description={
          'Elle reçoit son numéro pour de bon\u00a0: elle ne se modifie plus et ne se supprime pas. Aucun courriel ne part.'
        }
        confirmLabel="Émettre"
        pending={issue.isPending}
        onConfirm={() =>
          issue.mutate({ invoice: id, read_at: readAt, confirmed: added }, { onSettled: close })
        }
      />
      {dialog === 'email' && preview && (
        <SendInvoiceDialog
          id={id}
          standing={invoice}
          invoice={preview.document}
          sender={preview.document.studio.name}
          readAt={readAt}
          confirmed={added}
          onClose={close}
        />
      )}
    </>
  );
}
