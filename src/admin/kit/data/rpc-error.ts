/** SQLSTATEs that the functions of the database raise with a French message of their own. */
const OWN_MESSAGE = new Set(['P0001', '22023']);

/**
 * Makes the error of a database function with a message that may be shown: its own where it is French, else the
 * fallback.
 *
 * @param fallback French
 */
export function rpcError({ code, message }: { code?: string; message: string }, fallback: string): Error {
  const isOwnMessage = (code && OWN_MESSAGE.has(code)) || code?.startsWith('PT4');
  return new Error(isOwnMessage ? message : fallback, { cause: { code, message } });
}
