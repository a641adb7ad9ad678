import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { issuedQuotes, type ListedQuote } from '@/admin/data/issued-quotes/issued-quotes';
import { issuedQuoteStatuses } from '@/admin/data/issued-quotes/quote-labels';
import { downloadText, toCsv } from '@/admin/lib/csv';
import { quebecDay } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { useBulkQuestion } from '@/admin/ui/bulk-question';
import { SelectionBar } from '@/admin/ui/selection-bar';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';

const headings = [
  'Numéro',
  'Révision',
  'Client',
  'Objet',
  'Statut',
  'Total',
  'Valide jusqu’au',
  'Envoyé le',
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
  const [ask, question] = useBulkQuestion();
  const drafts = chosen.filter(({ status }) => status === 'brouillon');
  const drafted = counted(drafts.length, 'brouillon');
  return (
    <SelectionBar count={chosen.length} noun={['devis sélectionné', 'devis sélectionnés']} onClear={onClear}>
      <Button
        size="sm"
        variant="outline"
        onClick={() => downloadText(`devis-${quebecDay()}.csv`, issuedQuotesToCsv(chosen))}
      >
        <Download aria-hidden="true" className="size-4" />
        Exporter la sélection
      </Button>
      {drafts.length > 0 && (
        <Button
          size="sm"
          variant="outline"
          pending={remove.isPending}
          onClick={() =>
            ask({
              count: drafts.length,
              title: `Supprimer ${drafted}?`,
              confirmLabel: `Supprimer ${drafted}`,
              description:
                'Ils vont à la corbeille, et peuvent en revenir pendant 30\u00a0jours. Les devis envoyés restent.',
              run: () => remove.mutate(drafts, { onSuccess: onClear }),
            })
          }
        >
          <Trash2 aria-hidden="true" className="size-4" />
          Supprimer {drafted}
        </Button>
      )}
      {question}
    </SelectionBar>
  );
}
