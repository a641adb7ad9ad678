import { fixed, withId } from '@/shared/lib/paths';

/** Addresses of the e-mail templates. */
export const templatePaths = {
  list: fixed('/admin/email-templates'),
  new: fixed('/admin/email-templates/new'),
  one: withId('/admin/email-templates/:id'),
} as const;
