import { fixed, withId, withTwo } from '@/shared/lib/paths';

/** Addresses of the surveys. */
export const surveyPaths = {
  list: fixed('/admin/releves'),
  one: withId('/admin/releves/:id'),
  /** One of its places at two dates. */
  pair: withTwo('/admin/releves/:id/paires/:pair'),
} as const;
