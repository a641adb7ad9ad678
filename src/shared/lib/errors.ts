/**
 * The HTTP status behind an error of the data, auth, storage or functions API, where there is one.
 * supabase-js spreads it over several shapes: `status`, `context.status` (functions), or a PostgREST code `PT429`.
 */
export function errorStatus(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { status, code, context } = error as { status?: unknown; code?: unknown; context?: unknown };
  if (typeof status === 'number') return status;
  if (context instanceof Response) return context.status;
  const custom = typeof code === 'string' ? /^PT(\d{3})$/.exec(code)?.[1] : undefined;
  return custom ? Number(custom) : undefined;
}

/** Tells whether an error is a refusal that asking again cannot change: any 4xx but 429. */
export function isFinal(error: unknown): boolean {
  const status = errorStatus(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

/** The message carried by an error of any shape, or `undefined`. PostgREST errors are plain objects. */
export function errorMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return typeof error.message === 'string' && error.message !== '' ? error.message : undefined;
}

/** Tells whether the database refused a value because another row has it (SQLSTATE 23505). */
export function isDuplicate(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
}

/** Tells whether the database asks for a recent proof of who the person is, before it does something grave. */
export const isUnproven = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'PT401';

/**
 * Tells whether somebody cancelled on purpose (a cancel button, a screen that was left, a proof that they did not give):
 * nothing went wrong.
 */
export function isAbort(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (isUnproven(error) || ('cause' in error && isUnproven(error.cause))) return true;
  return 'name' in error && error.name === 'AbortError';
}
