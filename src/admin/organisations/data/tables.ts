import { dateFields, id, type SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of organisations, as people read them: deleted, changed, copied. */
export const tables = {
  organisations: {
    item: 'Organisation',
    file: 'organisations.csv',
    order: ['created_at', 'id'],
    fields: {
      ...id,
      kind: 'Genre',
      name: 'Nom',
      register_code: 'Code du registre',
      city: 'Ville',
      region: 'Région',
      email: 'Courriel général',
      phone: 'Téléphone',
      website: 'Site web',
      address: 'Adresse',
      notes: 'Notes',
      ...dateFields,
    },
  },
} as const satisfies SubjectTables;
