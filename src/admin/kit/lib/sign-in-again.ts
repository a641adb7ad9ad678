import type { Session } from '@supabase/supabase-js';

/** Makes a question that requests wait for while a dialog asks it over the page. */
function createQuestion<Answer>() {
  type Waiting = {
    promise: Promise<Answer>;
    resolve: (answer: Answer) => void;
    reject: (reason: Error) => void;
  };
  let waiting: Waiting | undefined;
  const listeners = new Set<() => void>();
  const settle = (): Waiting | undefined => {
    const settled = waiting;
    waiting = undefined;
    for (const listener of listeners) listener();
    return settled;
  };
  return {
    isAsked: () => waiting !== undefined,

    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** Waits for the answer, with whoever waits for it already. */
    ask: (): Promise<Answer> => {
      if (!waiting) {
        let resolve = (_answer: Answer) => {};
        let reject = (_reason: Error) => {};
        const promise = new Promise<Answer>((done, fail) => {
          resolve = done;
          reject = fail;
        });
        waiting = { promise, resolve, reject };
        for (const listener of listeners) listener();
      }
      return waiting.promise;
    },

    answer: (answer: Answer) => settle()?.resolve(answer),

    abort: () => settle()?.reject(new DOMException('Session abandonnée', 'AbortError')),
  };
}

const newSession = createQuestion<Session>();
/** The token that the server refused, which must not be accepted again. */
let refused: string | undefined;

/** Requests that wait for the person to sign in again, because their session has ended under unsaved text. */
export const signInAgain = {
  isAsked: newSession.isAsked,
  subscribe: newSession.subscribe,

  /**
   * Waits for a session of the same person; rejects as aborted when they do not sign in.
   *
   * @param token the token of a session that the server refused, if there was one
   */
  ask: (token?: string): Promise<Session> => {
    if (!newSession.isAsked()) refused = token;
    return newSession.ask();
  },

  resume: (session: Session) => {
    if (session.access_token !== refused) newSession.answer(session);
  },

  /** Aborts the waiting requests, when another person signed in or nobody will. */
  giveUp: newSession.abort,
};

/**
 * Requests that the server refuses until the person has proven anew who they are (public.require_recent_sign_in); the
 * answer is false when they would rather not.
 */
export const identityCheck = createQuestion<boolean>();
