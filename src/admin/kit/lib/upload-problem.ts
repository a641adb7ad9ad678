import { errorMessage, errorStatus } from '@/shared/lib/errors';
import { isUnreachable } from './connection';

/** Reason for which an upload did not end: no answer came, the session has ended, or the service refused. */
export type UploadFault = 'connection' | 'session' | 'service';

/** The storage service answers 400 or 403 to a token that has ended, as to much else: its text tells. */
const OF_TOKEN = /\bjw[ts]\b|token/i;

/** Tells why an upload did not end. */
export function uploadFault(error: unknown): UploadFault {
  if (error instanceof Error && /^Auth(Api|SessionMissing)/.test(error.name)) return 'session';
  const status = errorStatus(error);
  if (status === 0 || isUnreachable(error)) return 'connection';
  if (status === 401) return 'session';
  const isRefusal = status === 400 || status === 403;
  return isRefusal && OF_TOKEN.test(errorMessage(error) ?? '') ? 'session' : 'service';
}

const advice: Record<UploadFault, string> = {
  connection: 'La connexion a été coupée\u00a0: réessayez quand elle sera revenue.',
  session: 'Votre session est terminée\u00a0: reconnectez-vous, puis réessayez.',
  service: 'Le stockage des fichiers n’a pas répondu comme prévu\u00a0: réessayez dans quelques minutes.',
};

/** Writes why an upload failed, and what to do, after the sentence that says what failed. */
export const uploadProblem =
  (what: string) =>
  (error: unknown): string =>
    `${what} ${advice[uploadFault(error)]}`;
