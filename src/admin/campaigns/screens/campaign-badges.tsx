import { labelOf } from '@/admin/kit/lib/label-of';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import type { Enums } from '@/shared/database.types';
import { campaignStatuses, delaysInShort, hasTroubles, sendStatuses } from '../data/campaign-labels';
import type { Campaign } from '../data/campaigns';

const campaignTones: Partial<Record<Enums<'campaign_status'>, Tone>> = {
  brouillon: 'quiet',
  programmé: 'quiet',
  en_cours: 'active',
  terminé: 'done',
};

const sendTones: Partial<Record<Enums<'send_status'>, Tone>> = {
  brouillon: 'quiet',
  programmé: 'active',
  envoyé: 'done',
  échec: 'attention',
  incertain: 'attention',
  annulé: 'quiet',
};

/**
 * The state of a campaign; a pause or a cancellation takes precedence over its status.
 *
 * @param hasFollowups true when somebody is still to get a follow-up: the campaign is not over then
 */
export function CampaignBadge({ campaign, hasFollowups }: { campaign: Campaign; hasFollowups: boolean }) {
  const { status, cancelled_at, paused_at } = campaign;
  if (cancelled_at) return <StatusBadge tone="quiet" label="Annulée" />;
  if (paused_at && status !== 'terminé') return <StatusBadge tone="attention" label="En pause" />;
  if (status === 'terminé' && hasTroubles(campaign.counts)) {
    return <StatusBadge tone="attention" label="À vérifier" />;
  }
  if (status === 'terminé' && hasFollowups) return <StatusBadge tone="active" label="Relances à venir" />;
  return <StatusBadge tone={campaignTones[status] ?? 'quiet'} label={labelOf(campaignStatuses, status)} />;
}

export function SendBadge({ status }: { status: Enums<'send_status'> }) {
  return <StatusBadge tone={sendTones[status] ?? 'quiet'} label={labelOf(sendStatuses, status)} />;
}

/** « Relance auto (5j) » (specification, section 2), or « (5j, 10j) », for a campaign with follow-ups. */
export function FollowupBadge({ campaign }: { campaign: Campaign }) {
  if (campaign.steps.length === 0) return null;
  return (
    <span className="rounded-full bg-mist px-2.5 py-0.5 text-sm font-medium whitespace-nowrap text-slate">
      Relance auto ({delaysInShort(campaign.steps)})
    </span>
  );
}
