/** What a function of the database raises when the business refuses: its message is French and may be shown. */
const OWN_WORDS = new Set(['P0001', '22023']);

/**
 * The error of a database function, with the words to show.
 *
 * @param fallback French, for what the database says in its own language
 */
export function refusal({ code, message }: { code?: string; message: string }, fallback: string): Error {
  const isOurs = (code && OWN_WORDS.has(code)) || code?.startsWith('PT4');
  return new Error(isOurs ? message : fallback, { cause: { code, message } });
}
