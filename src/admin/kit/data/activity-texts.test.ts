import { expect, it } from 'vitest';
import { subjects } from '@/admin/subjects';
import { describeChange } from './activity-texts';
import { loadTables } from './subject-words';

const tables = await loadTables(subjects);

const changeText = (kind: string, fields: string[]) =>
  describeChange(
    {
      ...{ id: 1, created_at: '2026-11-28T12:00:00Z', actor_email: null, record_id: null, record_count: 1 },
      ...{ kind, fields, action: 'updated' },
    },
    tables,
  );

it('names what changed of an invoice and of a payment', () => {
  expect(changeText('invoices', ['lines', 'discount_kind', 'discount_value', 'due_days', 'terms'])).toBe(
    'Facture, modification (lignes, rabais, délai de paiement, modalités)',
  );
  expect(changeText('invoices', ['reference', 'organization_name', 'contact_name', 'address', 'kind'])).toBe(
    'Facture, modification (référence, organisation, nom, adresse, nature)',
  );
  expect(changeText('invoice_payments', ['undone_at'])).toBe('Paiement, modification (annulation)');
});

it('names what changed of a contact, a request and the rules of sending', () => {
  expect(changeText('contacts', ['function_title', 'is_public_office_holder', 'organisation_id'])).toBe(
    'Contact, modification (fonction, charge publique)',
  );
  expect(changeText('quote_requests', ['outcome', 'outcome_reason', 'answered_at'])).toBe(
    'Demande de soumission, modification (issue, réponse)',
  );
  expect(changeText('sending_settings', ['mandate_number', 'campaign_gap_days'])).toBe(
    'Réglages d’envoi, modification (mandat de lobbyisme, délai entre deux campagnes)',
  );
});
