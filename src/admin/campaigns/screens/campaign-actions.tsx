import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, CalendarClock, Pause, PencilLine, Play, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { quebecDayAndTime } from '@/admin/kit/lib/quebec-clock';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { settings } from '@/admin/settings/data/settings';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { sendFromBrowser, stopBrowserSending } from '../data/browser-sending';
import { pendingOf } from '../data/campaign-labels';
import { campaignSends } from '../data/campaign-sends';
import { type Campaign, campaigns } from '../data/campaigns';
import { scheduleSchema } from '../data/campaigns.schema';
import { CampaignTextDialog } from './campaign-text-dialog';
import { ScheduleFields } from './schedule-fields';
import { useIsSendingHere } from './use-is-sending-here';

/** The actions on a campaign that its state allows. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const { id, status, paused_at, cancelled_at, from_email, counts } = campaign;
  const client = useQueryClient();
  const isHere = useIsSendingHere(id);
  const [question, setQuestion] = useState<'cancel' | 'retry' | 'date' | 'text' | 'resume'>();
  const { data: sending } = useQuery(settings.sending());
  const pause = useMutation(campaigns.pause());
  const resume = useMutation(campaigns.resume());
  const cancel = useMutation(campaigns.cancel());
  const retry = useMutation(campaignSends.retryFailed());

  /** Finished, and its follow-ups are held. */
  const isHeldAfter = status === 'terminé' && paused_at !== null && !cancelled_at;
  const isOpen = !cancelled_at && (status === 'en_cours' || status === 'programmé');
  const failed = counts.échec ?? 0;
  const pending = pendingOf(counts);
  const close = () => setQuestion(undefined);
  /** Sent from this browser at once, rather than at the server's next round. */
  const send = () => from_email && void sendFromBrowser(client, { id, fromEmail: from_email });

  /** Asks first when every campaign is held. */
  const takeUp = (despite_reputation: boolean) =>
    resume.mutate(
      { campaign: id, ...(despite_reputation ? { despite_reputation } : {}) },
      { onSuccess: () => status === 'en_cours' && send(), onSettled: close },
    );

  const stop = () => {
    stopBrowserSending(id);
    pause.mutate({ campaign: id });
  };
  return (
    <>
      {isOpen && !paused_at && pending > 0 && (
        <Button size="sm" variant="outline" pending={pause.isPending} onClick={stop}>
          <Pause aria-hidden="true" className="size-4" />
          {isHere ? 'Arrêter' : 'Mettre en pause'}
        </Button>
      )}
      {(isOpen || isHeldAfter) && paused_at && (
        <Button
          size="sm"
          variant="accent"
          pending={resume.isPending}
          onClick={() => (sending?.reputation_stop ? setQuestion('resume') : takeUp(false))}
        >
          <Play aria-hidden="true" className="size-4" />
          {status === 'programmé' && isLate(campaign) ? 'Envoyer maintenant' : 'Reprendre'}
        </Button>
      )}
      {isOpen && status === 'programmé' && (
        <>
          <Button size="sm" variant="outline" onClick={() => setQuestion('text')}>
            <PencilLine aria-hidden="true" className="size-4" />
            Modifier le texte
          </Button>
          <Button size="sm" variant="outline" onClick={() => setQuestion('date')}>
            <CalendarClock aria-hidden="true" className="size-4" />
            Changer la date
          </Button>
        </>
      )}
      {!cancelled_at && failed > 0 && (
        <Button size="sm" variant="outline" onClick={() => setQuestion('retry')}>
          <RotateCcw aria-hidden="true" className="size-4" />
          Renvoyer les échecs
        </Button>
      )}
      {isOpen && (
        <Button size="sm" variant="outline" onClick={() => setQuestion('cancel')}>
          <Ban aria-hidden="true" className="size-4" />
          Annuler la campagne
        </Button>
      )}
      <ConfirmDialog
        open={question === 'cancel'}
        onOpenChange={(open) => !open && close()}
        title="Annuler la campagne?"
        description={`${counted(pending, 'courriel ne partira', 'courriels ne partiront')} pas. Ceux qui sont déjà partis ne peuvent pas être rappelés. Cette action est irréversible.`}
        confirmLabel="Annuler la campagne"
        cancelLabel="Garder la campagne"
        pending={cancel.isPending}
        onConfirm={() => {
          stopBrowserSending(id);
          cancel.mutate(id, { onSettled: close });
        }}
      />
      <ConfirmDialog
        open={question === 'retry'}
        onOpenChange={(open) => !open && close()}
        title="Renvoyer les échecs?"
        description={`${counted(failed, 'courriel en échec repartira', 'courriels en échec repartiront')}. Aucun n’est arrivé\u00a0: personne ne recevra le message deux fois.`}
        confirmLabel="Renvoyer"
        pending={retry.isPending}
        onConfirm={() =>
          retry.mutate(id, {
            onSuccess: (count) => count > 0 && !paused_at && send(),
            onSettled: close,
          })
        }
      />
      <ConfirmDialog
        open={question === 'resume'}
        onOpenChange={(open) => !open && close()}
        title="Reprendre malgré tout?"
        description={
          <>
            <p>{sending?.reputation_stop}</p>
            <p className="mt-2">
              Continuer peut faire bloquer votre domaine par les fournisseurs de courriel. Vérifiez d’abord
              d’où viennent les adresses. Si vous reprenez, le compte recommence pour toutes les campagnes;
              les autres restent en pause jusqu’à ce que vous les repreniez.
            </p>
          </>
        }
        confirmLabel="Reprendre"
        cancelLabel="Garder en pause"
        pending={resume.isPending}
        onConfirm={() => takeUp(true)}
      />
      {question === 'text' && <CampaignTextDialog campaign={campaign} onClose={close} />}
      {question === 'date' && <RescheduleDialog campaign={campaign} onClose={close} />}
    </>
  );
}

/** Tells whether the planned time passed while sending was impossible, so that the administrator must decide. */
const isLate = ({ send_date }: Campaign) => send_date !== null && Date.parse(send_date) < serverClock.now();

/** Changes the date of a campaign that has not been sent yet. */
function RescheduleDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const reschedule = useMutation(campaigns.reschedule(campaign.id));
  const { day, time } = campaign.send_date
    ? quebecDayAndTime(new Date(campaign.send_date))
    : { day: '', time: '' };
  const form = useForm({
    resolver: zodResolver(scheduleSchema),
    defaultValues: { send_day: day, send_time: time },
  });
  return (
    <FormDialog
      form={form}
      title="Changer la date d’envoi"
      description={campaign.name}
      size="md"
      submitLabel="Changer la date"
      pending={reschedule.isPending}
      onSubmit={(schedule) => reschedule.mutate(schedule, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ScheduleFields />
    </FormDialog>
  );
}
