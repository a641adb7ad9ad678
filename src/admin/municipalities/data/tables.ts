import type { SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of the register, as people read them: deleted, changed, copied. */
export const tables = {
  // It holds open data, which « Répertoire des municipalités » restores.
  municipalities: null,
} as const satisfies SubjectTables;
