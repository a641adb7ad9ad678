import type { IncomingMessage } from 'node:http';
import type { ClaimedNotification } from '../dispatch-emails/notifications.ts';
import { type FakeCampaigns, fakeCampaigns } from './fake-campaigns.ts';
import { sendJson, startServer, type TestServer } from './http-server.ts';

export interface FakeOutbox extends TestServer {
  waiting: ClaimedNotification[];
  claims: Record<string, unknown>[];
  /** What was written down, in order. */
  finished: Record<string, unknown>[];
  /** Headers of the last call. */
  headers: IncomingMessage['headers'];
  /** Set to answer every call with this status. */
  broken: number | undefined;
  campaigns: FakeCampaigns;
}

/** The database functions that dispatch-emails calls, over HTTP as the data API shows them. */
export async function startFakeOutbox(): Promise<FakeOutbox> {
  const state: Omit<FakeOutbox, keyof TestServer> = {
    ...{ waiting: [], claims: [], finished: [], headers: {}, broken: undefined },
    campaigns: fakeCampaigns(),
  };
  const server = await startServer((request, response, body) => {
    state.headers = request.headers;
    if (state.broken) return sendJson(response, state.broken, { message: 'panne' });
    const served = state.campaigns.answer(request.url ?? '/', body);
    if (served !== undefined) return sendJson(response, 200, served);
    const call = JSON.parse(body);
    if (request.url === '/rest/v1/rpc/claim_due_notifications') {
      state.claims.push(call);
      return sendJson(response, 200, state.waiting.splice(0, call.batch));
    }
    state.finished.push(call);
    sendJson(response, 200, true);
  });
  return Object.assign(state, server);
}

const id = (index: number) => `6f9619ff-8b86-4d01-b42d-00cf4fc9640${index}`;

export function waitingNotification(
  index: number,
  change: Partial<ClaimedNotification> = {},
): ClaimedNotification {
  return {
    ...{ id: id(index), lease_token: id(index + 4), kind: 'acknowledgement', quote_request_id: id(9) },
    ...{
      organization_name: 'Ville de Percé',
      contact_name: 'Ève Côté',
      email: 'eve@exemple.test',
      phone: null,
    },
    ...{ organization_type: 'ville', service_type: 'street-view', message: null },
    created_at: '2026-11-20T15:00:00+00:00',
    ...change,
  };
}
