import { useMutation } from '@tanstack/react-query';
import type { CampaignSend } from '@/admin/data/campaigns/campaign-sends';
import { campaigns } from '@/admin/data/campaigns/campaigns';
import { Modal } from '@/admin/ui/modal';
import { Button } from '@/shared/ui/button';

const choices = [
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

/** What nobody but a person can know: whether a message whose answer was lost has arrived. */
export function ResolveDialog({ send, onClose }: { send: CampaignSend; onClose: () => void }) {
  const resolve = useMutation(campaigns.resolveUncertain());
  return (
    <Modal
      open
      onOpenChange={(open) => !open && onClose()}
      title="Ce message est-il arrivé?"
      description={`À ${send.name}, ${send.email}. La réponse du fournisseur s’est perdue\u00a0: le message est peut-être parti. Vérifiez auprès de la personne ou dans le journal du fournisseur, puis choisissez.`}
    >
      <ul className="space-y-3">
        {choices.map(({ arrived, label, text }) => (
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
