/**
 * Points at which a worker dies, or stops long enough to lose its lease, in the order of one message's life.
 */
export const points = [
  'before-claim',
  'after-claim',
  'during-call',
  'after-acceptance',
  'during-write',
  'after-write',
] as const;
export type Point = (typeof points)[number];

/** The job of a worker process, as JSON in its first argument. */
export interface WorkerJob {
  /** `dispatcher` takes whatever is due; `browser` asks for the messages one after the other; `naive` is how not to. */
  role: 'dispatcher' | 'browser' | 'naive';
  /** The address of PostgREST; the token is one of the service role. */
  apiUrl: string;
  serviceToken: string;
  provider: { kind: 'resend'; url: string } | { kind: 'smtp'; port: number };
  /** The messages that a browser sends, in order. */
  sends: string[];
  sender: string;
  /** Dies there at the n-th passage; « stall » waits after a claim until told to go on. */
  crash: { point: Point | 'stall'; passage: number } | null;
}
