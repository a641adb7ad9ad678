import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Invoice, invoices } from '@/admin/data/invoices/invoices';
import { formatLongDay } from '@/admin/lib/dates';
import { InvoiceState } from '@/admin/parts/invoices/invoice-state';
import { ActionBar } from '@/admin/ui/action-bar';
import { paths } from '@/shared/lib/admin-paths';
import { formatCents } from '@/shared/lib/money';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { CreditDialog, PaymentDialog } from './invoice-dialogs';
import { InvoiceHistory } from './invoice-history';
import { InvoiceSheet } from './invoice-sheet';
import { RemindDialog, SendInvoiceDialog } from './letter-dialog';

const { admin } = paths;

/** An issued invoice: the document, where it stands, its payments, and its actions. */
export function IssuedInvoice({ invoice }: { invoice: Invoice }) {
  const isReadOnly = useIsReadOnly();
  const preview = useQuery(invoices.preview(invoice.id));
  const { main, others, dialog } = useInvoiceActions(invoice);
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_22rem]">
        <div className="min-w-0 space-y-6">
          {/* While the document of the draft is replaced. */}
          {preview.data?.document.number ? (
            <InvoiceSheet invoice={preview.data.document} />
          ) : preview.isError ? (
            <ErrorState title="Impossible de charger la facture" onRetry={() => preview.refetch()} />
          ) : (
            <Spinner />
          )}
        </div>
        <div className="min-w-0 space-y-4 xl:sticky xl:top-4">
          <Standing invoice={invoice} />
          {!isReadOnly && (
            <div className="flex flex-wrap gap-2 rounded-xl border border-line bg-paper p-4 sm:p-5">
              {others.map(({ label, pending, onPress }) => (
                <Button key={label} variant="outline" size="sm" pending={pending ?? false} onClick={onPress}>
                  {label}
                </Button>
              ))}
            </div>
          )}
          <InvoiceHistory invoice={invoice} />
        </div>
      </div>
      {!isReadOnly && main && (
        <ActionBar>
          <Button variant="accent" onClick={main.onPress}>
            {main.label}
          </Button>
        </ActionBar>
      )}
      {dialog}
    </>
  );
}

/** The amounts billed, credited, paid and left. */
function Standing({ invoice }: { invoice: Invoice }) {
  const { kind, total_cents, paid_cents, credited_cents, balance_cents, due_on, quote_id, quote_number } =
    invoice;
  const amounts: [string, number][] = [
    ['Total', total_cents],
    ...(credited_cents > 0 ? ([['Crédité', -credited_cents]] as [string, number][]) : []),
    ...(paid_cents > 0 ? ([['Payé', -paid_cents]] as [string, number][]) : []),
  ];
  return (
    <section
      aria-labelledby="titre-solde"
      className="space-y-3 rounded-xl border border-line bg-paper p-4 sm:p-5"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="titre-solde" className="font-semibold">
          {kind === 'credit' ? 'Note de crédit' : 'Où elle en est'}
        </h2>
        {kind !== 'credit' && <InvoiceState invoice={invoice} />}
      </div>
      {kind !== 'credit' && (
        <>
          <dl className="space-y-1 tabular-nums">
            {amounts.map(([label, cents]) => (
              <div key={label} className="flex justify-between gap-4">
                <dt className="text-slate">{label}</dt>
                <dd>
                  {cents < 0 && '−'}
                  {formatCents(Math.abs(cents))}
                </dd>
              </div>
            ))}
            <div className="flex justify-between gap-4 border-t border-line pt-1 font-semibold">
              <dt>{balance_cents < 0 ? 'Payé en trop' : 'Solde'}</dt>
              <dd>{formatCents(Math.abs(balance_cents))}</dd>
            </div>
          </dl>
          {balance_cents < 0 && (
            <p className="rounded-lg bg-amber-pale px-3 py-2 text-sm text-amber-ink">
              Le client a payé {formatCents(-balance_cents)} de trop. À rembourser, ou à convenir avec lui.
            </p>
          )}
          {balance_cents > 0 && due_on && (
            <p className="text-sm text-slate">À payer au plus tard le {formatLongDay(due_on)}.</p>
          )}
        </>
      )}
      <p className="text-sm">
        <Link to={admin.issuedQuote.href(quote_id)} className="underline underline-offset-4 hover:text-ink">
          Ouvrir le devis {quote_number}
        </Link>
      </p>
    </section>
  );
}

type Action = { label: string; pending?: boolean; onPress: () => void };

/** Returns the actions on an issued invoice: the main one for its state, and the others. */
function useInvoiceActions(invoice: Invoice) {
  const [open, setOpen] = useState<'email' | 'remind' | 'pay' | 'credit'>();
  const close = () => setOpen(undefined);
  const preview = useQuery(invoices.preview(invoice.id)).data;
  const emails = useQuery(invoices.emails(invoice.id));
  const download = useMutation(invoices.download());
  const wasEmailed = emails.data?.some(({ kind }) => kind === 'invoice') ?? false;
  const email: Action = {
    label: wasEmailed ? 'Renvoyer par courriel' : 'Envoyer par courriel',
    onPress: () => setOpen('email'),
  };
  const pay: Action = { label: 'Noter un paiement', onPress: () => setOpen('pay') };
  const remind: Action = { label: 'Relancer', onPress: () => setOpen('remind') };
  const credit: Action = { label: 'Note de crédit…', onPress: () => setOpen('credit') };
  const pdf: Action = {
    label: 'Télécharger le PDF',
    pending: download.isPending,
    onPress: () => download.mutate(invoice.id),
  };
  const isLate = invoice.state === 'en retard';
  const isOpen = invoice.balance_cents > 0;
  const actions =
    invoice.kind === 'credit'
      ? [email]
      : [
          ...(isLate ? [remind, pay, email] : isOpen ? (wasEmailed ? [pay, email] : [email, pay]) : []),
          ...(isOpen ? [] : [email, pay]),
          ...(invoice.state === 'créditée' ? [] : [credit]),
        ];
  const hasMain = isOpen || (invoice.kind === 'credit' && !wasEmailed);
  const dialogs = preview && {
    email: (
      <SendInvoiceDialog
        id={invoice.id}
        invoice={preview.document}
        sender={preview.document.studio.name}
        readAt={invoice.created_at}
        confirmed={0}
        onClose={close}
      />
    ),
    remind: (
      <RemindDialog
        id={invoice.id}
        invoice={preview.document}
        sender={preview.document.studio.name}
        balanceCents={invoice.balance_cents}
        onClose={close}
      />
    ),
    pay: <PaymentDialog invoice={invoice} onClose={close} />,
    credit: <CreditDialog invoice={invoice} onClose={close} />,
  };
  return {
    main: hasMain ? actions[0] : undefined,
    others: [...(hasMain ? actions.slice(1) : actions), pdf],
    dialog: open && dialogs ? dialogs[open] : null,
  };
}
