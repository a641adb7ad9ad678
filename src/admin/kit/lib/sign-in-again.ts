import type { Session } from '@supabase/supabase-js';

type Waiting = {
  promise: Promise<Session>;
  resolve: (session: Session) => void;
  reject: (reason: Error) => void;
  /** The token that the server refused, which must not be accepted again. */
  refused: string | undefined;
};

let waiting: Waiting | undefined;
const listeners = new Set<() => void>();

function settle(): Waiting | undefined {
  const settled = waiting;
  waiting = undefined;
  for (const listener of listeners) listener();
  return settled;
}

/** Requests that wait for the person to sign in again, while a dialog asks for it over the page. */
export const signInAgain = {
  isAsked: () => waiting !== undefined,

  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },

  /**
   * Waits for a session of the same person; rejects as aborted when they do not sign in.
   *
   * @param refused the token of a session that the server refused, if there was one
   */
  ask: (refused?: string): Promise<Session> => {
    if (!waiting) {
      let resolve = (_session: Session) => {};
      let reject = (_reason: Error) => {};
      const promise = new Promise<Session>((done, fail) => {
        resolve = done;
        reject = fail;
      });
      waiting = { promise, resolve, reject, refused };
      for (const listener of listeners) listener();
    }
    return waiting.promise;
  },

  resume: (session: Session) => {
    if (session.access_token !== waiting?.refused) settle()?.resolve(session);
  },

  /** Aborts the waiting requests: another person signed in, or nobody will. */
  giveUp: () => settle()?.reject(new DOMException('Session abandonnée', 'AbortError')),
};
