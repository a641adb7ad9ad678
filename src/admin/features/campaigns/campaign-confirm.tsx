import { type CampaignInput, sendInstant } from '@/admin/data/campaigns/campaigns.schema';
import { formatSendDate } from '@/admin/lib/dates';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';
import { counted } from '@/shared/lib/numbers';

/** The last question before people are written to. */
export function CampaignConfirm({
  campaign,
  templateName,
  pending,
  onClose,
  onConfirm,
}: {
  /** Absent: nothing is asked. */
  campaign: CampaignInput | undefined;
  templateName: string;
  pending: boolean;
  onClose: () => void;
  onConfirm: (campaign: CampaignInput) => void;
}) {
  const people = counted(campaign?.contact_ids.length ?? 0, 'personne');
  const instant = campaign && !campaign.send_now ? sendInstant(campaign) : undefined;
  return (
    <ConfirmDialog
      open={campaign !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={instant ? `Programmer l’envoi à ${people}?` : `Envoyer à ${people}?`}
      description={
        <>
          Le template «&nbsp;{templateName}&nbsp;» partira de {campaign?.from_email}
          {instant ? ` le ${formatSendDate(instant.toISOString())}.` : ' dès maintenant.'}{' '}
          {campaign?.auto_followup &&
            `Une relance suivra ${counted(Number(campaign.followup_days), 'jour')} plus tard. `}
          Un courriel parti ne peut pas être rappelé.
        </>
      }
      confirmLabel={instant ? 'Programmer' : 'Envoyer'}
      pending={pending}
      onConfirm={() => campaign && onConfirm(campaign)}
    />
  );
}
