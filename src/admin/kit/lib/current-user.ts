import { sessionForRequest } from './supabase';

/**
 * Returns the id of the signed-in user, for the records that carry it.
 *
 * @throws Error « Non authentifié » when nobody is signed in
 */
export async function currentUserId(): Promise<string> {
  const session = await sessionForRequest();
  if (!session) throw new Error('Non authentifié');
  return session.user.id;
}
