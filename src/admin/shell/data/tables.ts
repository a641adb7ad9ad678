import type { SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of the frame of the back office, as people read them: deleted, changed, copied. */
export const tables = {
  // Views of lists, useful in the back office alone.
  saved_views: null,
  activity_log: null,
} as const satisfies SubjectTables;
