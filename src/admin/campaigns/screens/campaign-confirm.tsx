import { useQuery } from '@tanstack/react-query';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { consents } from '@/admin/contacts/data/consents';
import { followupDays } from '@/admin/kit/lib/business-hours';
import { formatDateTime, formatLongDay } from '@/admin/kit/lib/dates';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import type { EmailTemplate } from '@/admin/messages/data/email-templates';
import { type SenderSettings, settings as settingsOptions } from '@/admin/settings/data/settings';
import { counted } from '@/shared/lib/numbers';
import { type CampaignInput, sendInstant } from '../data/campaigns.schema';
import {
  type Check,
  type Departure,
  departureOf,
  departureText,
  type PlannedCampaign,
  preflight,
} from './preflight';
import { delaysOf } from './step-fields';

/** The fields of a campaign being written that its checks use. */
export type Planned = Pick<
  PlannedCampaign,
  'chosen' | 'candidates' | 'instant' | 'sector' | 'delays' | 'hasGround' | 'messages' | 'isTested'
> & { settings: SenderSettings };

/** Returns the checks of a campaign, problems first, and who will get its first message. */
export function usePreflight(planned: Planned): { checks: Check[]; departure: Departure } {
  const { data: sending } = useQuery(settingsOptions.sending());
  const { data: known } = useQuery({ ...consents.byContact(), enabled: planned.chosen.length > 0 });
  const whole = { ...planned, now: serverNow(), consents: known, sentToday: sending?.sent_today };
  const stop = sending?.reputation_stop;
  return {
    checks: [
      ...(stop ? [{ isWarning: true, text: `${stop} La campagne naîtra en pause.` }] : []),
      ...preflight(whole),
    ],
    departure: departureOf(whole),
  };
}

/** The checks of a campaign before it leaves, while it is written. */
export function PreflightPanel({ checks, people }: { checks: readonly Check[]; people: number }) {
  return (
    <section aria-labelledby="titre-avant" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="titre-avant" className="text-lg font-semibold">
        Avant l’envoi
      </h2>
      {people === 0 ? (
        <p className="mt-1 text-sm text-slate">Choisissez un template et au moins un contact.</p>
      ) : (
        <CheckList label="Vérifications avant l’envoi" checks={checks} />
      )}
    </section>
  );
}

function CheckList({ label, checks }: { label: string; checks: readonly Check[] }) {
  return (
    <ul aria-label={label} className="mt-3 space-y-2 text-sm">
      {checks.map((check) => (
        <Line key={check.text} {...check} />
      ))}
    </ul>
  );
}

type Props = {
  /** The checked campaign; the dialog is closed without one. */
  campaign: CampaignInput | undefined;
  template: EmailTemplate | undefined;
  departure: Departure;
  checks: readonly Check[];
  pending: boolean;
  onClose: () => void;
  onConfirm: (campaign: CampaignInput) => void;
};

/** The confirmation before people are e-mailed, with the warnings; the panel beside the form shows the other checks. */
export function CampaignConfirm({
  campaign,
  template,
  departure,
  checks,
  pending,
  onClose,
  onConfirm,
}: Props) {
  const instant = campaign && !campaign.send_now ? sendInstant(campaign) : undefined;
  const count = departureText(departure);
  // The statuses that let a follow-up leave (private.followup_refusal).
  const followable = departure.leaving.filter(
    ({ status }) => status === 'nouveau' || status === 'contacté',
  ).length;
  const days = followupDays(instant ?? serverNow(), delaysOf(campaign?.steps ?? []));
  const warnings = checks.filter(({ isWarning }) => isWarning);
  return (
    <ConfirmDialog
      open={campaign !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={instant ? `Programmer l’envoi à ${count}?` : `Envoyer à ${count}?`}
      description={
        <>
          <p>
            Le template «&nbsp;{template?.name}&nbsp;»{campaign?.message_body ? ', au texte modifié,' : ''}{' '}
            partira de {campaign?.from_email}
            {instant ? ` le ${formatDateTime(instant.toISOString())}. ` : ' dès maintenant. '}
            {instant
              ? 'Son texte est figé aujourd’hui et peut être modifié jusqu’au départ.'
              : 'Un courriel parti ne peut pas être rappelé.'}
          </p>
          {days.length > 0 && (
            <p className="mt-2">
              {followable === 0
                ? 'Aucune relance ne suivra'
                : `${days.length === 1 ? 'Une relance suivra d’elle-même' : `${days.length} relances suivront d’elles-mêmes`}, à ${counted(followable, 'personne')} au plus\u00a0: vers le ${days.map(formatLongDay).join(', puis le ')}`}
              . Qui répond, refuse, se désabonne ou a le statut «&nbsp;Intéressé&nbsp;» n’en reçoit pas.
            </p>
          )}
          {warnings.length > 0 && <CheckList label="À vérifier" checks={warnings} />}
        </>
      }
      confirmLabel={instant ? 'Programmer' : 'Envoyer'}
      pending={pending}
      onConfirm={() => campaign && onConfirm(campaign)}
    />
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
