import type { SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of the team, as people read them: deleted, changed, copied. */
export const tables = {
  user_roles: {
    logged: ['Accès d’un membre', 'accès de membres'],
    fields: {
      created_at: null,
      role: { changed: 'rôle' },
      user_id: null,
    },
  },
  invitations: null,
} as const satisfies SubjectTables;
