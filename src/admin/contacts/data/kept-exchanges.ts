import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { connection } from '@/admin/kit/lib/connection';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { supabase } from '@/admin/kit/lib/supabase';
import { draftNames, readDraft, writeDraft } from '@/shared/lib/browser-draft';
import { errorMessage } from '@/shared/lib/errors';
import { failureCause } from '@/shared/lib/failure';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { settled } from '@/shared/lib/when-idle';

/** An exchange as it is recorded: its id makes it one row however often it is sent. */
export type Exchange = {
  id: string;
  contact_id: string;
  kind: 'appel' | 'rencontre' | 'note';
  /** A timestamp: it may be sent hours later. */
  happened_at: string;
  body: string;
};

/** An exchange that this browser keeps, with the server's reason when it was refused. */
export type KeptExchange = Exchange & { refusal?: string };

/** Drafts of this name are deleted at sign-out. */
const PREFIX = 'exchange:';
/** Time in ms after which a bad line counts as none. */
const PATIENCE = 10_000;
/** Interval between attempts, in ms. */
const RETRY_MS = 15_000;

export const exchangeKeys = [queryKeys.contactTimeline, queryKeys.contactRecency];

let kept: readonly KeptExchange[] | undefined;
const listeners = new Set<() => void>();

const read = (): readonly KeptExchange[] => {
  kept ??= draftNames(PREFIX)
    .flatMap((name) => readDraft<KeptExchange>(name)?.value ?? [])
    .sort((a, b) => a.happened_at.localeCompare(b.happened_at));
  return kept;
};

function write(id: string, exchange: KeptExchange | undefined) {
  writeDraft(PREFIX + id, exchange);
  changed();
}

function changed() {
  kept = undefined;
  for (const listener of listeners) listener();
}

/** Sends an exchange; one that arrived before without its answer coming back is recorded already. */
async function send({ id, contact_id, kind, happened_at, body }: Exchange): Promise<void> {
  const row = { id, contact_id, kind, happened_at, body, recorded_by: await currentUserId() };
  const { error } = await supabase
    .from('contact_activities')
    .insert(row)
    .abortSignal(AbortSignal.timeout(PATIENCE));
  if (error && error.code !== '23505') throw error;
}

/** True for a failure after which the same exchange may be sent again. */
const mayComeBack = (error: unknown) => failureCause(error) !== 'refusal';

/** Exchanges that were recorded without a line, in this browser until the server has them. */
export const keptExchanges = {
  all: read,

  /**
   * Records an exchange: it is kept here first, so that neither a bad line nor a closed tab loses it.
   *
   * @returns false when it will leave later
   * @throws the server's refusal
   */
  record: async (exchange: Exchange): Promise<boolean> => {
    write(exchange.id, exchange);
    try {
      await send(exchange);
    } catch (error) {
      if (mayComeBack(error) && readDraft(PREFIX + exchange.id)) {
        void connection.check();
        return false;
      }
      write(exchange.id, undefined);
      throw error;
    }
    write(exchange.id, undefined);
    return true;
  },

  /** Gives one up. */
  remove: (id: string) => write(id, undefined),

  /** Sends those that wait; what the server refuses stays, with its reason. Returns how many have left. */
  sendAll: async (): Promise<number> => {
    let sent = 0;
    for (const exchange of read()) {
      if (exchange.refusal !== undefined) continue;
      try {
        await send(exchange);
        sent++;
        write(exchange.id, undefined);
      } catch (error) {
        if (mayComeBack(error)) break;
        write(exchange.id, { ...exchange, refusal: errorMessage(error) ?? 'Le serveur l’a refusé.' });
      }
    }
    return sent;
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Returns the exchanges that this browser keeps, for components. */
export const useKeptExchanges = () => useSyncExternalStore(subscribe, read);

/**
 * Sends the kept exchanges as soon as the line is back.
 *
 * @returns a function that stops it
 */
export function sendKeptExchanges(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  const isWaiting = () => read().some(({ refusal }) => refusal === undefined);
  const attempt = async () => {
    clearTimeout(timer);
    if (isSending || !isWaiting()) return;
    isSending = true;
    const sent = connection.isOffline() ? 0 : await keptExchanges.sendAll();
    isSending = false;
    if (sent > 0) {
      notify.success(`${counted(sent, 'échange consigné', 'échanges consignés')}, au retour de la connexion`);
      await Promise.all(exchangeKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
    }
    if (isWaiting()) timer = setTimeout(() => void attempt(), RETRY_MS);
  };
  const stopConnection = connection.subscribe(() => void attempt());
  const stopListening = subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void attempt(), RETRY_MS);
  });
  // Another tab keeps one, sends one, or signs out.
  const onStorage = ({ key }: StorageEvent) => (key === null || key.includes(PREFIX)) && changed();
  window.addEventListener('storage', onStorage);
  void settled().then(attempt);
  return () => {
    clearTimeout(timer);
    stopConnection();
    stopListening();
    window.removeEventListener('storage', onStorage);
  };
}
