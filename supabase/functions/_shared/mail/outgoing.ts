/** A complete e-mail. Names and subject are one line; addresses are bare (`a@b.ca`). */
export interface OutgoingMessage {
  /**
   * Idempotency key: the same for each attempt of an e-mail, at most 256 characters; its body must not change either.
   */
  key: string;
  from: { name: string; address: string };
  to: string[];
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  attachments?: { filename: string; contentType: string; content: Uint8Array }[];
  /** Tags returned with the provider's events: ASCII letters, digits, « _ » and « - ». */
  tags?: Record<string, string>;
}

/** Headers of a message that no person wrote: programs do not answer it (RFC 3834). */
export const automaticHeaders = { 'Auto-Submitted': 'auto-generated' };

/** The outcome of one attempt. `reason` is French, for the administrator. */
export type Outcome =
  | { kind: 'accepted'; providerId: string | null }
  /**
   * Try again later with the same key. `mayHaveArrived`: the provider may have taken it without our knowing. `isOutage`: the
   * server could not be reached, which says nothing of this message.
   */
  | { kind: 'retry'; reason: string; mayHaveArrived: boolean; isOutage?: true }
  /** The provider limits the rate: back off for so many seconds. Not an attempt. */
  | { kind: 'wait'; seconds: number; reason: string }
  /**
   * The provider refuses everything until somebody acts (key, quota). Not an attempt. `isOfThisMessage`: what is missing
   * holds back this kind of message alone.
   */
  | { kind: 'pause'; reason: string; isOfThisMessage?: true }
  /** This message will never be accepted. */
  | { kind: 'rejected'; reason: string }
  /** The message may have been sent, and another attempt could send it twice: nothing repeats it automatically. */
  | { kind: 'unknown'; reason: string };

/**
 * Makes a text fit for a header, without line breaks. The database refuses them in names; a header must not rely on
 * that.
 */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Makes the `Message-ID` of an e-mail from its key and its sender. */
export const messageId = (key: string, sender: string) => `<${key}@${sender.split('@')[1]}>`;

/** Converts an outcome to the parameters of the database functions `finish_…`. */
export const outcomeParameters = (outcome: Outcome) => ({
  outcome: outcome.kind,
  ...(outcome.kind === 'accepted' ? { sent_as: outcome.providerId } : { reason: outcome.reason }),
  ...(outcome.kind === 'wait' ? { wait_seconds: outcome.seconds } : {}),
  ...(outcome.kind === 'retry' ? { arrival_possible: outcome.mayHaveArrived } : {}),
});

export interface Transport {
  name: 'resend' | 'smtp';
  /** True when the provider deduplicates by key (for 24 hours), so that an unknown outcome may be retried. */
  sameKeyIsSafe: boolean;
  /** Milliseconds from the start of one message to the start of the next; may change with each answer. */
  readonly pace: number;
  /** Number of parallel workers: an answer takes longer than the pace. */
  workers: number;
  /**
   * Gives the message to the provider, unless the lease of its claim has expired: a machine that slept meanwhile must
   * not go on with a key that the provider may have forgotten.
   *
   * @param claimedAt the wall time, in milliseconds, from before the message was claimed
   */
  send: (message: OutgoingMessage, claimedAt: number) => Promise<Outcome>;
}

/** Timeout of one attempt. */
export const SEND_TIMEOUT_MS = 15_000;

/** Duration of the database's leases (`claim_email_sends`, `claim_due_notifications`), in milliseconds. */
export const LEASE_MS = 60_000;
