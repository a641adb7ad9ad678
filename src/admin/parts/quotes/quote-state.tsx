import type { IssuedQuote } from '@/admin/data/issued-quotes/issued-quotes';
import { issuedQuoteStatuses } from '@/admin/data/issued-quotes/quote-labels';
import { labelOf } from '@/admin/lib/label-of';
import { StatusBadge, type Tone } from '@/admin/ui/status-badge';

const tones: Record<IssuedQuote['status'], Tone> = {
  brouillon: 'quiet',
  envoyé: 'active',
  accepté: 'done',
  refusé: 'attention',
  expiré: 'attention',
  remplacé: 'quiet',
  annulé: 'quiet',
};

/** The state of a quote. */
export const QuoteState = ({ status }: Pick<IssuedQuote, 'status'>) => (
  <StatusBadge tone={tones[status]} label={labelOf(issuedQuoteStatuses, status)} />
);
