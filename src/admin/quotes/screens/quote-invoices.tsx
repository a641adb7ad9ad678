import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { formatCents, readHundredths } from '@/shared/lib/money';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { SelectField, TextField } from '@/shared/ui/form-fields';
import { Spinner } from '@/shared/ui/spinner';
import { invoiceDrafts } from '../data/invoice-drafts';
import { billedKinds, natureOf, withTaxes } from '../data/invoice-labels';
import { type BilledTotals, type Invoice, invoices } from '../data/invoices';
import { type BillingValues, billingSchema } from '../data/invoices.schema';
import { quotePaths } from '../paths';
import { InvoiceState } from './invoice-state';

type AcceptedQuote = {
  id: string;
  /** Price before taxes. */
  taxableCents: number;
};

const isBilled = ({ state }: Invoice) => state !== 'brouillon';

const sumOf = (of: readonly Invoice[], cents: (invoice: Invoice) => number) =>
  of.filter(isBilled).reduce((sum, invoice) => sum + cents(invoice), 0);

/** Says how far a quote is billed, and whether that is paid. */
function progressOf(of: readonly Invoice[], quote: AcceptedQuote, left: BilledTotals): string {
  if (quote.taxableCents === 0) return 'Le total de ce devis est nul\u00a0: il n’y a rien à facturer.';
  if (left.taxableCents > 0) return `Reste à facturer\u00a0: ${withTaxes(left)}.`;
  const due = sumOf(of, ({ balance_cents }) => Math.max(0, balance_cents));
  const waived = sumOf(of, ({ is_waived, taxable_cents }) => (is_waived ? taxable_cents : 0));
  const charged = sumOf(of, ({ kind, taxable_cents }) => (kind === 'credit' ? -1 : 1) * taxable_cents);
  const beyond = charged + waived - quote.taxableCents;
  return [
    due > 0
      ? `Facturé en entier. Reste à encaisser\u00a0: ${formatCents(due)}.`
      : 'Facturé en entier et payé.',
    ...(waived > 0 ? [`Crédité, qui n’est plus dû\u00a0: ${formatCents(waived)} avant taxes.`] : []),
    ...(beyond > 0 ? [`Facturé au-delà du devis\u00a0: ${formatCents(beyond)} avant taxes.`] : []),
  ].join(' ');
}

/** The invoices of an accepted quote, what is left to bill of it, and « Facturer ». */
export function QuoteInvoices({ quote }: { quote: AcceptedQuote }) {
  const isReadOnly = useIsReadOnly();
  const list = useQuery(invoices.ofQuote(quote.id));
  // « Facturer » of « Aujourd’hui » leads here.
  const [search] = useSearchParams();
  const [isOpen, setIsOpen] = useState(search.has('facturer') && !isReadOnly);
  const left = useQuery(invoiceDrafts.billingTotals(quote.id));
  return (
    <section
      aria-labelledby="titre-factures"
      className="space-y-3 rounded-xl border border-line bg-paper p-4 sm:p-5"
    >
      <h2 id="titre-factures" className="font-semibold">
        Factures
      </h2>
      {list.isError || left.isError ? (
        <ErrorState
          title="Impossible de charger les factures du devis"
          error={list.error ?? left.error}
          onRetry={() => Promise.all([list.refetch(), left.refetch()])}
        />
      ) : !list.data || !left.data ? (
        <Spinner />
      ) : (
        <>
          {list.data.length > 0 && (
            <ul className="divide-y divide-line">
              {list.data.toReversed().map((invoice) => (
                <li key={invoice.id} className="space-y-1 py-2">
                  <p className="flex justify-between gap-3">
                    <Link
                      to={quotePaths.invoice.href(invoice.id)}
                      className="font-medium underline-offset-4 hover:underline"
                    >
                      {invoice.number ?? 'Brouillon'}
                    </Link>
                    <span className="tabular-nums">
                      {invoice.kind === 'credit' && '−'}
                      {formatCents(invoice.total_cents)}
                    </span>
                  </p>
                  <p className="flex items-center justify-between gap-3 text-sm text-slate">
                    {natureOf(invoice)}
                    <InvoiceState invoice={invoice} />
                  </p>
                </li>
              ))}
            </ul>
          )}
          <p className="text-sm text-slate">{progressOf(list.data, quote, left.data)}</p>
          {!isReadOnly && left.data.taxableCents > 0 && (
            <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
              Facturer…
            </Button>
          )}
        </>
      )}
      {isOpen && left.data && (
        <BillingDialog
          quote={quote.id}
          left={left.data}
          isFirst={!list.data?.some(isBilled)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  );
}

/** « Facturer »: which part of the quote, as a share of it or as its lines. */
function BillingDialog({
  quote,
  left,
  isFirst,
  onClose,
}: {
  quote: string;
  /** The part that is not billed yet. */
  left: BilledTotals;
  isFirst: boolean;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const create = useMutation(invoiceDrafts.create());
  const form = useForm<BillingValues>({
    resolver: zodResolver(billingSchema),
    defaultValues: { kind: isFirst ? 'deposit' : 'balance', by: 'share', share: '30' },
  });
  const [kind, by, typed] = useWatch({ control: form.control, name: ['kind', 'by', 'share'] });
  const share = readHundredths(typed) ?? 0;
  const part = useQuery({
    ...invoiceDrafts.billingTotals(quote, share),
    enabled: share > 0 && share <= 10_000,
  }).data;
  return (
    <FormDialog
      form={form}
      title="Facturer le devis"
      description="La facture commence en brouillon. Elle se relit et se change avant d’être émise."
      submitLabel="Préparer la facture"
      pending={create.isPending}
      onSubmit={(values) =>
        create.mutate({ quote, ...values }, { onSuccess: (id) => navigate(quotePaths.invoice.href(id)) })
      }
      onClose={onClose}
    >
      <SelectField<BillingValues> name="kind" label="Ce que vous facturez" required options={billedKinds} />
      {kind === 'balance' ? (
        <p className="text-sm text-slate">
          Tout ce qui n’est pas encore facturé du devis&nbsp;: {withTaxes(left)}.
        </p>
      ) : (
        <>
          <SelectField<BillingValues>
            name="by"
            label="Montant"
            required
            options={{ share: 'Une part du devis, en pourcentage', lines: 'Les lignes du devis, à ajuster' }}
          />
          {by === 'share' && (
            <>
              <TextField<BillingValues> name="share" label="Part du devis (%)" required inputMode="decimal" />
              <p role="status" className="min-h-5 text-sm text-slate">
                {part && `${withTaxes(part)}.`}
                {part &&
                  part.taxableCents > left.taxableCents &&
                  ` C’est plus que ce qui reste du devis\u00a0: ${formatCents(left.taxableCents)} avant taxes.`}
              </p>
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}
