import { queryOptions } from '@tanstack/react-query';
import type { FrameRules } from '@/shared/lib/frame-sites';
import { rpc } from '@/shared/lib/rest';

/** Options to read which other sites may show a tour. Silent on failure: then none may. */
export const frameRules = () =>
  queryOptions({
    queryKey: ['frame-rules'],
    queryFn: async () =>
      ((await rpc('embedding_rules', {})) ?? { is_open: false, sites: [] }) as unknown as FrameRules,
    staleTime: 600_000,
  });
