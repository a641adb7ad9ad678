import type { Contact } from '@/admin/contacts/data/contact-list';
import { ADMIN_ID } from './fake-backend';

/** Makes a contact, with the changes of the test. */
export const contact = (change: Partial<Contact> = {}): Contact => ({
  id: 'c0000000-0000-4000-8000-000000000001',
  user_id: ADMIN_ID,
  name: 'Geneviève Côté',
  company: 'Ville de Percé',
  email: 'genevieve@perce.example',
  phone: '418 555-0101',
  city: 'Percé',
  region: 'Gaspésie–Îles-de-la-Madeleine',
  sector: 'municipalité',
  status: 'nouveau',
  website: null,
  notes: null,
  municipality_code: null,
  organisation_id: 'a0000000-0000-4000-8000-000000000001',
  function_kind: null,
  function_title: null,
  is_public_office_holder: null,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  ...change,
});
