import { useQuery } from '@tanstack/react-query';
import { campaignFeedback, type Feedback } from '@/admin/data/campaigns/campaign-feedback';
import { type Campaign, isSending } from '@/admin/data/campaigns/campaigns';
import { StatTile } from '@/admin/ui/stat-tile';
import { formatNumber } from '@/shared/lib/numbers';

const tiles: readonly [label: string, key: keyof Feedback][] = [
  ['Livrés', 'delivered'],
  ['Rebonds', 'bounced'],
  ['Plaintes', 'complained'],
  ['Ouverts (estimés)', 'opened'],
  ['Clics (estimés)', 'clicked'],
  ['Réponses', 'replied'],
];

/** What came back of a campaign; nothing before a message left. */
export function FeedbackTiles({ campaign }: { campaign: Campaign }) {
  const { data } = useQuery(campaignFeedback.of(campaign.id, isSending(campaign)));
  if (!data || !(campaign.counts.envoyé || campaign.counts.incertain)) return null;
  return (
    <section aria-labelledby="retours" className="mb-6">
      <h2 id="retours" className="mb-3 text-lg font-semibold">
        Retours
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {tiles.map(([label, key]) => (
          <li key={key}>
            <StatTile label={label} value={formatNumber(data[key])} />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-slate">
        Livraisons, ouvertures et clics sont ceux que le fournisseur rapporte. Des antivirus ouvrent et
        suivent les liens d’eux-mêmes&nbsp;: ouvertures et clics ne sont que des estimations.
      </p>
    </section>
  );
}
