import { errorStatus, isFinal } from '@/shared/lib/errors';
import { isUnreachable } from '@/shared/lib/failure';

/** A file that the copy lacks, wholly or partly, and why. */
export type ExportFailure = { file: string; reason: string };

/** Retries once after a failure of the network, not after a refusal by the server. */
export async function withOneRetry<Result>(job: () => Promise<Result>): Promise<Result> {
  try {
    return await job();
  } catch (error) {
    if (isFinal(error)) throw error;
    return job();
  }
}

/** Explains to a person why a file could not be read. */
export function reasonOf(error: unknown): string {
  const status = errorStatus(error);
  if (status !== undefined) return `le serveur a répondu ${status}`;
  return isUnreachable(error) ? 'la connexion a été coupée' : 'le serveur a refusé';
}
