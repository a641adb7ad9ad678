import { useMutation } from '@tanstack/react-query';
import { MailX, Reply } from 'lucide-react';
import { campaignFeedback, type SendSignals as Signals } from '@/admin/data/campaigns/campaign-feedback';
import type { CampaignSend } from '@/admin/data/campaigns/campaign-sends';
import { IconButton } from '@/admin/ui/icon-button';

/** The news of a message, the one that matters most first. */
export function newsOf(signals: Signals | undefined): string[] {
  if (!signals) return [];
  const { bounced_at, bounce_reason, complained_at, replied_at, delivered_at, opened_at, clicked_at } =
    signals;
  return [
    ...(bounced_at ? [bounce_reason ? `Rebond\u00a0: ${bounce_reason}` : 'Rebond'] : []),
    ...(complained_at ? ['Plainte'] : []),
    ...(replied_at ? ['A répondu'] : []),
    ...(clicked_at ? ['Clic (estimé)'] : opened_at ? ['Ouvert (estimé)'] : delivered_at ? ['Livré'] : []),
  ];
}

/** What became of a message after it left, under its state. */
export function SendSignals({ signals }: { signals: Signals | undefined }) {
  return newsOf(signals).map((text) => (
    <span key={text} className="block text-sm break-words text-slate">
      {text}
    </span>
  ));
}

type Props = { send: CampaignSend; signals: Signals | undefined; onBounce: (send: CampaignSend) => void };

/** What a person knows of a message that no provider tells: its answer, and a bounce that came by e-mail. */
export function SendSignalActions({ send, signals, onBounce }: Props) {
  const reply = useMutation(campaignFeedback.markReplied());
  if (send.status !== 'envoyé' && send.status !== 'incertain') return null;
  const isReplied = Boolean(signals?.replied_at);
  return (
    <>
      <IconButton
        label={`A répondu\u00a0: ${send.name}`}
        aria-pressed={isReplied}
        className={isReplied ? 'bg-spruce-pale text-spruce-deep' : ''}
        onClick={() => {
          if (!reply.isPending) reply.mutate({ send: send.id, replied: !isReplied });
        }}
      >
        <Reply aria-hidden="true" className="size-4" />
      </IconButton>
      {!signals?.bounced_at && (
        <IconButton label={`Noter un rebond\u00a0: ${send.name}`} onClick={() => onBounce(send)}>
          <MailX aria-hidden="true" className="size-4" />
        </IconButton>
      )}
    </>
  );
}
