import { reachedThreshold, statedAmount, thresholdKinds } from '@contract/contract-thresholds';
import type { QuoteDocument } from '@quote/quote-document.ts';
import { formatLongDay, quebecDay } from '@/admin/kit/lib/dates';
import { formatAmount } from '@/shared/lib/money';
import { MunicipalCost } from '@/shared/ui/municipal-cost';

/**
 * The net cost for a municipality, and the procurement rule that the total reaches. It is a hint: nothing is refused.
 */
export function MunicipalPanel({ quote }: { quote: QuoteDocument }) {
  const reached = reachedThreshold(quote.totals.totalCents, quebecDay());
  return (
    <MunicipalCost quote={quote}>
      {reached && (
        <p className="mt-3 rounded-lg bg-amber-pale px-3 py-2 wrap-anywhere text-amber-ink">
          <strong>{thresholdKinds[reached.kind]}</strong> à partir de{' '}
          {statedAmount(reached, formatAmount(reached.amountCents))}, depuis le{' '}
          {formatLongDay(reached.appliesFrom)}
          {reached.appliesUntil && ` et jusqu’au ${formatLongDay(reached.appliesUntil)}`}. À vérifier avec la
          municipalité, dont le règlement peut en décider autrement. Source&nbsp;: {reached.source}, lue le{' '}
          {formatLongDay(reached.readOn)}.
        </p>
      )}
    </MunicipalCost>
  );
}
