import { dateFields, id, type SubjectTables } from '@/admin/kit/lib/table-words';
import { tableFields } from './contact-fields';

/** The tables of contacts, as people read them: deleted, changed, copied. */
export const tables = {
  contacts: {
    item: 'Contact',
    file: 'contacts.csv',
    order: ['created_at', 'id'],
    logged: ['Contact', 'contacts'],
    fields: {
      ...id,
      ...tableFields,
      ...dateFields,
      municipality_code: null,
      user_id: null,
    },
  },
  contact_activities: {
    file: 'echanges-avec-les-contacts.csv',
    order: ['created_at', 'id'],
    fields: {
      ...id,
      contact_id: 'Numéro du contact',
      kind: 'Nature',
      happened_at: 'Date',
      body: 'Texte',
      created_at: 'Inscrit le',
    },
  },
  contact_events: {
    file: 'historique-des-contacts.csv',
    order: ['created_at', 'id'],
    fields: {
      ...id,
      contact_id: 'Numéro du contact',
      kind: 'Nature',
      old_status: 'Ancien statut',
      new_status: 'Nouveau statut',
      source: 'Source',
      created_at: 'Date',
    },
  },
  consent_events: {
    file: 'consentements.csv',
    order: ['created_at', 'id'],
    fields: {
      ...id,
      contact_id: 'Numéro du contact',
      email: 'Courriel',
      basis: 'Fondement',
      occurred_at: 'Date du consentement',
      source_url: 'Source',
      evidence: 'Preuve',
      wording: 'Texte accepté',
      wording_version: 'Version du texte',
      created_at: 'Inscrit le',
    },
  },
  // They hold hashes of addresses only: the contacts' refusals are among the consents.
  suppressions: null,
  suppression_lifts: null,
} as const satisfies SubjectTables;
