import { id, type SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of the trash, as people read them: deleted, changed, copied. */
export const tables = {
  // The deleted rows themselves are left out of the copy.
  trash: {
    file: 'corbeille.csv',
    order: ['deleted_at', 'id'],
    fields: {
      ...id,
      kind: 'Nature',
      label: 'Nom',
      deleted_at: 'Supprimé le',
      deleted_by: 'Supprimé par',
    },
  },
} as const satisfies SubjectTables;
