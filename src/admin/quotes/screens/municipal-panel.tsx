import type { QuoteDocument } from '@quote/quote-document.ts';
import { useQuery } from '@tanstack/react-query';
import { quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import {
  contractThresholds,
  reachedThreshold,
  thresholdKinds,
} from '@/admin/settings/data/contract-thresholds';
import { formatAmount } from '@/shared/lib/money';
import { MunicipalCost } from '@/shared/ui/municipal-cost';
import { longDay } from '@/shared/ui/quote-sheet';

/**
 * The net cost for a municipality, and the procurement rule that the total reaches. It is a hint: nothing is refused.
 */
export function MunicipalPanel({ quote }: { quote: QuoteDocument }) {
  const thresholds = useQuery(contractThresholds.list());
  const reached = reachedThreshold(thresholds.data ?? [], quote.totals.totalCents, quebecDay());
  return (
    <MunicipalCost quote={quote}>
      {reached && (
        <p className="mt-3 rounded-lg bg-amber-pale px-3 py-2 wrap-anywhere text-amber-ink">
          <strong>{labelOf(thresholdKinds, reached.kind)}</strong> à partir de{' '}
          {formatAmount(reached.amount_cents)}, en vigueur le {longDay(reached.applies_from)}. À vérifier avec
          la municipalité, dont le règlement peut en décider autrement. Source&nbsp;: {reached.source}
        </p>
      )}
    </MunicipalCost>
  );
}
