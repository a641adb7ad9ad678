import { mutationOptions } from '@tanstack/react-query';
import { errorStatus } from '@/shared/lib/errors';
import { readableMessage } from '@/shared/lib/failure';
import { storeFound } from './found-details';
import { type Prospect, prospects } from './prospects';
import { searchSite } from './site-search';

/** Several organisations to search for, in this order. */
export type SearchAll = {
  list: readonly Prospect[];
  signal: AbortSignal;
  /** Receives the number of searches after each one. */
  onProgress: (searched: number) => void;
};

/** Result of several searches; `stop` is the French reason why they ended early. */
export type SearchAllOutcome = { searched: number; found: number; failed: number; stop: string | null };

/** Pause between two searches, in ms: the sites of small towns run on small servers. */
const PAUSE_MS = 500;

const FAILURE_TITLE = 'Impossible de rechercher les coordonnées';

/**
 * Searches missing details of several organisations, one after the other with a pause, as a polite reader of their
 * sites; results appear at once. It ends early on request, at the limit of calls, or after three failures in a row.
 */
export const searchAllProspects = () =>
  mutationOptions({
    mutationFn: async ({ list, signal, onProgress }: SearchAll, { client }): Promise<SearchAllOutcome> => {
      const outcome: SearchAllOutcome = { searched: 0, found: 0, failed: 0, stop: null };
      let failuresInARow = 0;
      for (const prospect of list) {
        if (signal.aborted) break;
        try {
          const answer = await searchSite(prospect, FAILURE_TITLE);
          failuresInARow = 0;
          if (await storeFound(prospect, answer)) {
            outcome.found++;
            void client.invalidateQueries({ queryKey: prospects.list(prospect.trip_plan_id).queryKey });
          }
        } catch (error) {
          const stop = readableMessage(error) ?? FAILURE_TITLE;
          if (errorStatus(error) === 429) return { ...outcome, stop };
          outcome.failed++;
          failuresInARow++;
          if (failuresInARow === 3) return { ...outcome, searched: outcome.searched + 1, stop };
        }
        outcome.searched++;
        onProgress(outcome.searched);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
      return outcome;
    },
    meta: { invalidates: [prospects.all] },
  });
