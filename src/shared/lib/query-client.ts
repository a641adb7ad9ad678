import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { isAbort, isFinal } from './errors';
import { readableMessage } from './failure';
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
  /**
   * Message of a failed mutation, or a function of the error; without it the error's own message is shown, unless
   * `silent`.
   */
  errorMessage?: string | ((error: unknown) => string);
  /** True when the screen itself reports failures: all of them, or those for which the function returns true. */
  silent?: boolean | ((error: unknown) => boolean);
  /** True for changes to the person's own account or session, which are never refused beforehand. */
  ownAccount?: boolean;
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
    mutationMeta: MutationMeta;
  }
}

/** Thrown for a change that was not sent, because the person may only read. */
class RefusedChange extends Error {}

const UNEXPECTED = "Une erreur inattendue s'est produite";

/**
 * Creates the query client with the error policy of all queries and mutations: toasts, logs, retries, invalidation.
 * The messages come from each option object's `meta`.
 *
 * @param refusal returns the French reason why the present person may change nothing; asked before each mutation,
 *   which then is not sent
 * @param isOffline true when the screen already reports the lost network: a failed read then shows nothing more
 */
export function createQueryClient(
  refusal: (client: QueryClient) => string | undefined = () => undefined,
  isOffline: () => boolean = () => false,
): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network TanStack Query would wait silently, but a person wants to know and to retry.
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
        if (!text || isOffline()) return;
        console.error(text, error);
        notify.error(text);
      },
    }),
    mutationCache: new MutationCache({
      onMutate: (_variables, mutation) => {
        const reason = mutation.meta?.ownAccount ? undefined : refusal(client);
        if (reason) throw new RefusedChange(reason);
      },
      onSuccess: async (_data, _variables, _result, mutation) => {
        const { invalidates = [], successMessage, successTitle } = mutation.meta ?? {};
        await Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
        if (successMessage) notify.success(successMessage, successTitle);
      },
      onError: (error, _variables, _result, mutation) => {
        const { errorMessage: written, silent } = mutation.meta ?? {};
        const text = typeof written === 'function' ? written(error) : written;
        if (error instanceof RefusedChange) {
          notify.error(error.message);
          return;
        }
        if (typeof silent === 'function' ? silent(error) : silent) return;
        if (isAbort(error)) return;
        console.error(text ?? UNEXPECTED, error);
        notify.error(text ?? readableMessage(error) ?? UNEXPECTED, isOffline() ? 'Hors ligne' : undefined);
      },
    }),
  });
  return client;
}
