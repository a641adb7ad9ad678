import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { countsInWords, hasTroubles, pendingOf, totalOf } from '../data/campaign-labels';
import { type Campaign, isSending } from '../data/campaigns';

/** Returns the summary of a campaign's e-mails, in the words of the specification (section 8), and its figures. */
function sendsOf(campaign: Campaign, hasFollowups: boolean): { title?: string; figures: string } {
  const { counts, status, cancelled_at } = campaign;
  const total = totalOf(counts);
  if (total === 0) return { figures: 'Aucun envoi' };
  if (isSending(campaign)) {
    const done = `${formatNumber(total - pendingOf(counts))}\u00a0/\u00a0${formatNumber(total)}`;
    return { title: `Envoi de ${counted(total, 'email')}...`, figures: done };
  }
  const isDone = status === 'terminé' && !cancelled_at && !hasTroubles(counts) && !hasFollowups;
  return { ...(isDone && { title: 'Envoi terminé' }), figures: countsInWords(counts) };
}

/** Returns that summary as one text. */
export function sendsText(campaign: Campaign, hasFollowups: boolean): string {
  const { title, figures } = sendsOf(campaign, hasFollowups);
  return title ? `${title} ${figures}` : figures;
}

/** The e-mails of a campaign in its row: the progress of the sending, its end, or the number by state. */
export function CampaignSends({ campaign, hasFollowups }: { campaign: Campaign; hasFollowups: boolean }) {
  const { title, figures } = sendsOf(campaign, hasFollowups);
  if (!title) return figures;
  const total = totalOf(campaign.counts);
  return (
    <span className="block max-w-64 leading-5">
      <span className="block truncate">{title}</span>
      <span className="flex items-center gap-2 text-xs leading-4 text-slate">
        {isSending(campaign) && (
          <span className="grow">
            <ProgressBar
              isThin
              label={`Courriels traités, ${campaign.name}`}
              done={total - pendingOf(campaign.counts)}
              total={total}
            />
          </span>
        )}
        <span className="truncate tabular-nums">{figures}</span>
      </span>
    </span>
  );
}
