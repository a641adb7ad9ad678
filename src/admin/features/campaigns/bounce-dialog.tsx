import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignFeedback } from '@/admin/data/campaigns/campaign-feedback';
import type { CampaignSend } from '@/admin/data/campaigns/campaign-sends';
import { Modal } from '@/admin/ui/modal';
import { errorMessage } from '@/shared/lib/errors';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';

/** A mail server answers a bounce by e-mail, to a person: who reads it tells it here. */
export function BounceDialog({ send, onClose }: { send: CampaignSend; onClose: () => void }) {
  const record = useMutation(campaignFeedback.recordBounce());
  const [detail, setDetail] = useState('');
  const submit = () => {
    if (!record.isPending) record.mutate({ send: send.id, detail }, { onSuccess: onClose });
  };
  return (
    <Modal
      open
      onOpenChange={(open) => !open && onClose()}
      title="Noter un rebond"
      description={`Le message à ${send.email} est revenu pour de bon. L’adresse sera retirée des envois, relances comprises.`}
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Annuler
          </Button>
          <Button variant="accent" pending={record.isPending} onClick={submit}>
            Noter le rebond
          </Button>
        </>
      }
    >
      <Field label="Ce que dit le serveur" hint="Par exemple&nbsp;: 550 5.1.1 boîte inconnue.">
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={500}
            value={detail}
            onChange={({ target }) => setDetail(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      {record.isError && (
        <p role="alert" className="mt-3 text-sm font-medium text-sumac-deep">
          {errorMessage(record.error)}
        </p>
      )}
    </Modal>
  );
}
