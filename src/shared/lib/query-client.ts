import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { errorMessage, isAbort, isFinal } from './errors';
import { notify } from './notify';

type QueryMeta = {
  /** Shown in an error toast when the query fails. A query without it stays silent. */
  errorMessage?: string;
  /** Logged, and not shown, when the query fails. */
  logMessage?: string;
};

type MutationMeta = {
  /** Keys whose queries are refetched before the mutation counts as done. */
  invalidates?: readonly QueryKey[];
  successMessage?: string;
  /** « Succès » by default. */
  successTitle?: string;
  /** Shown when the mutation fails; without it the error's own message is, unless `silent`. */
  errorMessage?: string;
  /** The screen says a failure itself: each, or those it is asked about. */
  silent?: boolean | ((error: unknown) => boolean);
  /** Changes nothing of the studio's (one's own account, one's own session): never refused beforehand. */
  ownAccount?: boolean;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
    mutationMeta: MutationMeta;
  }
}

/** A change that was not sent, for the person may only read. */
class Refused extends Error {}

const UNEXPECTED = "Une erreur inattendue s'est produite";

/**
 * The one place that says what happens around every query and mutation: toasts, logs, retries, invalidation.
 * What is said comes from each option object's `meta`.
 *
 * @param refusal why, in French, whoever is here may change nothing; asked before each mutation, which then is not sent
 * @param isCut whether the screen says already that there is no network: a read that fails then says nothing more
 */
export function createQueryClient(
  refusal: (client: QueryClient) => string | undefined = () => undefined,
  isCut: () => boolean = () => false,
): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network the library would wait without a word; a person wants to know, and to try again.
        networkMode: 'always',
        staleTime: 30_000,
        retry: (failures, error) => failures < 2 && !isFinal(error),
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        const { errorMessage: text, logMessage } = query.meta ?? {};
        if (logMessage) console.error(logMessage, error);
        if (!text || isCut()) return;
        console.error(text, error);
        notify.error(text);
      },
    }),
    mutationCache: new MutationCache({
      onMutate: (_variables, mutation) => {
        const reason = mutation.meta?.ownAccount ? undefined : refusal(client);
        if (reason) throw new Refused(reason);
      },
      onSuccess: async (_data, _variables, _result, mutation) => {
        const { invalidates = [], successMessage, successTitle } = mutation.meta ?? {};
        await Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
        if (successMessage) notify.success(successMessage, successTitle);
      },
      onError: (error, _variables, _result, mutation) => {
        const { errorMessage: text, silent } = mutation.meta ?? {};
        if (error instanceof Refused) {
          notify.error(error.message);
          return;
        }
        if (typeof silent === 'function' ? silent(error) : silent) return;
        if (isAbort(error)) return;
        console.error(text ?? UNEXPECTED, error);
        notify.error(text ?? errorMessage(error) ?? UNEXPECTED, isCut() ? 'Hors ligne' : undefined);
      },
    }),
  });
  return client;
}
