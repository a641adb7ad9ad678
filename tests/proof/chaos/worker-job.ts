/** Points at which a worker is killed, or paused until it loses its lease, in the order of a message's life. */
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
  /**
   * `dispatcher` sends whatever is due, `browser` sends given messages one by one, and `naive` is the counterexample.
   */
  role: 'dispatcher' | 'browser' | 'naive';
  /** The address of PostgREST; the token is one of the service role. */
  apiUrl: string;
  serviceToken: string;
  provider: { kind: 'resend'; url: string } | { kind: 'smtp'; port: number };
  /** Messages that a browser sends, in order. */
  sends: string[];
  sender: string;
  /** Kills the worker at the n-th passage of a point; « stall » pauses it after a claim. */
  crash: { point: Point | 'stall'; passage: number } | null;
}
