import { useSyncExternalStore } from 'react';
import { api } from '@/shared/lib/site-config';

/** How often a lost connection is tried again, in ms. */
const AGAIN = 15_000;
/** How long an answer is waited for, in ms. */
const TIMEOUT = 8_000;

// Where there is no browser (tests of what draws nothing), there is no network to lose.
let isCut = typeof navigator !== 'undefined' && !navigator.onLine;
/** Whether the API could not be reached at some moment of this page. */
let wasCut = isCut;
/** Whether the API has answered this page at all. */
let hasAnswered = false;
let asking: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: boolean) {
  clearTimeout(timer);
  if (next) timer = setTimeout(() => void connection.check(), AGAIN);
  if (isCut === next) return;
  isCut = next;
  wasCut ||= next;
  for (const listener of listeners) listener();
}

/** Any answer counts, a refusal too. */
async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    // What anybody may read: a refusal would be an error in the browser's console.
    const headers = { apikey: api.key };
    await fetch(`${api.url}/rest/v1/tags?select=id&limit=1`, { headers, cache: 'no-store', signal });
    connection.heard();
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the data API can be reached. What the browser says of its network is a hint only: it may have one that leads
 * nowhere, or call itself offline on a machine that is not. So the API itself is asked.
 */
export const connection = {
  isCut: () => isCut,

  wasCut: () => wasCut,

  /** Whether the API has answered this page at all: otherwise what a screen shows is not from it. */
  hasAnswered: () => hasAnswered,

  /** The API has answered. */
  heard: () => {
    hasAnswered = true;
  },

  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },

  /** Asks the API, once at a time, and again every quarter of a minute until it answers. Says whether it did. */
  check: (): Promise<boolean> => {
    asking ??= isReachable().then((reached) => {
      asking = undefined;
      change(!reached);
      return reached;
    });
    return asking;
  },

  /** Hears what the browser says of its network. @returns stops it */
  watch: () => {
    const check = () => void connection.check();
    if (isCut) check();
    window.addEventListener('online', check);
    window.addEventListener('offline', check);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', check);
      window.removeEventListener('offline', check);
    };
  },
};

/** Whether the data API can be reached, for what is drawn. */
export const useIsCut = () => useSyncExternalStore(connection.subscribe, connection.isCut);

/** What browsers say of a request that found no network: Chromium, Firefox, Safari. */
const NO_NETWORK = /failed to fetch|networkerror|load failed/i;

/** Whether a request failed for want of a network: nobody refused anything. */
export function isUnreachable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message, status } = error as { name?: unknown; message?: unknown; status?: unknown };
  // supabase-js gives status 0 to what never arrived, and the same name to a server that is down.
  if (name === 'AuthRetryableFetchError') return !status;
  return typeof message === 'string' && NO_NETWORK.test(message);
}
