import { useMutation } from '@tanstack/react-query';
import { downloadText, toCsv } from '@/admin/kit/lib/csv';
import { quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { DocumentsSelection } from '@/admin/kit/ui/documents-selection';
import { issuedQuotes, type ListedQuote } from '../data/issued-quotes';
import { issuedQuoteStatuses } from '../data/quote-labels';
import { tables } from '../data/tables';

const { fields } = tables.quotes;

const headings = [
  'Numéro',
  fields.revision,
  'Client',
  fields.subject,
  fields.status,
  'Total',
  fields.valid_until,
  fields.sent_at,
  'Commencé le',
];

/** Writes quotes as a CSV file that a spreadsheet opens safely, amounts in dollars. */
export function issuedQuotesToCsv(quotes: readonly ListedQuote[]): string {
  return toCsv(
    headings,
    quotes.map((quote) => [
      quote.number,
      quote.revision,
      quote.organization_name,
      quote.subject,
      labelOf(issuedQuoteStatuses, quote.status),
      quote.total_cents / 100,
      quote.valid_until,
      quote.sent_at && quebecDay(new Date(quote.sent_at)),
      quebecDay(new Date(quote.created_at)),
    ]),
  );
}

/** The actions on the selected quotes: export, and deletion of the drafts. */
export function SelectionActions({
  chosen,
  onClear,
}: {
  chosen: readonly ListedQuote[];
  onClear: () => void;
}) {
  const remove = useMutation(issuedQuotes.remove());
  const drafts = chosen.filter(({ status }) => status === 'brouillon');
  return (
    <DocumentsSelection
      count={chosen.length}
      noun={['devis sélectionné', 'devis sélectionnés']}
      drafts={drafts.length}
      kept="Les devis envoyés restent."
      isRemoving={remove.isPending}
      onExport={() => downloadText(`devis-${quebecDay()}.csv`, issuedQuotesToCsv(chosen))}
      onRemove={() => remove.mutate(drafts, { onSuccess: onClear })}
      onClear={onClear}
    />
  );
}
