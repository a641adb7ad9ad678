import { searchedAs } from '@contract/email-address';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { formatDay } from '@/admin/kit/lib/dates';
import type { Subject } from '@/admin/kit/lib/subject';
import { supabase } from '@/admin/kit/lib/supabase';

/** Kinds of results, as the subjects name them: a kind is one line there and one select in search_everything. */
export const searchKindsOf = (subjects: readonly Subject[]): NonNullable<Subject['search']> =>
  Object.assign({}, ...subjects.map((one) => one.search));

/** Shortest text that is searched: one letter finds nearly everything. */
export const SHORTEST_SEARCH = 2;

/** Formats the days in a result's detail: « 05 déc. 2026 ». */
const withFrenchDays = (detail: string) => detail.replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDay);

/**
 * Cuts a passage of search_everything at the words that were found, which stand between the characters 2 and 3: every second
 * part is one, the first is not.
 */
export const excerptParts = (excerpt: string): string[] =>
  excerpt.replaceAll('\u0003', '\u0002').split('\u0002');

export const search = {
  all: queryKeys.search,

  /**
   * Options to search everything for a text, the best results first. The former results stay until the new ones
   * arrive.
   */
  everything: (text: string) =>
    queryOptions({
      queryKey: [...search.all, text],
      queryFn: async ({ signal }) => {
        const { data } = await supabase
          .rpc('search_everything', { query: searchedAs(text), per_kind: 5 })
          .abortSignal(signal)
          .throwOnError();
        return data.map((found) => ({ ...found, detail: withFrenchDays(found.detail) }));
      },
      enabled: text.length >= SHORTEST_SEARCH,
      placeholderData: keepPreviousData,
      // Each typed text is a query of its own.
      gcTime: 60_000,
      retry: false,
    }),
};
