import type { ClaimedSend } from '../_shared/campaign/claimed-send.ts';

type Call = Record<string, unknown>;

export interface FakeCampaigns {
  waiting: ClaimedSend[];
  /** Rows as the data API shows them, by id, with their campaign; those of `waiting` are made as needed. */
  rows: Record<string, { status: string; last_error: string | null; campaigns: Record<string, unknown> }>;
  settings: Record<string, unknown>[];
  claims: Call[];
  finished: Call[];
  recorded: Call[];
  /** How often the rules of retention were applied. */
  retentions: number;
  /** Answers a call of our own server; undefined when it is not about campaigns. */
  answer: (url: string, body: string) => unknown;
}

const ends: Record<string, string> = {
  ...{ accepted: 'envoyé', rejected: 'échec', unknown: 'incertain' },
};

export const sending = { status: 'en_cours', paused_at: null, pause_reason: null, cancelled_at: null };

/** The database functions of campaigns as a worker meets them; what they really do is proven in tests/database. */
export function fakeCampaigns(): FakeCampaigns {
  const held = new Map<unknown, ClaimedSend>();
  const claim = (call: Call) => {
    state.claims.push(call);
    const index = state.waiting.findIndex(({ id }) => call.only_send === undefined || id === call.only_send);
    const taken = index < 0 ? [] : state.waiting.splice(index, 1);
    for (const send of taken) held.set(send.id, send);
    return taken;
  };
  const finish = (call: Call) => {
    state.finished.push(call);
    const send = held.get(call.send_id);
    if (!send) return false;
    held.delete(send.id);
    const row = rowOf(send.id);
    row.status = ends[String(call.outcome)] ?? 'programmé';
    row.last_error = (call.reason as string | undefined) ?? null;
    if (call.outcome === 'wait') state.waiting.push(send);
    return true;
  };
  const rowOf = (id: string) => {
    state.rows[id] ??= { status: 'programmé', last_error: null, campaigns: { ...sending } };
    return state.rows[id] as FakeCampaigns['rows'][string];
  };
  const state: FakeCampaigns = {
    ...{ waiting: [], rows: {}, claims: [], finished: [], recorded: [] },
    retentions: 0,
    settings: [
      {
        ...{ sender_name: 'Territoire 360', legal_name: 'Territoire 360 inc.' },
        ...{ postal_address: '100, rue du Quai, Percé', contact_email: 'bonjour@exemple.test' },
        verified_senders: ['studio@exemple.test', 'onboarding@resend.dev'],
      },
    ],
    answer: (address, body) => {
      const url = new URL(address, 'http://fake');
      const path = url.pathname.replace(/^\/rest\/v1\//, '');
      if (path === 'settings') return state.settings;
      if (path === 'email_sends') {
        const id = url.searchParams.get('id')?.replace('eq.', '') ?? '';
        const isKnown = id in state.rows || state.waiting.some((send) => send.id === id);
        return isKnown ? [rowOf(id)] : [];
      }
      if (path === 'rpc/claim_email_sends') return claim(JSON.parse(body));
      if (path === 'rpc/finish_email_send') return finish(JSON.parse(body));
      if (path === 'rpc/apply_retention') return ++state.retentions;
      if (path === 'rpc/record_dispatch') {
        state.recorded.push(JSON.parse(body));
        return null;
      }
      return undefined;
    },
  };
  return state;
}

const uuid = (index: number, kind: string) =>
  `${kind}f9619ff-8b86-4d01-b42d-${index.toString(16).padStart(12, '0')}`;

/** The row of the index-th person of a campaign. */
export function waitingSend(index: number, change: Partial<ClaimedSend> = {}): ClaimedSend {
  return {
    ...{ id: uuid(index, '1'), lease_token: uuid(index, '2'), campaign_id: uuid(1, '3') },
    ...{ contact_id: uuid(index, '4'), step: 0, subject: 'Une visite de Percé' },
    body: 'Bonjour Ève,\n\nVoici **votre** ville.',
    ...{ recipient_email: `eve${index}@exemple.test`, recipient_name: 'Ève Côté' },
    from_email: 'studio@exemple.test',
    identity: {
      ...{ sender_name: 'Territoire 360', legal_name: 'Territoire 360 inc.' },
      ...{
        postal_address: '100, rue du Quai\nPercé (Québec)  G0C 2L0',
        contact_email: 'bonjour@exemple.test',
      },
      contact_phone: '418 555-0101',
    },
    unsubscribe_token: uuid(index, '5'),
    ...change,
  };
}
