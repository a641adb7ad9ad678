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

const adviceByCause: Record<FailureCause, string> = {
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
  `${what}. ${adviceByCause[failureCause(error)]}`;

/** Says what to do about a failed request. */
export const failureAdvice = (error: unknown): string => adviceByCause[failureCause(error)];

/** Tells whether the database refused a request because the person's role has no right to it (SQLSTATE 42501). */
export const isForbidden = (error: unknown): boolean => partsOf(error).code === '42501';

/** SQLSTATEs that the functions of the database raise with a French message of their own. */
const OWN_MESSAGE = new Set(['P0001', '22023']);

/** Tells whether an error of the database carries a message that was written for a person, in French. */
export const hasOwnMessage = (code: string | undefined): boolean =>
  code !== undefined && (OWN_MESSAGE.has(code) || code.startsWith('PT4'));

/** Codes of the database and of its API: code → what the person reads. */
const refusals: Readonly<Record<string, string>> = {
  '42501': 'Vous n’avez pas le droit de faire cela. Demandez à l’administrateur du studio.',
  '23505': 'Cette valeur est déjà prise par une autre fiche.',
  '23503': 'Un élément lié a été supprimé, ou sert encore ailleurs. Rechargez la page, puis réessayez.',
  '23502': 'Une valeur obligatoire manque.',
  '23514': 'Une valeur n’est pas acceptée. Revoyez ce qui vient de changer, puis réessayez.',
  '22001': 'Un texte est trop long.',
  '22003': 'Un nombre est trop grand.',
  '22007': 'Une date n’est pas lisible.',
  '22P02': 'Une valeur n’a pas la forme attendue.',
  '40001': 'Quelqu’un d’autre modifiait la même fiche. Réessayez.',
  '40P01': 'Quelqu’un d’autre modifiait la même fiche. Réessayez.',
  '57014': 'Le service a mis trop de temps à répondre. Réessayez dans un moment.',
  PGRST116: 'Cet élément n’existe plus.',
};

/** Errors of JavaScript itself and of the libraries of Supabase, whose texts are English. */
const FOREIGN_ERROR =
  /^(?:Type|Range|Syntax|Reference|Eval|URI)Error$|^DOMException$|^(?:Auth|Storage|Postgrest|Functions)/;

/**
 * Returns the French text of an error that a person may read: that of our own functions and screens as it is, what an
 * error of the database, of storage or of the network means, or `undefined` where nothing is known of it.
 */
export function readableMessage(error: unknown): string | undefined {
  const message = errorMessage(error);
  if (isUnreachable(error)) return 'La connexion a été coupée.';
  const { name, code } = partsOf(error);
  const isCoded = typeof code === 'string' && statusOfCode(code) !== undefined;
  if (hasOwnMessage(typeof code === 'string' ? code : undefined)) return message;
  if (isCoded) return refusals[code] ?? adviceByCause[failureCause(error)];
  if (typeof name !== 'string' || !FOREIGN_ERROR.test(name)) return message;
  return errorStatus(error) === undefined ? undefined : adviceByCause[failureCause(error)];
}
