import { queryOptions } from '@tanstack/react-query';
import type { Tables } from '@/lib/database.types';
import { rest } from '@/lib/rest';

export type Tag = Tables<'tags'>;

export const publicTags = {
  all: ['tags'] as const,

  /** Every tag in the order chosen by the administrator. */
  list: () =>
    queryOptions({
      queryKey: [...publicTags.all, 'list'],
      queryFn: async ({ signal }): Promise<Tag[]> => {
        const { data } = await rest
          .from('tags')
          .select('*')
          .order('display_order')
          .order('id')
          .abortSignal(signal)
          .throwOnError();
        return data;
      },
    }),
};
