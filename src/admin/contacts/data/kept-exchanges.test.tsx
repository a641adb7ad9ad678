import { QueryClient } from '@tanstack/react-query';
import { backend, offline, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it } from 'vitest';

import type { Exchange } from './kept-exchanges';

const { connection } = await import('@/admin/kit/lib/connection');
const { emptyOutboxes } = await import('@/admin/kit/lib/outbox');
const { keptExchanges, sendKeptExchanges } = await import('./kept-exchanges');

const exchange: Exchange = {
  ...{ id: 'e0000000-0000-4000-8000-000000000001', contact_id: 'c0000000-0000-4000-8000-000000000001' },
  ...{ kind: 'appel', happened_at: '2026-11-28T15:00:00.000Z', body: 'Veut un devis' },
};
const rows = () => backend.sent('POST', 'contact_activities').map(({ body }) => body);
const acceptExchanges = () => {
  backend.answer = ({ method }) => ({ status: method === 'POST' ? 201 : 200, body: [] });
};

beforeEach(async () => {
  backend.reset();
  await emptyOutboxes();
  signInAsAdmin();
});

it('keeps an exchange without a line, and sends the same row at its own hour once the line is back', async () => {
  backend.answer = offline;
  expect(await keptExchanges.record(exchange)).toBe('kept');
  expect(keptExchanges.all()).toEqual([exchange]);
  // A new page load in this browser reads it again.
  expect(JSON.stringify({ ...localStorage })).toContain('Veut un devis');
  await connection.check();
  backend.reset();
  acceptExchanges();
  const stop = sendKeptExchanges(new QueryClient());
  await connection.check();
  await expect.poll(() => keptExchanges.all()).toEqual([]);
  stop();
  expect(rows()).toEqual([expect.objectContaining(exchange)]);
});

it('counts one whose answer was lost as recorded, and sends it no more', async () => {
  backend.answer = offline;
  await keptExchanges.record(exchange);
  backend.answer = () => ({ status: 409, body: { code: '23505', message: 'duplicate key' } });
  expect(await keptExchanges.sendAll()).toBe(1);
  expect(keptExchanges.all()).toEqual([]);
});

it('stops at the first that finds no line, and loses none', async () => {
  backend.answer = offline;
  await keptExchanges.record(exchange);
  await keptExchanges.record({ ...exchange, id: 'e0000000-0000-4000-8000-000000000002' });
  backend.reset();
  backend.answer = () => ({ status: 503, body: { message: 'down' } });
  expect(await keptExchanges.sendAll()).toBe(0);
  expect(rows()).toHaveLength(1);
  expect(keptExchanges.all()).toHaveLength(2);
});
