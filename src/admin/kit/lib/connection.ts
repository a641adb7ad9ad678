import { useSyncExternalStore } from 'react';
import { isAbort } from '@/shared/lib/errors';
import { failureCause } from '@/shared/lib/failure';
import { api } from '@/shared/lib/site-config';

/** Interval between attempts to reach the API, in ms. */
const RETRY_MS = 15_000;
/** Timeout of an attempt, in ms. */
const TIMEOUT_MS = 8_000;

// Without a browser (tests that render nothing) there is no network to lose.
let isOffline = typeof navigator !== 'undefined' && !navigator.onLine;
/** True when the API could not be reached at some moment of this page. */
let wasOffline = isOffline;
/** True when the API has answered this page at all. */
let hasAnswered = false;
let asking: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setOffline(next: boolean) {
  clearTimeout(timer);
  if (next) timer = setTimeout(() => void connection.check(), RETRY_MS);
  if (isOffline === next) return;
  isOffline = next;
  wasOffline ||= next;
  for (const listener of listeners) listener();
}

/** Any answer counts, including a refusal. */
async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // A table that anybody may read: a refusal would be an error in the browser's console.
    const headers = { apikey: api.key };
    await fetch(`${api.url}/rest/v1/tags?select=id&limit=1`, { headers, cache: 'no-store', signal });
    connection.recordAnswer();
    return true;
  } catch {
    return false;
  }
}

/**
 * The state of the connection to the data API. The browser's own state is a hint only: it may have a network that
 * leads nowhere, or report itself offline on a machine that is not. So the API itself is requested.
 */
export const connection = {
  isOffline: () => isOffline,

  wasCut: () => wasOffline,

  /** Tells whether the API has answered this page at all: otherwise the screen shows cached data. */
  hasAnswered: () => hasAnswered,

  /** Records an answer of the API. */
  recordAnswer: () => {
    hasAnswered = true;
  },

  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },

  /**
   * Requests the API, one request at a time, and again every quarter of a minute until it answers. Returns true when
   * it did.
   */
  check: (): Promise<boolean> => {
    asking ??= isReachable().then((reached) => {
      asking = undefined;
      setOffline(!reached);
      return reached;
    });
    return asking;
  },

  /** Resolves once the API answers: asked at once, then every quarter of a minute. */
  whenBack: async (): Promise<void> => {
    if (await connection.check()) return;
    await new Promise<void>((resolve) => {
      const stop = connection.subscribe(() => {
        if (isOffline) return;
        stop();
        resolve();
      });
    });
  },

  /**
   * Listens to the browser's online and offline events.
   *
   * @returns a function that stops it
   */
  watch: () => {
    const check = () => void connection.check();
    if (isOffline) check();
    window.addEventListener('online', check);
    window.addEventListener('offline', check);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', check);
      window.removeEventListener('offline', check);
    };
  },
};

/** Tells whether the data API is out of reach, for components. */
export const useIsOffline = () => useSyncExternalStore(connection.subscribe, connection.isOffline);

/** Number of times in a row that a job waits for the connection without anything of it having been done. */
const MOST_WAITS = 3;

/**
 * Runs a job of several minutes, and runs it again by itself each time that the connection which failed it is back.
 *
 * @param job resumes where it was cut; calls `onProgress` once a part of it is done
 * @param onCut called before a wait for the connection
 * @param onBack called after it
 * @throws the error of the job, or an AbortError once `signal` aborts
 */
export async function acrossCuts<Result>(
  job: (onProgress: () => void) => Promise<Result>,
  { signal, onCut, onBack }: { signal: AbortSignal; onCut?: (error: unknown) => void; onBack?: () => void },
): Promise<Result> {
  let waits = 0;
  const onProgress = () => {
    waits = 0;
  };
  for (;;) {
    try {
      return await job(onProgress);
    } catch (error) {
      signal.throwIfAborted();
      if (isAbort(error) || failureCause(error) !== 'connection' || waits === MOST_WAITS) throw error;
      waits++;
      onCut?.(error);
      await connection.whenBack();
      signal.throwIfAborted();
      onBack?.();
    }
  }
}
