import type { InboundMessage } from '@/admin/messages/data/inbound-messages';

/** Makes an incoming message whose sender is authenticated, with the changes of the test. */
export const inboundMessage = (change: Partial<InboundMessage> = {}): InboundMessage => ({
  id: 'f1000000-0000-4000-8000-000000000001',
  provider_id: 'recu-1',
  message_id: '<1@ville.test>',
  from_email: 'eve@perce.test',
  from_name: 'Ève Côté',
  subject: 'Re: Vos bâtiments',
  body: 'Oui, cela nous intéresse.',
  quoted: '> Bonjour',
  kind: 'reply',
  authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass' },
  sender_check: 'pass',
  matched_by: 'token',
  contact_id: null,
  quote_request_id: null,
  email_send_id: null,
  attachments: [],
  trouble: null,
  received_at: '2026-11-20T15:00:00Z',
  returns_on: null,
  applied_at: '2026-11-20T15:00:00Z',
  settled_at: null,
  discarded_at: null,
  created_at: '2026-11-20T15:00:00Z',
  ...change,
});
