import { dateFields, id, type SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of next actions and publications, as people read them: deleted, changed, copied. */
export const tables = {
  next_actions: {
    file: 'prochaines-actions.csv',
    order: ['created_at', 'id'],
    fields: {
      ...id,
      title: 'Action',
      kind: 'Nature',
      due_on: 'Jour',
      due_time: 'Heure',
      done_at: 'Faite le',
      contact_id: 'Numéro du contact',
      quote_request_id: 'Numéro de la demande',
      trip_plan_id: 'Numéro du déplacement',
      ...dateFields,
      lobbying_ground: 'Ce qui permet l’appel',
      lobbying_reference: 'Référence',
    },
  },
  postponed_items: null,
  // History of the site's builds, which is no business data.
  publications: null,
} as const satisfies SubjectTables;
