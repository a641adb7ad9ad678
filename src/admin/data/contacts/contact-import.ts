import { rpcError } from '@/admin/data/rpc-error';
import { supabase } from '@/admin/lib/supabase';
import type { Json } from '@/shared/database.types';
import type { ImportedContact } from './contacts.schema';

/** What the administrator can prove for every address of a list. */
export type ListConsent = { basis: string; occurred_on: string; source_url: string; evidence: string };

export type ImportOptions = {
  /** Where the list comes from, kept with each contact. */
  source: string;
  /** What becomes of who is known already: left alone, or given what is missing. */
  mode: 'skip' | 'complete';
  consent: ListConsent | null;
  /** Says what would happen, and does nothing. */
  dryRun: boolean;
};

/** What a row gave to a contact that was known already. */
type Given = { line: number; contact: string; columns: string[] };

/**
 * The rows of a block, numbered from 0, by what became of them. `unsubscribed` come among the others as well, and `given`
 * says more of those in `completed`.
 */
export type BlockOutcome = Record<'inserted' | 'completed' | 'skipped' | 'unsubscribed', number[]> & {
  given: Given[];
};

/** Imports at most 1 000 contacts in one transaction: all of them or, when it throws, none. */
export async function importBlock(
  block: readonly ImportedContact[],
  { source, mode, consent, dryRun }: ImportOptions,
): Promise<BlockOutcome> {
  const { data, error } = await supabase.rpc('import_contacts', {
    block: block as unknown as Json,
    list_source: source,
    mode,
    consent: consent as Json,
    dry_run: dryRun,
  });
  if (error) throw rpcError(error, 'La connexion a été coupée, ou le serveur n’a pas répondu.');
  return data as BlockOutcome;
}
