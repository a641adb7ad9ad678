import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { invokeFunction } from '@/admin/kit/lib/functions';
import { supabase } from '@/admin/kit/lib/supabase';
import { alwaysStale } from '@/admin/today/data/dashboard';
import type { Enums, Tables } from '@/shared/database.types';

/** States of a publication: stored value → French label. */
export const publicationStates = {
  en_file: 'En file',
  en_cours: 'En construction',
  publié: 'Publié',
  échec: 'En échec',
} as const satisfies Record<Enums<'publication_state'>, string>;

export type PublicationState = keyof typeof publicationStates;

/** One publication of the site, past or planned. */
export type Publication = Pick<
  Tables<'publications'>,
  'id' | 'asked_at' | 'asked_by' | 'changed_at' | 'due_at' | 'started_at' | 'finished_at' | 'reason'
> & { state: PublicationState };

/** Number of publications shown. */
const LATEST_COUNT = 8;

/** Polling interval of an unfinished publication, in ms. */
const POLL_MS = 5_000;

export const publications = {
  all: queryKeys.publications,

  /** Options to read the last publications, the newest first. */
  latest: () =>
    queryOptions({
      queryKey: [...publications.all, 'latest'],
      queryFn: async ({ signal }): Promise<Publication[]> => {
        const { data } = await supabase
          .from('publications')
          .select('id, state, asked_at, asked_by, changed_at, due_at, started_at, finished_at, reason')
          .order('asked_at', { ascending: false })
          .order('id')
          .limit(LATEST_COUNT)
          .abortSignal(signal)
          .throwOnError();
        return data as Publication[];
      },
      refetchInterval: ({ state: { data } }) =>
        data?.some(({ finished_at }) => !finished_at) ? POLL_MS : false,
      ...alwaysStale,
      meta: { logMessage: 'The publications of the site could not be read' },
    }),

  /** « Publier le site »: asks its host to build it now. */
  publish: () =>
    mutationOptions({
      mutationFn: async () => {
        const fallback = 'Impossible de joindre le serveur. Le site n’a pas été publié.';
        await invokeFunction('publish-site', { now: true }, { fallback });
      },
      meta: { invalidates: [queryKeys.publications, queryKeys.today] },
    }),
};

/**
 * Asks the site's host now to publish what the database already waits to publish. It never fails: the scheduler does it
 * within a minute otherwise, and the state of the publication tells what comes of it.
 */
export async function askForSite(): Promise<void> {
  try {
    await invokeFunction('publish-site', { now: true }, { fallback: '' });
  } catch (error) {
    console.warn('Publication du site laissée au planificateur', error);
  }
}
