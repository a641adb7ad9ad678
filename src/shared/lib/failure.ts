import { errorMessage, errorStatus } from './errors';

/** The cause of a failed request: no answer came, the session has ended, what was sent was refused, or the service failed. */
export type FailureCause = 'connection' | 'session' | 'refusal' | 'service';

/** Errors of Chromium, Firefox and Safari for a request without a network. */
const NO_NETWORK = /failed to fetch|networkerror|load failed/i;

/** The storage service answers 400 or 403 to a token that has ended, as to much else: its text tells. */
const OF_TOKEN = /\bjw[ts]\b|token/i;

const partsOf = (error: unknown) =>
  (typeof error === 'object' && error !== null ? error : {}) as Partial<
    Record<'name' | 'message' | 'status' | 'code' | 'cause', unknown>
  >;

/** Tells whether a request failed for lack of a network, without a refusal. */
export function isUnreachable(error: unknown): boolean {
  const { name, message, status } = partsOf(error);
  // supabase-js gives status 0 to a request without an answer, and the same name to a server that is down.
  if (name === 'AuthRetryableFetchError') return !status;
  if (status === 0 || name === 'FunctionsFetchError' || name === 'TimeoutError') return true;
  return typeof message === 'string' && NO_NETWORK.test(message);
}

/** Finds the status that an error code of the database or of its API stands for. */
function statusOfCode(code: unknown): number | undefined {
  if (typeof code !== 'string') return undefined;
  if (/^PGRST30\d$/.test(code)) return 401;
  // A statement that was stopped, a database without room or in recovery: nothing of what was sent is wrong.
  if (/^(?:5[3-8]|08|40|XX)...$/.test(code)) return 503;
  return /^(?:[0-9A-Z]{5}|PGRST\d+)$/.test(code) ? 400 : undefined;
}

/** Tells why a request failed. */
export function failureCause(error: unknown): FailureCause {
  if (isUnreachable(error)) return 'connection';
  const { name, code, cause } = partsOf(error);
  const answered = errorStatus(error);
  const status = answered ?? statusOfCode(code);
  if (status === undefined) return cause === undefined ? 'service' : failureCause(cause);
  if (status >= 500 || status === 429 || status === 408) return 'service';
  const isOfToken = (answered === 400 || answered === 403) && OF_TOKEN.test(errorMessage(error) ?? '');
  const isOfSession = status === 401 || isOfToken || /^Auth(Api|SessionMissing)/.test(String(name));
  return isOfSession ? 'session' : 'refusal';
}

const advice: Record<FailureCause, string> = {
  connection: 'Vérifiez votre connexion, puis réessayez.',
  session: 'Votre session a expiré\u00a0: reconnectez-vous, puis réessayez.',
  refusal: 'Le service l’a refusé\u00a0: revoyez ce qui vient de changer, puis réessayez.',
  service: 'Le service a répondu par une erreur\u00a0: réessayez dans quelques minutes.',
};

/**
 * Says what failed and what to do about it: only a request that got no answer blames the connection.
 *
 * @param what a French sentence without its full stop: « La visite n’a pas pu être enregistrée »
 */
export const failureText = (what: string, error: unknown): string =>
  `${what}. ${advice[failureCause(error)]}`;
