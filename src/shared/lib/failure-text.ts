import { errorStatus } from './errors';

/** Finds the status of the answer behind an error; none when no answer came. A refusal of the database is a 400. */
function answerStatus(error: unknown): number | undefined {
  const status = errorStatus(error);
  if (status) return status;
  const { code, cause } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown;
    cause?: unknown;
  };
  if (typeof code === 'string' && /^PGRST30\d$/.test(code)) return 401;
  // A statement that was stopped, a database without room or in recovery: nothing of what was sent is wrong.
  if (typeof code === 'string' && /^(?:5[3-8]|08|40|XX)...$/.test(code)) return 503;
  if (typeof code === 'string' && /^(?:[0-9A-Z]{5}|PGRST\d+)$/.test(code)) return 400;
  return cause === undefined ? undefined : answerStatus(cause);
}

/**
 * Says what failed and what to do about it: only a request that got no answer blames the connection.
 *
 * @param what a French sentence without its full stop: « La visite n’a pas pu être enregistrée »
 */
export function failureText(what: string, error: unknown): string {
  const status = answerStatus(error);
  if (status === undefined) return `${what}. Vérifiez votre connexion, puis réessayez.`;
  if (status === 401) return `${what}. Votre session a expiré\u00a0: reconnectez-vous, puis réessayez.`;
  return status >= 500 || status === 429 || status === 408
    ? `${what}. Le service a répondu par une erreur\u00a0: réessayez dans quelques minutes.`
    : `${what}. Le service l’a refusé\u00a0: revoyez ce qui vient de changer, puis réessayez.`;
}
