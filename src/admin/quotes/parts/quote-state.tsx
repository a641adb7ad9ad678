import { labelOf } from '@/admin/kit/lib/label-of';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import type { IssuedQuote } from '../data/issued-quotes';
import { issuedQuoteStatuses } from '../data/quote-labels';

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
