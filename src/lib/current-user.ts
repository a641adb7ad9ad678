import { supabase } from './supabase';

/**
 * The id of the signed-in user, for the records that carry it.
 *
 * @throws Error « Non authentifié » when nobody is signed in
 */
export async function currentUserId(): Promise<string> {
  const { data } = await supabase.auth.getSession();
  if (!data.session) throw new Error('Non authentifié');
  return data.session.user.id;
}
