import { id, type SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of personal data, as people read them: deleted, changed, copied. */
export const tables = {
  retention_settings: {
    file: 'regles-de-conservation.csv',
    order: ['id'],
    logged: ['Règles de conservation', 'règles de conservation'],
    fields: {
      rejected_prospects_months: { copied: 'Prospects rejetés (mois)', changed: 'conservation' },
      quote_requests_months: { copied: 'Demandes (mois)', changed: 'conservation' },
      id: null,
      updated_at: null,
    },
  },
  privacy_register: {
    file: 'registre-des-donnees-personnelles.csv',
    order: ['created_at', 'id'],
    fields: {
      ...id,
      kind: 'Nature',
      subject_hash: 'Empreinte',
      detail: 'Nombres',
      created_at: 'Date',
    },
  },
  personal_requests: {
    file: 'demandes-des-personnes.csv',
    order: ['created_at', 'id'],
    fields: {
      ...id,
      contact_id: 'Contact',
      email: 'Courriel',
      kind: 'Nature',
      before: 'Avant',
      after: 'Après',
      created_at: 'Reçue le',
      due_on: 'Échéance',
      closed_at: 'Traitée le',
      answer: 'Réponse',
    },
  },
} as const satisfies SubjectTables;
