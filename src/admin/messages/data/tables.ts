import { dateFields, id, type SubjectTables } from '@/admin/kit/lib/table-words';

/** The tables of templates and received messages, as people read them: deleted, changed, copied. */
export const tables = {
  email_templates: {
    item: 'Template',
    file: 'modeles-de-courriels.csv',
    order: ['created_at', 'id'],
    logged: ['Template email', 'templates emails'],
    fields: {
      ...id,
      name: 'Nom',
      subject: 'Objet',
      body: 'Texte',
      tone: 'Ton',
      sector: 'Secteur',
      ...dateFields,
      user_id: null,
      variables: null,
    },
  },
  inbound_messages: {
    file: 'messages-recus.csv',
    order: ['received_at', 'id'],
    fields: {
      ...id,
      kind: 'Nature',
      from_email: 'Courriel',
      from_name: 'Nom',
      subject: 'Objet',
      body: 'Texte',
      quoted: 'Texte cité',
      sender_check: 'Expéditeur vérifié',
      attachments: 'Pièces jointes',
      contact_id: 'Numéro du contact',
      quote_request_id: 'Numéro de la demande',
      email_send_id: 'Numéro du courriel',
      settled_at: 'Retrait décidé le',
      discarded_at: 'Écarté le',
      received_at: 'Reçu le',
    },
  },
} as const satisfies SubjectTables;
