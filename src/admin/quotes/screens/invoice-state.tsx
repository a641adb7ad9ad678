import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import { stateOf } from '../data/invoice-labels';
import type { Invoice } from '../data/invoices';

const tones: Record<Invoice['state'], Tone> = {
  brouillon: 'quiet',
  émise: 'active',
  'partiellement payée': 'active',
  'en retard': 'attention',
  payée: 'done',
  créditée: 'quiet',
};

/** The state of an invoice; a credit note says that it is one. */
export const InvoiceState = ({ invoice }: { invoice: Pick<Invoice, 'kind' | 'state'> }) => (
  <StatusBadge tone={invoice.kind === 'credit' ? 'quiet' : tones[invoice.state]} label={stateOf(invoice)} />
);
