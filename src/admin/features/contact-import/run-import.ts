import { type BlockOutcome, type ImportOptions, importBlock } from '@/admin/data/contacts/contact-import';
import type { ContactInput } from '@/admin/data/contacts/contacts.schema';
import { errorMessage } from '@/shared/lib/errors';

const BLOCK = 500;

/** How many contacts came to what so far. */
export type ImportTotals = Record<keyof BlockOutcome, number> & {
  /** How many were handled, of how many there are. */
  done: number;
  all: number;
};

export type ImportResult = ImportTotals & {
  /** Why it stopped before the end, if it did: what came before is kept. */
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
 * Imports block after block, each in its transaction, and says how far it is after each. It stops between two blocks
 * when `signal` says so, and at the first block that fails.
 */
export async function runImport(
  contacts: readonly ContactInput[],
  options: ImportOptions,
  signal: AbortSignal,
  onProgress: (totals: ImportTotals) => void,
): Promise<ImportResult> {
  let totals = noTotals(contacts.length);
  for (let from = 0; from < contacts.length; from += BLOCK) {
    if (signal.aborted) return { ...totals, stopped: 'cancelled' };
    const block = contacts.slice(from, from + BLOCK);
    let outcome: BlockOutcome;
    try {
      outcome = await importBlock(block, options);
    } catch (error) {
      console.error("L'import s'est arrêté", error);
      return { ...totals, stopped: { message: errorMessage(error) ?? '' } };
    }
    totals = {
      inserted: totals.inserted + outcome.inserted.length,
      completed: totals.completed + outcome.completed.length,
      skipped: totals.skipped + outcome.skipped.length,
      unsubscribed: totals.unsubscribed + outcome.unsubscribed.length,
      done: totals.done + block.length,
      all: totals.all,
    };
    onProgress(totals);
  }
  return totals;
}
