import { dateFields, id, type SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of tags, as people read them: deleted, changed, copied. */
export const tables = {
  tags: {
    file: 'tags.csv',
    order: ['display_order', 'id'],
    logged: ['Tag', 'tags'],
    fields: {
      ...id,
      name: 'Nom',
      slug: { copied: 'Adresse', changed: 'slug' },
      color: 'Couleur',
      icon: 'Icône',
      display_order: 'Ordre',
      ...dateFields,
    },
  },
} as const satisfies SubjectTables;
