import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { formatLongDay } from '@/admin/kit/lib/dates';
import { ActionBar } from '@/admin/kit/ui/action-bar';
import { Fold } from '@/admin/kit/ui/fold';
import { RecordSummary } from '@/admin/kit/ui/record-summary';
import { formatCents } from '@/shared/lib/money';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { UnbrokenNumbers } from '@/shared/ui/unbroken-numbers';
import { type Invoice, invoices } from '../data/invoices';
import { quotePaths } from '../paths';
import { CreditDialog, PaymentDialog } from './invoice-dialogs';
import { InvoiceHistory } from './invoice-history';
import { InvoiceSheet } from './invoice-sheet';
import { InvoiceState } from './invoice-state';
import { RemindDialog, SendInvoiceDialog } from './letter-dialog';

/** An issued invoice: the document, where it stands, its payments, and its actions. */
export function IssuedInvoice({ invoice }: { invoice: Invoice }) {
  const isReadOnly = useIsReadOnly();
  const preview = useQuery(invoices.preview(invoice.id));
  const client = preview.data?.document.client;
  const { main, others, dialog } = useInvoiceActions(invoice);
  return (
    <>
      <RecordSummary
        facts={[client?.organization, client?.contactName]}
        {...client}
        place={client?.address}
      />
      {/* On a narrow window: where it stands, the document, its history. */}
      <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 xl:grid-cols-[1fr_22rem] xl:grid-rows-[auto_1fr]">
        <div className="min-w-0 space-y-4 xl:col-start-2">
          <InvoiceStanding invoice={invoice} />
          {!isReadOnly && (
            <div className="flex flex-wrap gap-2 rounded-xl border border-line bg-paper p-4 sm:p-5">
              {others.map(({ label, pending, onPress }) => (
                <Button key={label} variant="outline" size="sm" pending={pending ?? false} onClick={onPress}>
                  {label}
                </Button>
              ))}
            </div>
          )}
        </div>
        <div className="min-w-0 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          {/* While the document of the draft is replaced. */}
          {preview.data?.document.number ? (
            <Fold anchor="document" title="Document" onPhone>
              <InvoiceSheet invoice={preview.data.document} />
            </Fold>
          ) : preview.isError ? (
            <ErrorState
              title="Impossible de charger la facture"
              error={preview.error}
              onRetry={() => preview.refetch()}
            />
          ) : (
            <Spinner />
          )}
        </div>
        <div className="min-w-0 xl:col-start-2">
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

/** The amounts billed, credited, paid and due; for a credit note, the amount credited. */
function InvoiceStanding({ invoice }: { invoice: Invoice }) {
  const { kind, quote_id, quote_number } = invoice;
  const isCredit = kind === 'credit';
  return (
    <section
      aria-labelledby="titre-solde"
      className="space-y-3 rounded-xl border border-line bg-paper p-4 sm:p-5"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="titre-solde" className="font-semibold">
          {isCredit ? 'Ce qu’elle crédite' : 'Où elle en est'}
        </h2>
        {!isCredit && <InvoiceState invoice={invoice} />}
      </div>
      {isCredit ? <CreditNote invoice={invoice} /> : <Balance invoice={invoice} />}
      <p className="text-sm">
        <Link to={quotePaths.one.href(quote_id)} className={linkClass}>
          Ouvrir le devis <UnbrokenNumbers text={quote_number} />
        </Link>
      </p>
    </section>
  );
}

const linkClass = 'underline underline-offset-4 hover:text-ink';

function Balance({ invoice }: { invoice: Invoice }) {
  const { total_cents, paid_cents, credited_cents, balance_cents, due_on } = invoice;
  return (
    <>
      <dl className="space-y-1 tabular-nums">
        <Amount label="Total" cents={total_cents} />
        {credited_cents > 0 && <Amount label="Crédité" cents={-credited_cents} />}
        {paid_cents > 0 && <Amount label="Payé" cents={-paid_cents} />}
        <Amount label={balance_cents < 0 ? 'Payé en trop' : 'Solde'} cents={Math.abs(balance_cents)} isLast />
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
  );
}

function CreditNote({ invoice }: { invoice: Invoice }) {
  const { taxable_cents, total_cents, credits_id, credits_number, is_waived } = invoice;
  return (
    <>
      <dl className="space-y-1 tabular-nums">
        <Amount label="Avant taxes" cents={taxable_cents} />
        <Amount label="Total crédité" cents={total_cents} isLast />
      </dl>
      <p className="text-sm text-slate">
        {is_waived
          ? 'Ce montant n’est plus dû\u00a0: il ne sera pas facturé de nouveau.'
          : 'Ce montant peut être facturé de nouveau.'}
      </p>
      {credits_id && credits_number && (
        <p className="text-sm">
          <Link to={quotePaths.invoice.href(credits_id)} className={linkClass}>
            Ouvrir la facture corrigée, <UnbrokenNumbers text={credits_number} />
          </Link>
        </p>
      )}
    </>
  );
}

const Amount = ({ label, cents, isLast = false }: { label: string; cents: number; isLast?: boolean }) => (
  <div
    className={`flex justify-between gap-4 ${isLast ? 'border-t border-line pt-1 font-semibold' : '*:first:text-slate'}`}
  >
    <dt>{label}</dt>
    <dd>
      {cents < 0 && '−'}
      {formatCents(Math.abs(cents))}
    </dd>
  </div>
);

type Action = { label: string; pending?: boolean; onPress: () => void };

/** Returns the actions on an issued invoice: the main one for its state, and the others. */
function useInvoiceActions(invoice: Invoice) {
  // « Relancer » of « Aujourd’hui » leads here.
  const [search] = useSearchParams();
  const [open, setOpen] = useState<'email' | 'remind' | 'pay' | 'credit' | undefined>(
    search.has('relancer') && invoice.state === 'en retard' ? 'remind' : undefined,
  );
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
  const lastReminder = emails.data?.findLast(
    ({ kind, state }) => kind === 'invoice_reminder' && !['échec', 'retenu'].includes(state),
  )?.created_at;
  const isOpen = invoice.balance_cents > 0;
  const usual = isOpen && wasEmailed ? [pay, email] : [email, pay];
  const late = lastReminder ? [pay, remind, email] : [remind, pay, email];
  const actions =
    invoice.kind === 'credit'
      ? [email]
      : [...(isLate ? late : usual), ...(invoice.state === 'créditée' ? [] : [credit])];
  const hasMain = isOpen || (invoice.kind === 'credit' && !wasEmailed);
  const dialogs = preview && {
    email: (
      <SendInvoiceDialog
        id={invoice.id}
        invoice={preview.document}
        sender={preview.document.studio.name}
        readAt={invoice.created_at}
        confirmed={0}
        standing={invoice}
        onClose={close}
      />
    ),
    remind: (
      <RemindDialog
        id={invoice.id}
        invoice={preview.document}
        sender={preview.document.studio.name}
        balanceCents={invoice.balance_cents}
        lastReminder={lastReminder}
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
