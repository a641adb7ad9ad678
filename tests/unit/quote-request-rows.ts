import type { QuoteRequest } from '@/admin/requests/data/quote-requests';

/** Makes a request received on a Monday morning, with the changes of the test. */
export const quote = (change: Partial<QuoteRequest> = {}): QuoteRequest => ({
  id: 'd0000000-0000-4000-8000-000000000001',
  organization_name: 'Ville de Percé',
  contact_name: 'Ève Côté',
  email: 'eve.cote@perce.example',
  phone: null,
  organization_type: 'ville',
  service_type: 'visite-virtuelle',
  message: null,
  ...{ expected_amount_cents: null, outcome: null, outcome_reason: null, outcome_note: null },
  marketing_consent_version: null,
  status: 'nouveau',
  answered_at: null,
  reopened_at: null,
  answered_before: null,
  contact_id: null,
  anonymised_at: null,
  created_at: '2026-11-16T15:00:00Z',
  updated_at: '2026-11-16T15:00:00Z',
  ...change,
});
