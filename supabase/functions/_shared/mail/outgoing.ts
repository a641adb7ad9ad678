/** One e-mail, whole. Names and subject are one line; addresses are bare (`a@b.ca`). */
export interface OutgoingMessage {
  /** The same for each attempt of the same e-mail, at most 256 characters; its body must not change either. */
  key: string;
  from: { name: string; address: string };
  to: string[];
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  /** Come back with the provider's events: ASCII letters, digits, « _ » and « - ». */
  tags?: Record<string, string>;
}

/** What became of one attempt. `reason` is French, for the person who looks after the sending. */
export type Outcome =
  | { kind: 'accepted'; providerId: string | null }
  /** Try again later with the same key. `mayHaveArrived`: the provider may have taken it without our knowing. */
  | { kind: 'retry'; reason: string; mayHaveArrived: boolean }
  /** The provider asks for patience, in seconds. Not an attempt. */
  | { kind: 'wait'; seconds: number; reason: string }
  /** Nothing can be sent until somebody acts (key, quota). Not an attempt. */
  | { kind: 'pause'; reason: string }
  /** This message will never go. */
  | { kind: 'rejected'; reason: string }
  /** It may have gone, and trying again could double it: never done automatically. */
  | { kind: 'unknown'; reason: string };

export interface Transport {
  name: 'resend' | 'smtp';
  /** Whether the provider recognises a key it has seen (for 24 hours), so that a doubt may be tried again. */
  sameKeyIsSafe: boolean;
  /** Milliseconds from the start of one message to the start of the next; may change with each answer. */
  readonly pace: number;
  /** How many messages may be on their way at once: an answer takes longer than the pace. */
  lanes: number;
  send: (message: OutgoingMessage) => Promise<Outcome>;
}

/** The longest that one attempt takes; a lease of the outbox is four times as long. */
export const SEND_LIMIT_MS = 15_000;
