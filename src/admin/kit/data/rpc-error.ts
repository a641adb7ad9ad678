import { hasOwnMessage } from '@/shared/lib/failure';

/**
 * Makes the error of a database function with a message that may be shown: its own where it is French, else the
 * fallback.
 *
 * @param fallback French
 */
export function rpcError({ code, message }: { code?: string; message: string }, fallback: string): Error {
  return new Error(hasOwnMessage(code) ? message : fallback, { cause: { code, message } });
}
