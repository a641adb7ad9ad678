import { searchKey } from '@contract/search-key';
import { sortRows } from '@/admin/kit/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/kit/lib/use-list-state';
import { campaignStatuses, hasTroubles } from '../data/campaign-labels';
import type { Campaign } from '../data/campaigns';
import { tables } from '../data/tables';

const { fields } = tables.campaigns;

/** State of a campaign, as its badge shows it: value in the address → French label. */
export const campaignStates = {
  ...campaignStatuses,
  a_verifier: 'À vérifier',
  en_pause: 'En pause',
  annulée: 'Annulée',
  archivée: 'Archivée',
} as const;

/** Fields of the list in the address. */
export const campaignListFields = listFields({
  q: textField(),
  statut: keyField(campaignStates),
  tri: textField(),
});

/** The views that every list of campaigns offers. */
export const campaignViews = [
  { name: 'En cours', query: 'statut=en_cours' },
  { name: 'Programmées', query: new URLSearchParams({ statut: 'programmé' }).toString() },
] as const;

/** Columns that the list can be ordered by: column → French label. */
export const campaignOrders = {
  nom: fields.name,
  statut: fields.status,
  date: 'Date d’envoi ou de création',
} as const;

const sortValues: Record<keyof typeof campaignOrders, (campaign: Campaign) => string | null> = {
  nom: (campaign) => campaign.name,
  statut: (campaign) => campaignStates[campaignState(campaign) as keyof typeof campaignStates],
  date: (campaign) => campaign.send_date ?? campaign.created_at,
};

/** Returns the state of a campaign: a pause or a cancellation takes precedence over its status. */
function campaignState({ status, cancelled_at, paused_at, archived_at, counts }: Campaign): string {
  if (archived_at) return 'archivée';
  if (cancelled_at) return 'annulée';
  if (status === 'terminé' && hasTroubles(counts)) return 'a_verifier';
  return paused_at && status !== 'terminé' ? 'en_pause' : status;
}

/**
 * Filters the campaigns by the search, in their name or subject, and by state, and sorts them; the newest first by
 * default. Archived ones are shown on request only.
 */
export function filterCampaigns(
  campaigns: readonly Campaign[],
  { q, statut, tri }: ListValues<typeof campaignListFields>,
): readonly Campaign[] {
  const wanted = searchKey(q);
  const kept = campaigns.filter(
    (campaign) =>
      searchKey(`${campaign.name} ${campaign.message_subject ?? ''}`).includes(wanted) &&
      (statut ? campaignState(campaign) === statut : !campaign.archived_at),
  );
  return sortRows(kept, tri, sortValues);
}
