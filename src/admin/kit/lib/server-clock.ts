/**
 * Difference below which the computer's clock counts as right, in ms: an answer takes its time, and the header `Date` has whole
 * seconds.
 */
const TOLERANCE_MS = 30_000;

/** Advance of the computer's clock on the server's, in ms; negative when it is behind. */
let ahead = 0;

/** The server's clock, as its answers show it: the computer's own may be hours off, and what the server stores is by its own. */
export const serverClock = {
  now: () => Date.now() - ahead,

  /** Returns the advance of the computer's clock, in ms. */
  ahead: () => ahead,

  /** Learns from an instant that the server has just written. */
  hear: (instant: number) => {
    const difference = Date.now() - instant;
    if (Number.isFinite(difference)) ahead = Math.abs(difference) < TOLERANCE_MS ? 0 : difference;
  },

  /** Learns from an answer, where the browser may read its date. */
  hearAnswer: ({ headers }: Response) => {
    const date = headers.get('date');
    if (date) serverClock.hear(Date.parse(date));
  },
};

/** Returns the present moment by the server's clock. */
export const serverNow = () => new Date(serverClock.now());
