import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { billedKinds, invoiceKinds } from '@/admin/data/invoices/invoice-labels';
import { type Invoice, invoices } from '@/admin/data/invoices/invoices';
import { type BillingValues, billingSchema } from '@/admin/data/invoices/invoices.schema';
import { FormDialog } from '@/admin/ui/form-dialog';
import { paths } from '@/shared/lib/admin-paths';
import { formatCents } from '@/shared/lib/money';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { SelectField, TextField } from '@/shared/ui/form-fields';
import { Spinner } from '@/shared/ui/spinner';
import { InvoiceState } from './invoice-state';

const { admin } = paths;

type AcceptedQuote = {
  id: string;
  /** Price before taxes. */
  taxableCents: number;
};

const isBilled = ({ state }: Invoice) => state !== 'brouillon';

/** Sums what is billed of a quote before taxes, without what was given back. */
const billedCents = (of: readonly Invoice[]) =>
  of
    .filter(isBilled)
    .reduce((sum, { kind, taxable_cents }) => sum + (kind === 'credit' ? -1 : 1) * taxable_cents, 0);

/** The invoices of an accepted quote, what is left to bill of it, and « Facturer ». */
export function QuoteInvoices({ quote }: { quote: AcceptedQuote }) {
  const isReadOnly = useIsReadOnly();
  const list = useQuery(invoices.ofQuote(quote.id));
  const [isOpen, setIsOpen] = useState(false);
  const left = quote.taxableCents - billedCents(list.data ?? []);
  return (
    <section
      aria-labelledby="titre-factures"
      className="space-y-3 rounded-xl border border-line bg-paper p-4 sm:p-5"
    >
      <h2 id="titre-factures" className="font-semibold">
        Factures
      </h2>
      {list.isPending ? (
        <Spinner />
      ) : list.isError ? (
        <ErrorState title="Impossible de charger les factures du devis" onRetry={() => list.refetch()} />
      ) : (
        <>
          {list.data.length > 0 && (
            <ul className="divide-y divide-line">
              {list.data.toReversed().map((invoice) => (
                <li key={invoice.id} className="space-y-1 py-2">
                  <p className="flex justify-between gap-3">
                    <Link
                      to={admin.invoice.href(invoice.id)}
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
                    {invoice.kind === 'credit' ? '' : invoiceKinds[invoice.kind]}
                    <InvoiceState invoice={invoice} />
                  </p>
                </li>
              ))}
            </ul>
          )}
          <p className="text-sm text-slate">
            {left > 0
              ? `Reste à facturer\u00a0: ${formatCents(left)} avant taxes.`
              : left === 0
                ? 'Le devis est facturé en entier.'
                : `Facturé au-delà du devis\u00a0: ${formatCents(-left)} avant taxes.`}
          </p>
          {!isReadOnly && (
            <Button variant="outline" size="sm" onClick={() => setIsOpen(true)}>
              Facturer…
            </Button>
          )}
        </>
      )}
      {isOpen && (
        <BillingDialog
          quote={quote.id}
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
  isFirst,
  onClose,
}: {
  quote: string;
  isFirst: boolean;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const create = useMutation(invoices.create());
  const form = useForm<BillingValues>({
    resolver: zodResolver(billingSchema),
    defaultValues: { kind: isFirst ? 'deposit' : 'balance', by: 'share', share: '30' },
  });
  const [kind, by] = useWatch({ control: form.control, name: ['kind', 'by'] });
  return (
    <FormDialog
      form={form}
      title="Facturer le devis"
      description="La facture commence en brouillon. Elle se relit et se change avant d’être émise."
      submitLabel="Préparer la facture"
      pending={create.isPending}
      onSubmit={(values) =>
        create.mutate({ quote, ...values }, { onSuccess: (id) => navigate(admin.invoice.href(id)) })
      }
      onClose={onClose}
    >
      <SelectField<BillingValues> name="kind" label="Ce que vous facturez" required options={billedKinds} />
      {kind === 'balance' ? (
        <p className="text-sm text-slate">Tout ce qui n’est pas encore facturé du devis.</p>
      ) : (
        <>
          <SelectField<BillingValues>
            name="by"
            label="Montant"
            required
            options={{ share: 'Une part du devis, en pourcentage', lines: 'Les lignes du devis, à ajuster' }}
          />
          {by === 'share' && (
            <TextField<BillingValues>
              name="share"
              label="Part du devis (%)"
              required
              inputMode="decimal"
              hint="Avant taxes. Par exemple, 30."
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
