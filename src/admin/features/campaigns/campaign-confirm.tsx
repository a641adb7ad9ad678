import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { Candidate } from '@/admin/data/campaigns/audience';
import { type CampaignInput, sendInstant } from '@/admin/data/campaigns/campaigns.schema';
import { consents } from '@/admin/data/contacts/consents';
import type { EmailTemplate } from '@/admin/data/email-templates/email-templates';
import { type Settings, settings as settingsOptions } from '@/admin/data/settings/settings';
import { formatSendDate } from '@/admin/lib/dates';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';
import { counted } from '@/shared/lib/numbers';
import { preflight } from './preflight';

type Props = {
  /** Absent: nothing is asked. */
  campaign: CampaignInput | undefined;
  template: EmailTemplate | undefined;
  chosen: readonly Candidate[];
  settings: Settings;
  pending: boolean;
  onClose: () => void;
  onConfirm: (campaign: CampaignInput) => void;
};

/** The confirmation before people are e-mailed, with all that is known to go wrong. */
export function CampaignConfirm({ campaign, template, pending, onClose, onConfirm, ...people }: Props) {
  const instant = campaign && !campaign.send_now ? sendInstant(campaign) : undefined;
  const count = counted(campaign?.contact_ids.length ?? 0, 'personne');
  return (
    <ConfirmDialog
      open={campaign !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={instant ? `Programmer l’envoi à ${count}?` : `Envoyer à ${count}?`}
      description={
        <>
          <p>
            Le template «&nbsp;{template?.name}&nbsp;» partira de {campaign?.from_email}
            {instant ? ` le ${formatSendDate(instant.toISOString())}. ` : ' dès maintenant. '}
            {instant
              ? 'Son texte est figé aujourd’hui et peut être modifié jusqu’au départ.'
              : 'Un courriel parti ne peut pas être rappelé.'}
          </p>
          {campaign && template && (
            <Checks campaign={campaign} template={template} instant={instant} {...people} />
          )}
        </>
      }
      confirmLabel={instant ? 'Programmer' : 'Envoyer'}
      pending={pending}
      onConfirm={() => campaign && onConfirm(campaign)}
    />
  );
}

function Checks({
  campaign,
  template,
  chosen,
  settings,
  instant,
}: Pick<Props, 'chosen' | 'settings'> & {
  campaign: CampaignInput;
  template: EmailTemplate;
  instant: Date | undefined;
}) {
  const { data: sending } = useQuery(settingsOptions.sending());
  const { data: known } = useQuery(consents.byContact());
  const checks = preflight({
    ...{ chosen, instant, now: new Date(), settings, consents: known },
    sector: template.sector,
    followupDays: campaign.auto_followup ? Number(campaign.followup_days) : undefined,
    hasGround: campaign.ground !== '',
    sentToday: sending?.sent_today,
  });
  return (
    <ul aria-label="Avant l’envoi" className="mt-4 space-y-2 text-sm">
      {sending?.reputation_stop && (
        <Line isWarning text={`${sending.reputation_stop} La campagne naîtra en pause.`} />
      )}
      {checks.map((check) => (
        <Line key={check.text} {...check} />
      ))}
    </ul>
  );
}

function Line({ text, isWarning }: { text: string; isWarning: boolean }) {
  const Icon = isWarning ? TriangleAlert : CircleCheck;
  return (
    <li className={`flex items-start gap-2 ${isWarning ? 'font-medium text-ink' : ''}`}>
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-4 shrink-0 ${isWarning ? 'text-sumac-deep' : 'text-spruce'}`}
      />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </li>
  );
}
