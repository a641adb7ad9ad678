import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables, TablesUpdate } from '@/shared/database.types';
import type { SearchAnswer } from './prospects.schema';
import { isOpenMap } from './site-search';

const fields = ['email', 'phone', 'website'] as const;

/**
 * Computes the changes of a search to a prospect: missing values with their proofs, the proof of an address known
 * from OpenStreetMap alone, and a notice against solicitation. Existing values are kept: somebody may have edited
 * them. `null` when nothing is new.
 */
function foundDetails(
  prospect: Tables<'suggested_prospects'>,
  { sources, verified, notice, ...answer }: SearchAnswer,
): { changes: TablesUpdate<'suggested_prospects'>; isFound: boolean } | null {
  const changes: TablesUpdate<'suggested_prospects'> = {};
  let isFound = false;
  for (const field of fields) {
    const value = answer[field];
    if (!value || prospect[field]) continue;
    isFound = true;
    changes[field] = value;
    changes[`${field}_source_url`] = sources[field]?.url ?? null;
    changes[`${field}_found_at`] = sources[field]?.foundAt ?? null;
  }
  if (verified && isToVerify(prospect)) {
    changes.email_source_url = verified.url;
    changes.email_found_at = verified.foundAt;
  }
  if (notice && !prospect.no_solicitation) changes.no_solicitation = true;
  return Object.keys(changes).length > 0 ? { changes, isFound } : null;
}

/** Tells whether only OpenStreetMap attributes the address to the organisation. */
export const isToVerify = ({
  email,
  email_source_url,
}: Pick<Tables<'suggested_prospects'>, 'email' | 'email_source_url'>) =>
  email !== null && isOpenMap(email_source_url);

/** Stores the results of a search; returns true when a value is new. */
export async function storeFound(
  prospect: Tables<'suggested_prospects'>,
  answer: SearchAnswer,
): Promise<boolean> {
  const found = foundDetails(prospect, answer);
  if (!found) return false;
  await supabase
    .from('suggested_prospects')
    .update(found.changes)
    .eq('id', prospect.id)
    .select('id')
    .single()
    .throwOnError();
  return found.isFound;
}
