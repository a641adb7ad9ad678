import { instant, pick, type Shape, uuid } from './shape.ts';

/** What visitors leave, the contact made from it, and the e-mails about it. */
export const inboxShapes: Shape[] = [
  {
    table: 'quote_requests',
    key: ['id'],
    required: ['organization_name', 'contact_name', 'email', 'organization_type', 'service_type'],
    parents: ['contacts'],
    row: (i) => ({
      id: uuid(4, i),
      organization_name: `Municipalité ${i}`,
      contact_name: `Personne ${i}`,
      email: `demande${i}@exemple.test`,
      phone: `418 555-010${i}`,
      organization_type: pick(i, 'municipalite', 'mrc', 'ville'),
      service_type: pick(i, 'visite-virtuelle', 'street-view', 'infrastructure'),
      message: `Message ${i}`,
      marketing_consent_version: pick(i, '2026-11-21', null, '2027-02-01'),
      status: pick(i, 'nouveau', 'répondu', 'en_cours'),
      // Set and cleared with the status: row 0 has none, and gets none from the status of row 2.
      answered_at: pick(i, null, instant(4), instant(5)),
      contact_id: uuid(8, i),
      anonymised_at: instant(i + 4),
      created_at: instant(i),
      updated_at: instant(i),
    }),
  },
  {
    table: 'notifications',
    key: ['id'],
    required: ['quote_request_id', 'kind'],
    parents: ['contacts', 'quote_requests'],
    row: (i) => ({
      id: uuid(14, i),
      quote_request_id: uuid(4, i),
      kind: pick(i, 'admin_notice', 'admin_notice', 'acknowledgement'),
      state: pick(i, 'en_attente', 'envoyé', 'échec'),
      attempts: i + 1,
      next_attempt_at: instant(i + 2),
      lease_token: uuid(15, i),
      first_attempt_at: instant(i + 3),
      may_have_arrived: i === 2,
      provider_id: `fournisseur-${i}`,
      last_error: `Erreur ${i}`,
      finished_at: instant(i + 4),
      created_at: instant(i),
    }),
  },
];
