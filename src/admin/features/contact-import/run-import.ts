import { type BlockOutcome, type ImportOptions, importBlock } from '@/admin/data/contacts/contact-import';
import type { ImportedContact } from '@/admin/data/contacts/contacts.schema';
import { errorMessage } from '@/shared/lib/errors';
import { completions } from './completions';

const BATCH = 500;

/** Counts so far, by outcome. */
export type ImportTotals = Record<Exclude<keyof BlockOutcome, 'given'>, number> & {
  /** Number of processed contacts, of all there are. */
  done: number;
  all: number;
};

export type ImportResult = ImportTotals & {
  /** Reason why the import stopped early; the batches before are kept. */
  stopped?: 'cancelled' | { message: string };
};

export const noTotals = (all: number): ImportTotals => ({
  inserted: 0,
  completed: 0,
  skipped: 0,
  unsubscribed: 0,
  done: 0,
  all,
});

/**
 * Imports in batches, each in its own transaction, and reports progress after each; stops at the first batch that
 * fails, or between two batches once `signal` is aborted.
 *
 * @param before result of an earlier run with the same contacts, to continue from
 */
export async function runImport(
  contacts: readonly ImportedContact[],
  options: ImportOptions,
  signal: AbortSignal,
  onProgress: (totals: ImportTotals) => void,
  before: ImportTotals = noTotals(contacts.length),
): Promise<ImportResult> {
  let totals = before;
  const promised = new Set<string>();
  for (let from = before.done; from < contacts.length; from += BATCH) {
    if (signal.aborted) return { ...totals, stopped: 'cancelled' };
    const block = contacts.slice(from, from + BATCH);
    let outcome: BlockOutcome;
    try {
      outcome = await importBlock(block, options);
    } catch (error) {
      console.error('L’import s’est arrêté', error);
      return { ...totals, stopped: { message: errorMessage(error) ?? '' } };
    }
    const completed = options.dryRun ? completions(outcome.given, promised) : outcome.completed.length;
    totals = {
      inserted: totals.inserted + outcome.inserted.length,
      completed: totals.completed + completed,
      skipped: totals.skipped + outcome.skipped.length + outcome.completed.length - completed,
      unsubscribed: totals.unsubscribed + outcome.unsubscribed.length,
      done: totals.done + block.length,
      all: totals.all,
    };
    onProgress(totals);
  }
  return totals;
}
