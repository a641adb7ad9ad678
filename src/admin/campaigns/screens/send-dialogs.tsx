import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { MessagePreview } from '@/admin/kit/ui/message-preview';
import { Modal } from '@/admin/kit/ui/modal';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { TextAreaField } from '@/shared/ui/form-fields';
import { Spinner } from '@/shared/ui/spinner';
import { campaignFeedback } from '../data/campaign-feedback';
import { type CampaignSend, campaignSends } from '../data/campaign-sends';
import { SendBadge } from './campaign-badges';

type Props = { send: CampaignSend; onClose: () => void };

/** One message as sent, or as it will be. */
export function MessageDialog({ send, onClose }: Props) {
  const message = useQuery(campaignSends.message(send.id));
  return (
    <Modal onClose={onClose} title={`Message à ${send.name}`} description={send.email}>
      {message.isPending ? (
        <Spinner />
      ) : !message.data ? (
        <ErrorState
          title="Impossible de charger le message"
          error={message.error}
          onRetry={() => message.refetch()}
        />
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

const outcomeChoices = [
  {
    arrived: true,
    label: 'Il est arrivé',
    text: 'La personne l’a reçu, ou le fournisseur le montre comme livré. Il sera marqué «\u00a0Envoyé\u00a0».',
  },
  {
    arrived: false,
    label: 'Il n’est pas arrivé, renvoyer',
    text: 'Ni la personne ni le fournisseur ne l’ont. Il repartira; s’il était tout de même arrivé, la personne le recevra deux fois.',
  },
] as const;

/** Settles an unknown outcome: whether a message whose response was lost has arrived. */
export function ResolveDialog({ send, onClose }: Props) {
  const resolve = useMutation(campaignSends.resolveUncertain());
  return (
    <Modal
      onClose={onClose}
      title="Ce message est-il arrivé?"
      description={`À ${send.name}, ${send.email}. La réponse du fournisseur s’est perdue\u00a0: le message est peut-être parti. Vérifiez auprès de la personne ou dans le journal du fournisseur, puis choisissez.`}
    >
      <ul className="space-y-3">
        {outcomeChoices.map(({ arrived, label, text }) => (
          <li key={label} className="rounded-xl border border-line p-4">
            <p className="mb-3 text-sm text-slate">{text}</p>
            <Button
              size="sm"
              variant={arrived ? 'primary' : 'outline'}
              pending={resolve.isPending}
              onClick={() => resolve.mutate({ send: send.id, arrived }, { onSuccess: onClose })}
            >
              {label}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

type BounceValues = { detail: string };

/** Records a bounce that a mail server reported by e-mail, to a person. */
export function BounceDialog({ send, onClose }: Props) {
  const record = useMutation(campaignFeedback.recordBounce());
  const form = useForm<BounceValues>({ defaultValues: { detail: '' } });
  return (
    <FormDialog
      form={form}
      title="Noter un rebond"
      description={`Le message à ${send.email} est revenu pour de bon. L’adresse sera retirée des envois, relances comprises.`}
      submitLabel="Noter le rebond"
      pending={record.isPending}
      error={record.error}
      onSubmit={({ detail }) => record.mutate({ send: send.id, detail }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextAreaField<BounceValues>
        name="detail"
        label="Ce que dit le serveur"
        hint="Par exemple&nbsp;: 550 5.1.1 boîte inconnue."
        rows={3}
        maxLength={500}
      />
    </FormDialog>
  );
}
