import { id, type SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of calls for tenders, as people read them: deleted, changed, copied. */
export const tables = {
  tender_signals: {
    file: 'appels-d-offres.csv',
    order: ['published_at', 'id'],
    fields: {
      ...id,
      ocid: 'Numéro de l’avis',
      kind: 'Genre',
      title: 'Titre',
      buyer: 'Acheteur',
      closes_at: 'Ferme le',
      ends_on: 'Se termine le',
      url: 'Adresse',
      phrase: 'Expression',
      published_at: 'Publié le',
      municipality_code: 'Code de la municipalité',
      dismissed_at: 'Écarté le',
      created_at: 'Créé le',
    },
  },
  // It holds imported open data, which the next reading restores.
  tender_weeks: null,
  tender_settings: {
    file: 'recherche-des-appels-d-offres.csv',
    order: ['id'],
    logged: ['Recherche des appels d’offres', 'recherches d’appels d’offres'],
    fields: {
      phrases: { copied: 'Expressions', changed: 'mots recherchés' },
      id: null,
      updated_at: null,
    },
  },
} as const satisfies SubjectTables;
