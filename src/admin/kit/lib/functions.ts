import { fullClient, sessionForRequest } from './supabase';

/** A failed call of a function; `message` is French and may be shown as it is. */
export class FunctionCallError extends Error {
  override readonly name = 'FunctionCallError';
  /** The HTTP status, or `undefined` when no answer came. */
  readonly status: number | undefined;
  /** The function's own code (« setting_missing »), where it gave one. */
  readonly code: string | undefined;

  constructor(message: string, status: number | undefined, cause: unknown, code?: string) {
    super(message, { cause });
    this.status = status;
    this.code = code;
  }
}

/**
 * Calls an edge function as the signed-in person.
 *
 * @param fallback French message for a failure about which the server says nothing (no connection, …), or a function that
 *   writes it from the error
 * @param signal aborts the call, and with it the work of the function
 * @returns the JSON of the answer, unchecked
 * @throws FunctionCallError with the server's own French message where it gave one; the signal's reason when aborted
 */
export async function invokeFunction(
  name: string,
  body: object,
  { fallback, signal }: { fallback: string | ((error: unknown) => string); signal?: AbortSignal },
): Promise<unknown> {
  const { data, error } = await Promise.all([fullClient(), sessionForRequest()]).then(
    ([{ functions }]) => functions.invoke(name, { body, ...(signal ? { signal } : {}) }),
    (cause: unknown) => ({ data: null, error: { context: cause, cause } }),
  );
  signal?.throwIfAborted();
  if (!error) return data;
  // supabase-js only says « non-2xx status code »; the function's own message is in the answer's body.
  const response: unknown = error.context;
  const otherwise = typeof fallback === 'string' ? fallback : fallback(error);
  if (!(response instanceof Response)) throw new FunctionCallError(otherwise, undefined, error);
  const said = await errorBodyOf(response);
  throw new FunctionCallError(said.error || otherwise, response.status, error, said.code);
}

/**
 * Calls an edge function that answers with a PDF.
 *
 * @returns the bytes, and the name of the file where the function gives one
 * @throws FunctionCallError
 */
export async function invokePdf(
  ...call: Parameters<typeof invokeFunction>
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> }> {
  const { name = '', base64 } = (await invokeFunction(...call)) as { name?: string; base64: string };
  return { name, bytes: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) };
}

/** Reads the JSON answer of a function that failed (supabase/functions/_shared/errors.ts). */
async function errorBodyOf(response: Response): Promise<{ error?: string; code?: string }> {
  try {
    const { error, code } = (await response.json()) as { error?: unknown; code?: unknown };
    return {
      ...(typeof error === 'string' ? { error } : {}),
      ...(typeof code === 'string' ? { code } : {}),
    };
  } catch {
    return {};
  }
}
