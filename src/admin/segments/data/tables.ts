import { dateFields, id, type SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of segments, as people read them: deleted, changed, copied. */
export const tables = {
  contact_segments: {
    file: 'segments.csv',
    order: ['created_at', 'id'],
    fields: {
      ...id,
      name: 'Nom',
      definition: 'Conditions',
      rhythm: 'Rythme',
      rhythm_from: 'Rythme à partir du',
      ...dateFields,
    },
  },
} as const satisfies SubjectTables;
