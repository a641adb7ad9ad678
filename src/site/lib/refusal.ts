import { errorStatus } from '@/shared/lib/errors';

/** The body of a refusal by an edge function of the site. */
type Refusal = { code?: string; message?: string; fields?: Record<string, string> };

/** Returns the body of a refusal by an edge function; `undefined` when the network failed. */
export const refusalOf = (error: unknown): Refusal | undefined =>
  errorStatus(error) ? ((error as { body?: Refusal }).body ?? {}) : undefined;
