import { mutationOptions } from '@tanstack/react-query';
import { errorMessage, errorStatus } from '@/shared/lib/errors';
import { keepFound } from './found-details';
import { type Prospect, prospects } from './prospects';
import { searchSite } from './site-search';

/** Several organisations to search for, in this order. */
export type SearchAll = {
  list: readonly Prospect[];
  signal: AbortSignal;
  /** Told after each one: how many were searched for. */
  onProgress: (searched: number) => void;
};

/** What searching for several came to; `stop` is why it ended before the last, in French. */
export type SearchAllOutcome = { searched: number; found: number; failed: number; stop: string | null };

/** Between two searches, in ms: the sites of small towns stand on small servers. */
const PAUSE = 500;

const FAILED = 'Impossible de rechercher les coordonnées';

/**
 * Looks for what lacks of several organisations, one after the other with a pause, as a polite reader of their sites
 * does; what is found shows at once. Ends early when asked to, when the limit of calls is reached, or after three
 * failures in a row.
 */
export const searchAllProspects = () =>
  mutationOptions({
    mutationFn: async ({ list, signal, onProgress }: SearchAll, { client }): Promise<SearchAllOutcome> => {
      const outcome: SearchAllOutcome = { searched: 0, found: 0, failed: 0, stop: null };
      let failuresInARow = 0;
      for (const prospect of list) {
        if (signal.aborted) break;
        try {
          const answer = await searchSite(prospect, FAILED);
          failuresInARow = 0;
          if (await keepFound(prospect, answer)) {
            outcome.found++;
            void client.invalidateQueries({ queryKey: prospects.list(prospect.trip_plan_id).queryKey });
          }
        } catch (error) {
          const stop = errorMessage(error) ?? FAILED;
          if (errorStatus(error) === 429) return { ...outcome, stop };
          outcome.failed++;
          failuresInARow++;
          if (failuresInARow === 3) return { ...outcome, searched: outcome.searched + 1, stop };
        }
        outcome.searched++;
        onProgress(outcome.searched);
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
      return outcome;
    },
    meta: { invalidates: [prospects.all] },
  });
