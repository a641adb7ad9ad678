import { dateFields, id, type SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of prospects, as people read them: deleted, changed, copied. */
export const tables = {
  suggested_prospects: {
    file: 'prospects.csv',
    order: ['created_at', 'id'],
    fields: {
      ...id,
      trip_plan_id: 'Numéro du déplacement',
      company: 'Entreprise',
      name: 'Nom',
      email: 'Courriel',
      email_source_url: 'Source du courriel',
      phone: 'Téléphone',
      phone_source_url: 'Source du téléphone',
      city: 'Ville',
      region: 'Région',
      sector: 'Secteur',
      website: 'Site web',
      distance_km: 'Distance (km)',
      road_km: 'Distance par la route (km)',
      road_minutes: 'Durée par la route (min)',
      crossing: 'Obstacle',
      score: 'Pointage',
      ai_reasoning: 'Raison',
      no_solicitation: 'Refuse la sollicitation',
      status: 'Statut',
      contact_id: 'Numéro du contact',
      ...dateFields,
    },
  },
  prospect_generations: null,
  overpass_answers: null,
  language_model_calls: null,
} as const satisfies SubjectTables;
