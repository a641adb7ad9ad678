import { useSyncExternalStore } from 'react';
import { failureCause, readableMessage } from '@/shared/lib/failure';
import { pageSettled } from '@/shared/lib/when-idle';
import { connection } from './connection';

/** Interval between attempts, in ms. */
const RETRY_MS = 15_000;

/** An item that this browser keeps, with the server's reason when it was refused. */
export type Kept<Item> = Item & { refusal?: string };

/** The storage of an outbox in this browser. */
type Place<Item> = {
  /** Reads what is kept, the oldest first. */
  read: () => Promise<readonly Kept<Item>[]>;
  /** Keeps an item. Returns false when a closed page loses it. */
  keep: (item: Kept<Item>) => Promise<boolean>;
  remove: (ids: readonly string[]) => Promise<void>;
};

/** The place of a recorded item: on the server, stored in this browser, or in this page only. */
type Recorded = 'sent' | 'kept' | 'on this page';

/** True for a failure after which the same item may be sent again. */
const mayComeBack = (error: unknown) => failureCause(error) !== 'refusal';

const outboxes: { all: () => readonly unknown[]; empty: () => Promise<void> }[] = [];

/** Tells whether something that was recorded in this browser has not reached the server. */
export const isAnythingKept = (): boolean => outboxes.some((outbox) => outbox.all().length > 0);

/** Deletes at sign-out what has not reached the server, so that the next person neither sees nor sends it. */
export async function emptyOutboxes(): Promise<void> {
  await Promise.all(outboxes.map((outbox) => outbox.empty()));
}

/**
 * Makes an outbox: what is recorded without a line is kept in this browser until the server has it.
 *
 * @param name tells the tabs of this browser apart from those of another outbox
 * @param send gives an item to the server; one that arrived before without its answer coming back counts as sent
 */
export function createOutbox<Item extends { id: string }>(
  name: string,
  place: Place<Item>,
  send: (item: Item) => Promise<void>,
) {
  let kept: readonly Kept<Item>[] = [];
  let waiting = kept;
  let channel: BroadcastChannel | undefined;
  const leaving = new Set<string>();
  const listeners = new Set<() => void>();

  const show = () => {
    waiting = kept.filter(({ id }) => !leaving.has(id));
    for (const listener of listeners) listener();
  };
  const refresh = async () => {
    kept = await place.read();
    show();
  };
  const changed = async () => {
    channel?.postMessage(name);
    await refresh();
  };
  const keep = async (item: Kept<Item>) => {
    const isStored = await place.keep(item);
    await changed();
    return isStored;
  };
  const remove = async (ids: readonly string[]) => {
    await place.remove(ids);
    await changed();
  };

  /** Sends an item and deletes it here; nothing else sends it meanwhile. */
  const deliver = async (item: Item) => {
    leaving.add(item.id);
    show();
    try {
      await send(item);
      await remove([item.id]);
    } finally {
      leaving.delete(item.id);
      show();
    }
  };

  /** Sends the waiting items; one that the server refuses stays, with the reason. Returns the number sent. */
  const sendAll = async (): Promise<number> => {
    await refresh();
    let sent = 0;
    for (const item of waiting) {
      if (item.refusal !== undefined) continue;
      try {
        await deliver(item);
        sent++;
      } catch (error) {
        if (mayComeBack(error)) break;
        await keep({ ...item, refusal: readableMessage(error) ?? 'Le serveur l’a refusé.' });
      }
    }
    return sent;
  };

  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const all = () => kept;

  outboxes.push({ all, empty: async () => remove((await place.read()).map(({ id }) => id)) });

  return {
    all,
    sendAll,

    /**
     * Records an item: it is kept here first, so that neither a bad line nor a closed tab loses it.
     *
     * @throws the server's refusal
     */
    record: async (item: Item): Promise<Recorded> => {
      leaving.add(item.id);
      const isStored = await keep(item);
      try {
        await deliver(item);
        return 'sent';
      } catch (error) {
        if (mayComeBack(error) && kept.some(({ id }) => id === item.id)) {
          void connection.check();
          return isStored ? 'kept' : 'on this page';
        }
        await remove([item.id]);
        throw error;
      }
    },

    /** Gives an item up. */
    remove: (id: string) => remove([id]),

    /** Returns what this browser keeps, for components. */
    useKept: () => useSyncExternalStore(subscribe, all),

    /** Returns what this browser keeps and is not sending at this moment, for components. */
    useWaiting: () => useSyncExternalStore(subscribe, () => waiting),

    /**
     * Sends what is kept as soon as the line is back.
     *
     * @returns a function that stops it
     */
    start: (onSent: (sent: number) => Promise<unknown>): (() => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isSending = false;
      const isWaiting = () => waiting.some(({ refusal }) => refusal === undefined);
      const attempt = async () => {
        clearTimeout(timer);
        if (isSending || !isWaiting()) return;
        isSending = true;
        const sent = connection.isOffline() ? 0 : await sendAll();
        isSending = false;
        if (sent > 0) await onSent(sent);
        if (isWaiting()) timer = setTimeout(() => void attempt(), RETRY_MS);
      };
      const stopConnection = connection.subscribe(() => void attempt());
      const stopListening = subscribe(() => {
        clearTimeout(timer);
        if (isWaiting()) timer = setTimeout(() => void attempt(), RETRY_MS);
      });
      // Fires when another tab stores an item, sends one, or signs out.
      channel = new BroadcastChannel('outboxes');
      channel.onmessage = ({ data }) => {
        if (data === name) void refresh();
      };
      void Promise.all([refresh(), pageSettled()]).then(attempt);
      return () => {
        clearTimeout(timer);
        stopConnection();
        stopListening();
        channel?.close();
        channel = undefined;
      };
    },
  };
}
