import { dateFields, id, type SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of trips, as people read them: deleted, changed, copied. */
export const tables = {
  trip_plans: {
    item: 'Déplacement',
    file: 'deplacements.csv',
    order: ['start_date', 'id'],
    logged: ['Déplacement', 'déplacements'],
    fields: {
      ...id,
      city: 'Ville',
      region: 'Région',
      start_date: 'Début',
      end_date: 'Fin',
      job_type: 'Type',
      client_name: 'Client',
      description: 'Description',
      status: 'Statut',
      radius_km: { copied: 'Rayon (km)', changed: 'rayon' },
      stop_ids: { copied: 'Arrêts (numéros des contacts)', changed: 'arrêts' },
      ...dateFields,
      latitude: null,
      longitude: null,
      municipality_code: null,
      user_id: null,
    },
  },
  trip_photos: {
    file: 'photos-des-deplacements.csv',
    order: ['taken_at', 'id'],
    fields: {
      ...id,
      trip_plan_id: 'Numéro du déplacement',
      contact_id: 'Numéro du contact',
      taken_at: 'Prise le',
    },
  },
  trip_plan_tags: {
    file: 'tags-des-deplacements.csv',
    order: ['trip_plan_id', 'tag_id'],
    fields: {
      trip_plan_id: 'Numéro du déplacement',
      tag_id: 'Numéro du tag',
    },
  },
} as const satisfies SubjectTables;
