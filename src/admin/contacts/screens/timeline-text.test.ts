import { expect, it } from 'vitest';
import { describeConsent } from './consent-badge';
import { describeEvent } from './timeline-text';

const text = (kind: string, detail: Record<string, string> = {}) =>
  Object.values(describeEvent({ happened_at: '2026-11-01T12:00:00Z', kind, detail }))
    .filter(Boolean)
    .join(' | ');

it.each([
  ['created', {}, 'Contact créé'],
  ['imported', { source: 'Congrès' }, 'Importé | Congrès'],
  ['completed', { source: 'Congrès' }, 'Complété par un import | Congrès'],
  [
    'status',
    { old_status: 'nouveau', new_status: 'refusé' },
    'Statut changé de «\u00a0Nouveau\u00a0» à «\u00a0Refusé\u00a0»',
  ],
  ['accepted', { city: 'Alma' }, 'Prospect accepté du déplacement à Alma'],
  [
    'quote',
    { organization_name: 'Ville', service_type: 'street-view' },
    'Demande de soumission reçue | Ville · Street View',
  ],
  [
    'email',
    { status: 'envoyé', campaign: 'Automne', subject: 'Bonjour' },
    'Courriel envoyé · campagne «\u00a0Automne\u00a0» | Bonjour',
  ],
  [
    'email',
    { status: 'brouillon', campaign: 'Automne', subject: 'Bonjour' },
    'Courriel en brouillon · campagne «\u00a0Automne\u00a0» | Bonjour',
  ],
  ['quote_sent', { number: '2026-001' }, 'Devis 2026-001 envoyé'],
  ['quote_closed', { number: '2026-001', status: 'accepté' }, 'Devis 2026-001 accepté'],
  ['invoice', { number: 'F-2026-002', invoice_kind: 'credit' }, 'Note de crédit F-2026-002 émise'],
  ['payment', { number: 'F-2026-001', cents: '50000' }, 'Paiement de 500,00\u00a0$ · facture F-2026-001'],
  ['consent', { basis: 'express', evidence: 'Case cochée' }, 'Consentement exprès | Case cochée'],
  ['consent', { basis: 'withdrawn' }, 'Consentement retiré'],
  ['suppressed', { reason: 'bounced' }, 'Adresse qui ne reçoit plus'],
  ['lifted', { reason: 'A rappelé' }, 'Retrait des envois levé | A rappelé'],
  [
    'opened',
    { campaign: 'Automne', subject: 'Bonjour' },
    'Courriel ouvert (estimé) · campagne «\u00a0Automne\u00a0» | Bonjour',
  ],
  [
    'replied',
    { campaign: 'Automne', subject: 'Bonjour' },
    'A répondu · campagne «\u00a0Automne\u00a0» | Bonjour',
  ],
  ['plus tard', {}, 'plus tard'],
])('says what happened: %s', (kind, detail, expected) =>
  expect(text(kind, detail as Record<string, string>)).toBe(expected),
);

it.each([
  [null, 'Envoi interdit — aucun consentement', 'Aucun consentement n’est consigné pour ce contact.'],
  [{ state: 'allowed', basis: 'express' }, 'Envoi permis — consentement exprès', 'Consentement exprès.'],
  [
    { state: 'allowed', basis: 'published', occurred_at: '2026-11-01T15:00:00Z' },
    'Envoi permis — adresse publiée',
    /depuis le 01 nov\. 2026\. En cas de plainte, la preuve est à notre charge\.$/,
  ],
  [
    { state: 'allowed', basis: 'inquiry', expires_at: '2027-03-05T17:00:00Z' },
    'Envoi permis jusqu’au 05 mars 2027 — demande reçue',
    'Demande de renseignements (6 mois)',
  ],
  [
    { state: 'expired', basis: 'contract', expires_at: '2026-01-02T17:00:00Z' },
    'Envoi interdit — consentement expiré',
    /expiré le 02 janv\. 2026$/,
  ],
  [{ state: 'withdrawn' }, 'Envoi interdit — consentement retiré', 'Le consentement a été retiré.'],
  [
    { state: 'unsubscribed', basis: 'express', suppression: 'complained' },
    'Envoi interdit — plainte',
    'Plainte pour pourriel',
  ],
  [{ state: 'unsubscribed', suppression: 'manual' }, 'Retiré des envois', 'Retrait par un administrateur'],
] as const)('says whether one may write: %j', (consent, label, reason) => {
  const described = describeConsent(consent);
  expect(described.label).toBe(label);
  expect(described.reason).toMatch(reason);
});
