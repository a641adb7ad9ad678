import { fixed, withId, withTwoParameters } from '@/shared/lib/paths';

/** Addresses of the surveys. */
export const surveyPaths = {
  list: fixed('/admin/releves'),
  one: withId('/admin/releves/:id'),
  /** A place of a survey at two dates. */
  pair: withTwoParameters('/admin/releves/:id/paires/:pair'),
} as const;
