import { useMutation } from '@tanstack/react-query';
import { Mail, MailX, Reply } from 'lucide-react';
import { campaignFeedback, type SendSignals as Signals } from '@/admin/data/campaigns/campaign-feedback';
import { stepName } from '@/admin/data/campaigns/campaign-labels';
import type { CampaignSend } from '@/admin/data/campaigns/campaign-sends';
import { formatDateTime } from '@/admin/lib/dates';
import type { Column } from '@/admin/ui/data-table';
import { IconButton } from '@/admin/ui/icon-button';
import { Button } from '@/shared/ui/button';
import { SendBadge } from './campaign-badges';

type Actions = Record<'onShow' | 'onResolve' | 'onBounce', (send: CampaignSend) => void> & {
  /** What is known of the messages after they left, by id. */
  signals: Readonly<Record<string, Signals>> | undefined;
};

/** When something happened, or will: a message that is to be tried again says when. */
function whenOf({ status, finished_at, next_attempt_at, last_error }: CampaignSend): string {
  if (finished_at) return formatDateTime(finished_at);
  // Without an error the first attempt is under way, and that moment is the end of its lease.
  if (status === 'programmé' && last_error && next_attempt_at) {
    return `Nouvel essai\u00a0: ${formatDateTime(next_attempt_at)}`;
  }
  return '–';
}

/** The columns of a campaign's recipients. */
export function sendColumns({ onShow, onResolve, onBounce, signals }: Actions): Column<CampaignSend>[] {
  return [
    {
      key: 'destinataire',
      header: 'Destinataire',
      sortable: true,
      mobile: 'title',
      className: 'wrap-anywhere sm:min-w-72',
      cell: ({ name, company, email, step }) => (
        <>
          <span className="font-semibold">{name}</span>
          {company && <span className="block text-sm font-normal text-slate">{company}</span>}
          <span className="block text-sm font-normal text-slate">{email}</span>
          {step > 0 && <span className="block text-sm font-normal text-slate">{stepName(step)}</span>}
        </>
      ),
    },
    {
      key: 'etat',
      header: 'État',
      sortable: true,
      cell: ({ id, status }) => (
        <>
          <SendBadge status={status} />
          <SendSignals signals={signals?.[id]} />
        </>
      ),
    },
    {
      key: 'heure',
      header: 'Heure',
      sortable: true,
      className: 'sm:min-w-36 sm:text-sm',
      cell: (send) => whenOf(send),
    },
    {
      key: 'raison',
      header: 'Raison',
      mobile: 'plain',
      className: 'text-sm wrap-anywhere text-slate',
      cell: ({ last_error, attempts, status }) =>
        last_error && (
          <>
            {status !== 'envoyé' && attempts > 1 && `Essai ${attempts}\u00a0: `}
            {last_error}
          </>
        ),
    },
    {
      key: 'actions',
      header: 'Actions',
      hiddenHeader: true,
      mobile: 'plain',
      className: 'text-right whitespace-nowrap',
      cell: (send) => (
        <>
          {send.status === 'incertain' && (
            <Button
              size="sm"
              variant="outline"
              aria-label={`Trancher l’envoi à ${send.name}`}
              onClick={() => onResolve(send)}
            >
              Trancher
            </Button>
          )}
          <SendSignalActions send={send} signals={signals?.[send.id]} onBounce={onBounce} />
          <IconButton label={`Voir le message à ${send.name}`} onClick={() => onShow(send)}>
            <Mail aria-hidden="true" className="size-4" />
          </IconButton>
        </>
      ),
    },
  ];
}

/** The delivery events of a message in words, the one that matters most first. */
export function deliveryEventsOf(signals: Signals | undefined): string[] {
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
function SendSignals({ signals }: { signals: Signals | undefined }) {
  return deliveryEventsOf(signals).map((text) => (
    <span key={text} className="block text-sm wrap-anywhere text-slate">
      {text}
    </span>
  ));
}

type Props = { send: CampaignSend; signals: Signals | undefined; onBounce: (send: CampaignSend) => void };

/** What a person knows of a message that no provider tells: its answer, and a bounce that came by e-mail. */
function SendSignalActions({ send, signals, onBounce }: Props) {
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
