import { queryOptions } from '@tanstack/react-query';
import type { Tables } from '@/shared/database.types';
import { readRows } from '@/shared/lib/rest';

export type Tag = Tables<'tags'>;

export const publicTags = {
  all: ['tags'] as const,

  /** Every tag, in the administrator's order. */
  list: () =>
    queryOptions({
      queryKey: [...publicTags.all, 'list'],
      queryFn: async ({ signal }) =>
        (await readRows<Tag>('tags', { select: '*', order: 'display_order.asc,id.asc' }, { signal })).rows,
    }),
};
