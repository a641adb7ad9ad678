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
const filteredIds = (change: Record<string, string>) =>
  filterCampaigns(campaigns, campaignListFields.parse(change)).map(({ name }) => name);

it('campaigns are found by name and by what their badge says, newest first by default', () => {
  expect(filteredIds({})).toEqual(['Été', 'Hiver', 'Printemps', 'Automne', 'Noël']);
  expect(filteredIds({ q: 'ete' })).toEqual(['Été']);
  expect(filteredIds({ statut: 'en_cours' })).toEqual(['Été']);
  expect(filteredIds({ statut: 'en_pause' })).toEqual(['Hiver']);
  expect(filteredIds({ statut: 'annulée' })).toEqual(['Printemps']);
  expect(filteredIds({ statut: 'terminé' })).toEqual(['Automne']);
  expect(filteredIds({ tri: 'nom' })).toEqual(['Automne', 'Été', 'Hiver', 'Noël', 'Printemps']);
  expect(filteredIds({ statut: 'a_verifier' })).toEqual(['Noël']);
  expect(filteredIds({ statut: 'archivée', q: 'fjord' })).toEqual(['Vieille']);
});
