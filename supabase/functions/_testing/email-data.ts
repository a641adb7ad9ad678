import type { ClaimedSend } from '../_shared/campaign/claimed-send.ts';
import type { ClaimedNotification } from '../dispatch-emails/request-messages.ts';

type Call = Record<string, unknown>;

export interface EmailData {
  /** Campaign messages that are due. */
  waiting: ClaimedSend[];
  /** Rows as the data API shows them, by id, with their campaign; those of `waiting` are made as needed. */
  rows: Record<string, { status: string; last_error: string | null; campaigns: Record<string, unknown> }>;
  settings: Record<string, unknown>[];
  claims: Call[];
  finished: Call[];
  recorded: Call[];
  /** Number of times the retention rules were applied. */
  retentions: number;
  /** Values of « quote requests need a proof » sent to the database. */
  formProofs: boolean[];
  /** Messages of the outbox: due, and the calls that claimed and finished them. */
  notifications: { waiting: object[]; claims: Call[]; finished: Call[] };
  /** Number of times the digests of the morning were queued. */
  digests: number;
  /** The bucket of attachments: its files by name, and those that no reply names. */
  files: { stored: Record<string, string>; unused: string[]; removed: unknown[] };
  /** Answers a call with the secret key; undefined when it is not about e-mails. */
  answer: (url: string, body: string) => unknown;
}

const finalStates: Record<string, string> = {
  accepted: 'envoyé',
  rejected: 'échec',
  unknown: 'incertain',
};

export const sendingCampaign = {
  status: 'en_cours',
  paused_at: null,
  pause_reason: null,
  cancelled_at: null,
};

/**
 * Fakes the due e-mails and the database functions that a worker calls for them, as the `data` of the fake Supabase;
 * the real functions are tested in tests/database.
 */
export function emailData(): EmailData {
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
    row.status = finalStates[String(call.outcome)] ?? 'programmé';
    row.last_error = (call.reason as string | undefined) ?? null;
    if (call.outcome === 'wait') state.waiting.push(send);
    return true;
  };
  const rowOf = (id: string) => {
    state.rows[id] ??= { status: 'programmé', last_error: null, campaigns: { ...sendingCampaign } };
    return state.rows[id] as EmailData['rows'][string];
  };
  const state: EmailData = {
    waiting: [],
    rows: {},
    claims: [],
    finished: [],
    recorded: [],
    retentions: 0,
    formProofs: [],
    notifications: { waiting: [], claims: [], finished: [] },
    digests: 0,
    files: { stored: {}, unused: [], removed: [] },
    settings: [
      {
        sender_name: 'Territoire 360',
        legal_name: 'Territoire 360 inc.',
        postal_address: '100, rue du Quai, Percé',
        contact_email: 'bonjour@exemple.test',
        verified_senders: ['studio@exemple.test', 'onboarding@resend.dev'],
      },
    ],
    answer: (address, body) => {
      const url = new URL(address, 'http://fake');
      const path = url.pathname.replace(/^\/rest\/v1\//, '');
      const file = /^\/storage\/v1\/object\/request-files\/?(.*)$/.exec(url.pathname)?.[1];
      if (file === '') return state.files.removed.push(...JSON.parse(body).prefixes);
      if (file !== undefined) return state.files.stored[file];
      if (path === 'rpc/unused_request_files') return state.files.unused;
      if (/^rpc\/unused_(?:quote|delivery|inbound|survey|trip_photo)_files$/.test(path)) return [];
      if (path === 'rpc/quote_without_pdf') return null;
      if (path === 'publications' || path === 'rpc/claim_tour_links' || path === 'rpc/claim_seal_requests')
        return [];
      if (path === 'rpc/next_withdrawn_panoramas') return null;
      if (path === 'studio' || path === 'sending_settings') return state.settings;
      if (path === 'email_sends') {
        const id = url.searchParams.get('id')?.replace('eq.', '') ?? '';
        const isKnown = id in state.rows || state.waiting.some((send) => send.id === id);
        return isKnown ? [rowOf(id)] : [];
      }
      if (path === 'rpc/claim_email_sends') return claim(JSON.parse(body));
      if (path === 'rpc/finish_email_send') return finish(JSON.parse(body));
      if (path === 'rpc/claim_due_notifications') {
        const call = JSON.parse(body) as Call;
        state.notifications.claims.push(call);
        return state.notifications.waiting.splice(0, Number(call.batch));
      }
      if (path === 'rpc/finish_notification') {
        state.notifications.finished.push(JSON.parse(body));
        return true;
      }
      if (path === 'rpc/expire_quotes') return 0;
      if (path === 'rpc/queue_daily_digests') return ++state.digests;
      if (path === 'rpc/apply_retention') return ++state.retentions;
      if (path === 'rpc/set_quote_form_proof') {
        state.formProofs.push(JSON.parse(body).is_needed);
        return null;
      }
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
    id: uuid(index, '1'),
    lease_token: uuid(index, '2'),
    campaign_id: uuid(1, '3'),
    contact_id: uuid(index, '4'),
    step: 0,
    subject: 'Une visite de Percé',
    body: 'Bonjour Ève,\n\nVoici **votre** ville.',
    recipient_email: `eve${index}@exemple.test`,
    recipient_name: 'Ève Côté',
    from_email: 'studio@exemple.test',
    identity: {
      sender_name: 'Territoire 360',
      legal_name: 'Territoire 360 inc.',
      postal_address: '100, rue du Quai\nPercé (Québec)  G0C 2L0',
      contact_email: 'bonjour@exemple.test',
      contact_phone: '418 555-0101',
    },
    unsubscribe_token: uuid(index, '5'),
    ...change,
  };
}

const notificationId = (index: number) => `6f9619ff-8b86-4d01-b42d-00cf4fc9640${index}`;

/** A notification that is due: the acknowledgement of a quote request. */
export function waitingNotification(
  index: number,
  change: Partial<ClaimedNotification> = {},
  request: Partial<ClaimedNotification['quote_request']> = {},
): ClaimedNotification {
  return {
    id: notificationId(index),
    lease_token: notificationId(index + 4),
    kind: 'acknowledgement',
    email: 'eve@exemple.test',
    quote_request: {
      id: notificationId(9),
      organization_name: 'Ville de Percé',
      contact_name: 'Ève Côté',
      email: 'eve@exemple.test',
      phone: null,
      organization_type: 'ville',
      service_type: 'street-view',
      message: null,
      ...request,
    },
    subject: null,
    body: null,
    attachments: [],
    earlier_messages: [],
    ...change,
  };
}
