import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { listAddress } from '@/admin/kit/lib/list-address';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { Seo } from '@/shared/ui/seo';
import { invoiceDrafts } from '../data/invoice-drafts';
import { type Invoice, invoices } from '../data/invoices';
import { quotePaths } from '../paths';
import { InvoiceForm } from './invoice-form';
import { IssuedInvoice } from './issued-invoice';

function titleOf(invoice: Invoice | null | undefined): string {
  if (!invoice) return 'Facture';
  if (!invoice.number) return 'Brouillon de facture';
  return `${invoice.kind === 'credit' ? 'Note de crédit' : 'Facture'} ${invoice.number}`;
}

/** One invoice: the form of a draft, or the issued document with its payments. */
export function InvoicePage() {
  const { id = '' } = useParams();
  const query = useQuery(invoices.byId(id));
  const invoice = query.data;
  const title = titleOf(invoice);
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader title={title} />
      {!invoice ? (
        <RecordPlaceholder
          query={query}
          error="Impossible de charger la facture"
          missing="Cette facture n’existe pas ou a été supprimée"
          back={{ to: listAddress(quotePaths.invoices.href()), label: 'Revenir aux factures' }}
        />
      ) : invoice.state === 'brouillon' ? (
        <InvoiceDraft key={id} invoice={invoice} />
      ) : (
        <IssuedInvoice key={id} invoice={invoice} />
      )}
    </>
  );
}

function InvoiceDraft({ invoice }: { invoice: Invoice }) {
  // No refetch, which would replace the input.
  const draft = useQuery({
    ...invoiceDrafts.byId(invoice.id),
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });
  return draft.data ? (
    <InvoiceForm draft={draft.data} invoice={invoice} />
  ) : (
    <RecordPlaceholder
      query={draft}
      error="Impossible de charger la facture"
      missing="Cette facture n’existe pas ou a été supprimée"
      back={{ to: listAddress(quotePaths.invoices.href()), label: 'Revenir aux factures' }}
    />
  );
}
