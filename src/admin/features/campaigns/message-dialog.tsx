import { useQuery } from '@tanstack/react-query';
import { type CampaignSend, campaignSends } from '@/admin/data/campaigns/campaign-sends';
import { formatDateTime } from '@/admin/lib/dates';
import { MessagePreview } from '@/admin/ui/message-preview';
import { Modal } from '@/admin/ui/modal';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { SendBadge } from './campaign-badges';

/** One message as it was sent; as it will be, while it has not left. */
export function MessageDialog({ send, onClose }: { send: CampaignSend; onClose: () => void }) {
  const message = useQuery(campaignSends.message(send.id));
  return (
    <Modal
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Message à ${send.name}`}
      description={send.email}
    >
      {message.isPending ? (
        <Spinner />
      ) : !message.data ? (
        <ErrorState title="Impossible de charger le message" onRetry={() => message.refetch()} />
      ) : (
        <>
          <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-slate">
            <SendBadge status={message.data.status} />
            {message.data.finished_at && formatDateTime(message.data.finished_at)}
            {message.data.from_email && (
              <span className="break-all">
                De&nbsp;: {message.data.identity?.sender_name} {message.data.from_email}
              </span>
            )}
          </p>
          <MessagePreview
            title={message.data.status === 'envoyé' ? 'Tel qu’envoyé' : 'Texte du message'}
            subject={message.data.subject}
            body={message.data.body}
            identity={message.data.identity}
            recipient={send.email}
          />
        </>
      )}
    </Modal>
  );
}
