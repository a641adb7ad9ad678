import { useMutation, useQuery } from '@tanstack/react-query';
import { CirclePause, CirclePlay } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatDateTime, formatLongDay } from '@/admin/kit/lib/dates';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { type Column, DataTable } from '@/admin/kit/ui/data-table';
import type { RowAction } from '@/admin/kit/ui/row-actions';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { campaignFollowups, type Followup, STOPPED_BY_TEAM } from '../data/campaign-followups';
import { delayInWords, stepName } from '../data/campaign-labels';
import type { CampaignSend } from '../data/campaign-sends';
import type { Campaign, CampaignStep } from '../data/campaigns';
import { tables } from '../data/tables';

const { fields } = tables.email_sends;

type Line = Followup & { name: string; email: string };

const idOf = ({ email_send_id }: Line) => email_send_id;

function whenOf({ step, due_at, absent_until, reason }: Line): string {
  if (reason !== null) return `Arrêtées\u00a0: ${reason}`;
  const away = absent_until ? `, en absence jusqu’au ${formatLongDay(absent_until)}` : '';
  return `${stepName(step)} le ${formatDateTime(due_at)}${away}`;
}

/** Describes all delays: « 5 jours ouvrables après l’envoi précédent », « 5, puis 10 jours ouvrables … ». */
const stepsInWords = (steps: readonly CampaignStep[]) =>
  steps.length === 1
    ? delayInWords(steps[0]?.delay_days ?? 1)
    : `${steps.map(({ delay_days }) => delay_days).join(', puis ')} jours ouvrables après l’envoi précédent`;

const columns: Column<Line>[] = [
  {
    key: 'qui',
    header: fields.recipient_name,
    mobile: 'title',
    primary: true,
    width: [120, 360],
    grows: true,
    text: ({ name }) => name,
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
  },
  {
    key: 'courriel',
    header: fields.recipient_email,
    primary: true,
    under: 'qui',
    width: [120, 360],
    text: ({ email }) => email,
    cell: ({ email }) => email,
  },
  {
    key: 'quand',
    header: 'Prochaine relance',
    mobile: 'text',
    primary: true,
    width: [140, 420],
    text: whenOf,
    cell: whenOf,
  },
];

/** Actions on a person: planned follow-ups can be stopped, and those that a person stopped resumed. */
const followupActions =
  (change: (line: Line, stopped: boolean) => void) =>
  (line: Line): RowAction[] => {
    if (line.reason === null) {
      return [
        {
          label: `Arrêter les relances de ${line.name}`,
          icon: <CirclePause aria-hidden="true" className="size-4 shrink-0" />,
          onSelect: () => change(line, true),
        },
      ];
    }
    if (line.reason !== STOPPED_BY_TEAM) return [];
    return [
      {
        label: `Reprendre les relances de ${line.name}`,
        icon: <CirclePlay aria-hidden="true" className="size-4 shrink-0" />,
        onSelect: () => change(line, false),
      },
    ];
  };

/**
 * Lists the people whose follow-ups are not over, with the next one and its moment, or why they stopped; renders
 * nothing for a campaign without follow-ups.
 */
export function FollowupsCard({ campaign, sends }: { campaign: Campaign; sends: readonly CampaignSend[] }) {
  if (campaign.steps.length === 0) return null;
  return <Followups campaign={campaign} sends={sends} />;
}

function Followups({ campaign, sends }: { campaign: Campaign; sends: readonly CampaignSend[] }) {
  const { id, steps, followups_stopped_at } = campaign;
  const plan = useQuery(campaignFollowups.of(id));
  const stop = useMutation(campaignFollowups.stop(id));
  const [isAsking, setAsking] = useState(false);
  const lines = useMemo(() => {
    const byId = new Map(sends.map((send) => [send.id, send]));
    return (plan.data ?? []).map((followup): Line => {
      const { name = 'Contact supprimé', email = '' } = byId.get(followup.email_send_id) ?? {};
      return { ...followup, name, email };
    });
  }, [plan.data, sends]);
  const { mutate } = stop;
  const actions = useMemo(
    () => followupActions(({ email_send_id }, stopped) => mutate({ send: email_send_id, stopped })),
    [mutate],
  );
  const due = lines.filter(({ reason }) => reason === null).length;
  const isOver = campaign.status === 'terminé' && lines.length > 0 && due === 0;

  return (
    // A plain element, because the table in it is already a landmark of the same name.
    <div className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">Relances</h2>
          <p className="text-sm text-slate">
            {followups_stopped_at
              ? `Arrêtées le ${formatDateTime(followups_stopped_at)}`
              : `${stepsInWords(steps)}, de 8\u00a0h à 17\u00a0h.`}
            {isOver
              ? ' Plus personne n’en attend.'
              : lines.length > 0 &&
                ` ${counted(due, 'personne en attend', 'personnes en attendent')} une, sur ${formatNumber(lines.length)}.`}
          </p>
        </div>
        <AdminsOnly>
          {followups_stopped_at ? (
            <Button
              size="sm"
              variant="outline"
              pending={stop.isPending}
              onClick={() => stop.mutate({ stopped: false })}
            >
              Reprendre les relances
            </Button>
          ) : (
            !isOver && (
              <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
                Arrêter les relances
              </Button>
            )
          )}
        </AdminsOnly>
      </div>
      {plan.isError ? (
        <ErrorState
          title="Impossible de charger les relances"
          error={plan.error}
          onRetry={() => plan.refetch()}
        />
      ) : plan.isPending ? (
        <p role="status" className="text-slate">
          Chargement…
        </p>
      ) : lines.length === 0 ? (
        <p className="text-sm text-slate">
          Une relance est prévue quand le message d’avant est parti; il n’y en a pas pour le moment.
        </p>
      ) : (
        <DataTable caption="Relances" rows={lines} rowKey={idOf} columns={columns} actions={actions} />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Arrêter toutes les relances?"
        description="Plus aucune relance de cette campagne ne partira; celles qui attendent leur envoi sont annulées. Vous pourrez reprendre celles qui n’ont pas encore été préparées."
        confirmLabel="Arrêter les relances"
        pending={stop.isPending}
        onConfirm={() => stop.mutate({ stopped: true }, { onSettled: () => setAsking(false) })}
      />
    </div>
  );
}
