import { QueryClient } from '@tanstack/react-query';
import { CAMPAIGN_ID } from '@tests/campaign-rows';
import { backend, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it, vi } from 'vitest';

const { sendFromBrowser } = await import('./browser-sending');

const FUNCTION = '/functions/v1/send-campaign-email';
const failed = { status: 502, body: { error: 'panne' } };
const sent = { body: { status: 'envoyé' } };

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

it('leaves the rest to the server after five failures in a row, and not after five in all', async () => {
  const outcomes = [failed, failed, failed, failed, sent, failed, failed, failed, failed, failed, sent];
  const pending = outcomes.map((_outcome, index) => ({ id: `e${index}` }));
  backend.answer = ({ target, query, body }) => {
    if (target === FUNCTION)
      return outcomes[Number((body as { emailSendId: string }).emailSendId.slice(1))] ?? sent;
    const from = Number(query.get('offset') ?? 0);
    return { body: target === 'email_sends' ? pending.slice(from) : {} };
  };
  // Each failure is logged.
  vi.mocked(console.error).mockImplementation(() => {});
  await sendFromBrowser(new QueryClient(), { id: CAMPAIGN_ID, fromEmail: 'nous@exemple.test' });
  expect(backend.sent('POST', FUNCTION)).toHaveLength(10);
  vi.mocked(console.error).mockClear();
});
