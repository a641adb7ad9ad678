import { z } from 'zod';

/** Option of `safeParse`: a rule without a French message of its own gets zod's Canadian French one. */
export const frenchIssues = { error: z.locales.frCA().localeError };

/** Error statuses of the functions; any other would be unknown to the browser's error policy. */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 501 | 502 | 503 | 504;

/** An error meant for the person at the screen: `message` is French and shown as it is. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';
  readonly status: ErrorStatus;
  /** Stable code for programs, in snake_case English. */
  readonly code: string;
  /** Detail for the log, never in the answer; must not hold a secret. */
  readonly detail: string | undefined;

  constructor(status: ErrorStatus, code: string, message: string, detail?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** Makes a 503 for a data API that gave no usable answer. */
export const dataUnavailable = (code: string, detail: string) =>
  new FunctionError(
    503,
    code,
    'Le service de données ne répond pas. Réessayez dans quelques instants.',
    detail,
  );

/**
 * Turns any thrown value into an error that may be shown. An unexpected one becomes a general 500: its own text and
 * stack stay in the log, under the reference.
 */
export function toFunctionError(thrown: unknown, requestId: string): FunctionError {
  if (thrown instanceof FunctionError) return thrown;
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return new FunctionError(
    500,
    'unexpected',
    `Une erreur inattendue s'est produite. Référence\u00a0: ${requestId}`,
    detail.slice(0, 2_000),
  );
}

/** Makes the body of every error answer: `{ error: French text, code }`. */
export function errorBody(error: FunctionError): { error: string; code: string } {
  return { error: error.message, code: error.code };
}
