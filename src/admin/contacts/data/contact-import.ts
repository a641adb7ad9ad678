import { rpcError } from '@/admin/kit/data/rpc-error';
import { supabase } from '@/admin/kit/lib/supabase';
import { withScheme } from '@/admin/kit/lib/text-schemas';
import type { Json } from '@/shared/database.types';
import { failureText } from '@/shared/lib/failure';
import type { ImportedContact } from './contacts.schema';

/** Consent that the administrator can prove for every address of a list. */
export type ListConsent = { basis: string; occurred_on: string; source_url: string; evidence: string };

export type ImportOptions = {
  /** Origin of the list, stored with each contact. */
  source: string;
  /** Treatment of known contacts: skipped, or given missing values. */
  mode: 'skip' | 'complete';
  consent: ListConsent | null;
  /** Previews the import without writing. */
  dryRun: boolean;
};

/** Columns that a row gave to a known contact. */
type GivenColumns = { line: number; contact: string; columns: string[] };

/**
 * The rows of a block, numbered from 0, by outcome. `unsubscribed` rows are among the others as well, and `given`
 * details those in `completed`.
 */
export type BlockOutcome = Record<'inserted' | 'completed' | 'skipped' | 'unsubscribed', number[]> & {
  given: GivenColumns[];
};

/** Imports at most 1 000 contacts in one transaction: all of them or, when it throws, none. */
export async function importBlock(
  block: readonly ImportedContact[],
  { source, mode, consent, dryRun }: ImportOptions,
): Promise<BlockOutcome> {
  const { data, error, status } = await supabase.rpc('import_contacts', {
    block: block as unknown as Json,
    list_source: source,
    mode,
    consent: consent && { ...consent, source_url: withScheme(consent.source_url.trim()) },
    dry_run: dryRun,
  });
  if (error) throw rpcError(error, failureText('Ce bloc n’a pas été enregistré', { ...error, status }));
  return data as BlockOutcome;
}
