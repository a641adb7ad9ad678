import { byHalves } from '@/admin/kit/lib/by-halves';
import { readableMessage } from '@/shared/lib/failure';
import { contactLabels, listFields } from '../data/contact-fields';
import { type BlockOutcome, type ImportOptions, importBlock } from '../data/contact-import';
import type { ImportedContact } from '../data/contacts.schema';
import { completions } from './completions';

const BATCH = 500;

/** A contact that the database refused, by its place in the list, with the French reason. */
export type RefusedContact = { index: number; message: string };

/** Counts so far, by outcome. */
export type ImportTotals = Record<Exclude<keyof BlockOutcome, 'given'>, number> & {
  refused: RefusedContact[];
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
  refused: [],
  done: 0,
  all,
});

/** The SQLSTATE and the message of a refusal of the rows themselves (classes 22 and 23), rather than of the list or the network. */
function refusalOf(error: unknown): string | undefined {
  const { code = '', message = '' } = ((error as Error).cause ?? {}) as { code?: string; message?: string };
  return /^2[23]/.test(code) && code !== '22023' ? message : undefined;
}

/** Says in French which field the database refused, by the name of its constraint. */
function refusedField(message: string): string {
  const [field] = listFields.filter((one) => message.includes(`"contacts_${one}_`));
  return field
    ? `La base de données refuse le champ ${contactLabels[field]}`
    : 'La base de données refuse cette ligne';
}

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
    let outcome: Awaited<ReturnType<typeof byHalves<ImportedContact, BlockOutcome>>>;
    try {
      outcome = await byHalves(
        block,
        (some) => importBlock(some, options),
        (error) => refusalOf(error) !== undefined,
      );
    } catch (error) {
      console.error('L’import s’est arrêté', error);
      return { ...totals, stopped: { message: readableMessage(error) ?? '' } };
    }
    const number = (kind: Exclude<keyof BlockOutcome, 'given'>) =>
      outcome.results.reduce((sum, part) => sum + part[kind].length, 0);
    const given = outcome.results.flatMap((part) => part.given);
    const completed = options.dryRun ? completions(given, promised) : number('completed');
    const refused = outcome.refused.map(({ index, error }) => ({
      index: index + from,
      message: refusedField(refusalOf(error) ?? ''),
    }));
    totals = {
      inserted: totals.inserted + number('inserted'),
      completed: totals.completed + completed,
      skipped: totals.skipped + number('skipped') + number('completed') - completed,
      unsubscribed: totals.unsubscribed + number('unsubscribed'),
      refused: [...totals.refused, ...refused],
      done: totals.done + block.length,
      all: totals.all,
    };
    onProgress(totals);
  }
  return totals;
}
