import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDay } from '@/admin/kit/lib/dates';
import { EmailState } from '@/admin/messages/parts/email-state';
import { HistoryEntries, type HistoryEntry } from '@/admin/messages/parts/history-entries';
import { formatCents } from '@/shared/lib/money';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { paymentMethods } from '../data/invoice-labels';
import { invoicePayments, type Payment } from '../data/invoice-payments';
import { type Invoice, invoices } from '../data/invoices';
import { quotePaths } from '../paths';

/** The history of an invoice, oldest first: number, payments, e-mails and credit notes. */
export function InvoiceHistory({ invoice }: { invoice: Invoice }) {
  const payments = useQuery(invoicePayments.ofInvoice(invoice.id));
  const emails = useQuery(invoices.emails(invoice.id));
  const related = useQuery(invoices.ofQuote(invoice.quote_id));
  return (
    <section aria-labelledby="titre-historique" className="rounded-xl border border-line bg-paper p-4 sm:p-5">
      <h2 id="titre-historique" className="font-semibold">
        Historique
      </h2>
      {payments.isPending || emails.isPending || related.isPending ? (
        <Spinner />
      ) : payments.isError || emails.isError || related.isError ? (
        <ErrorState
          title="Impossible de charger l’historique de la facture"
          error={payments.error ?? emails.error ?? related.error}
          onRetry={() => Promise.all([payments.refetch(), emails.refetch(), related.refetch()])}
        />
      ) : (
        <HistoryEntries
          entries={[
            ...entriesOf(invoice, payments.data, related.data),
            ...emails.data.map((email) => ({
              key: email.id,
              at: email.created_at,
              title:
                email.kind === 'invoice_reminder'
                  ? 'Rappel'
                  : `Courriel de la ${invoice.kind === 'credit' ? 'note de crédit' : 'facture'}`,
              content: <EmailState email={email} />,
            })),
          ]}
        />
      )}
    </section>
  );
}

function entriesOf(
  invoice: Invoice,
  payments: readonly Payment[],
  related: readonly Invoice[],
): HistoryEntry[] {
  return [
    // A credit note is issued as it is made.
    ...(invoice.kind === 'credit' ? [] : [{ key: invoice.id, at: invoice.created_at, title: 'Commencée' }]),
    ...(invoice.issued_at
      ? [
          {
            key: `${invoice.id}-issued`,
            at: invoice.issued_at,
            title: `Émise sous le numéro ${invoice.number}`,
          },
        ]
      : []),
    ...payments.flatMap((payment) => [
      {
        key: payment.id,
        at: payment.created_at,
        title: 'Paiement',
        content: <PaymentLine payment={payment} />,
      },
      ...(payment.undone_at
        ? [
            {
              key: `${payment.id}-undone`,
              at: payment.undone_at,
              title: 'Paiement annulé',
              content: <p className="text-sm">{inWords(payment)}</p>,
            },
          ]
        : []),
    ]),
    ...related
      .filter(({ credits_id }) => credits_id === invoice.id)
      .map(({ id, number, total_cents, created_at }) => ({
        key: id,
        at: created_at,
        title: 'Note de crédit',
        content: (
          <p className="text-sm">
            <Link to={quotePaths.invoice.href(id)} className="whitespace-nowrap underline underline-offset-4">
              {number}
            </Link>
            , {formatCents(total_cents)}
          </p>
        ),
      })),
  ];
}

const inWords = ({ amount_cents, method, reference, received_on }: Payment) =>
  `${formatCents(amount_cents)}, ${paymentMethods[method].toLowerCase()}${reference && ` ${reference}`}, reçu le ${formatDay(received_on)}`;

/** A payment, and « Annuler » for one noted by mistake. */
function PaymentLine({ payment }: { payment: Payment }) {
  const undo = useMutation(invoicePayments.undo());
  const isReadOnly = useIsReadOnly();
  const { id, amount_cents, undone_at } = payment;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className={undone_at ? 'text-slate line-through' : ''}>{inWords(payment)}</span>
      {!undone_at && !isReadOnly && (
        <Button
          size="sm"
          variant="outline"
          pending={undo.isPending}
          aria-label={`Annuler le paiement de ${formatCents(amount_cents)}`}
          onClick={() => undo.mutate(id)}
        >
          Annuler
        </Button>
      )}
    </div>
  );
}
