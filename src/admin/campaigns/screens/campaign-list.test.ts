import { expect, it } from 'vitest';
import type { Campaign } from '../data/campaigns';
import { campaignListFields, filterCampaigns } from './campaign-list';

const campaign = (name: string, change: Partial<Campaign>) => ({ name, counts: {}, ...change }) as Campaign;

const campaigns = [
  campaign('Été', { status: 'en_cours' }),
  campaign('Hiver', { status: 'en_cours', paused_at: '2026-01-01' }),
  campaign('Printemps', { status: 'programmé', cancelled_at: '2026-01-01' }),
  campaign('Automne', { status: 'terminé', paused_at: '2026-01-01' }),
  campaign('Vieille', { status: 'terminé', archived_at: '2026-01-01', message_subject: 'Le fjord' }),
  campaign('Noël', { status: 'terminé', counts: { envoyé: 3, incertain: 1 } }),
];
const found = (change: Record<string, string>) =>
  filterCampaigns(campaigns, campaignListFields.parse(change)).map(({ name }) => name);

it('campaigns are found by name and by what their badge says, newest first by default', () => {
  expect(found({})).toEqual(['Été', 'Hiver', 'Printemps', 'Automne', 'Noël']);
  expect(found({ q: 'ete' })).toEqual(['Été']);
  expect(found({ statut: 'en_cours' })).toEqual(['Été']);
  expect(found({ statut: 'en_pause' })).toEqual(['Hiver']);
  expect(found({ statut: 'annulée' })).toEqual(['Printemps']);
  expect(found({ statut: 'terminé' })).toEqual(['Automne']);
  expect(found({ tri: 'nom' })).toEqual(['Automne', 'Été', 'Hiver', 'Noël', 'Printemps']);
  expect(found({ statut: 'a_verifier' })).toEqual(['Noël']);
  expect(found({ statut: 'archivée', q: 'fjord' })).toEqual(['Vieille']);
});
