import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { createOutbox, type Kept } from '@/admin/kit/lib/outbox';
import { supabase } from '@/admin/kit/lib/supabase';
import { draftNames, readDraft, writeDraft } from '@/shared/lib/browser-draft';
import { isDuplicate } from '@/shared/lib/errors';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';

/** An exchange as it is recorded: its id makes it one row however often it is sent. */
export type Exchange = {
  id: string;
  contact_id: string;
  kind: 'appel' | 'rencontre' | 'note';
  /** A timestamp: it may be sent hours later. */
  happened_at: string;
  body: string;
};

/** Drafts of this name are deleted at sign-out. */
const PREFIX = 'exchange:';
/** Time in ms after which a bad line counts as none. */
const LINE_TIMEOUT_MS = 10_000;

export const exchangeKeys = [queryKeys.contactTimeline, queryKeys.contactRecency];

/** Exchanges that were recorded without a line, in this browser until the server has them. */
export const keptExchanges = createOutbox<Exchange>(
  'exchanges',
  {
    read: async () =>
      draftNames(PREFIX)
        .flatMap((name) => readDraft<Kept<Exchange>>(name)?.value ?? [])
        .sort((a, b) => a.happened_at.localeCompare(b.happened_at)),
    keep: async (exchange) => {
      writeDraft(PREFIX + exchange.id, exchange);
      return true;
    },
    remove: async (ids) => {
      for (const id of ids) writeDraft(PREFIX + id, undefined);
    },
  },
  async ({ id, contact_id, kind, happened_at, body }) => {
    const row = { id, contact_id, kind, happened_at, body, recorded_by: await currentUserId() };
    const { error } = await supabase
      .from('contact_activities')
      .insert(row)
      .abortSignal(AbortSignal.timeout(LINE_TIMEOUT_MS));
    if (error && !isDuplicate(error)) throw error;
  },
);

/**
 * Sends the kept exchanges as soon as the line is back.
 *
 * @returns a function that stops it
 */
export const sendKeptExchanges = (client: QueryClient): (() => void) =>
  keptExchanges.start((sent) => {
    notify.success(`${counted(sent, 'échange consigné', 'échanges consignés')}, au retour de la connexion`);
    return Promise.all(exchangeKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
  });
