import { useMutation, useQuery } from '@tanstack/react-query';
import { CirclePause, CirclePlay } from 'lucide-react';
import { useMemo, useState } from 'react';
import { campaignFollowups, type Followup, STOPPED } from '@/admin/data/campaigns/campaign-followups';
import type { CampaignSend } from '@/admin/data/campaigns/campaign-sends';
import type { Campaign } from '@/admin/data/campaigns/campaigns';
import { formatDateTime } from '@/admin/lib/dates';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';
import { type Column, DataTable } from '@/admin/ui/data-table';
import type { RowAction } from '@/admin/ui/row-actions';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';

type Line = Followup & { name: string; email: string };

const idOf = ({ email_send_id }: Line) => email_send_id;

const whenOf = ({ due_at, reason }: Line) =>
  reason === null ? formatDateTime(due_at) : `Aucune\u00a0: ${reason}`;

const columns: Column<Line>[] = [
  {
    key: 'qui',
    header: 'Destinataire',
    mobile: 'title',
    primary: true,
    width: [120, 360],
    grows: true,
    text: ({ name }) => name,
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
  },
  {
    key: 'courriel',
    header: 'Courriel',
    primary: true,
    under: 'qui',
    width: [120, 360],
    text: ({ email }) => email,
    cell: ({ email }) => email,
  },
  {
    key: 'quand',
    header: 'Relance',
    mobile: 'text',
    primary: true,
    width: [140, 420],
    text: whenOf,
    cell: whenOf,
  },
];

/** Actions on a follow-up: a planned one can be stopped, and one that a person stopped can be resumed. */
const followupActions =
  (change: (line: Line, stopped: boolean) => void) =>
  (line: Line): RowAction[] => {
    if (line.reason === null) {
      return [
        {
          label: `Arrêter la relance de ${line.name}`,
          icon: <CirclePause aria-hidden="true" className="size-4 shrink-0" />,
          onSelect: () => change(line, true),
        },
      ];
    }
    if (line.reason !== STOPPED) return [];
    return [
      {
        label: `Reprendre la relance de ${line.name}`,
        icon: <CirclePlay aria-hidden="true" className="size-4 shrink-0" />,
        onSelect: () => change(line, false),
      },
    ];
  };

/**
 * Lists the recipients of the second message with the moment, or the reason for none; renders nothing for a campaign
 * without follow-up.
 */
export function FollowupsCard({ campaign, sends }: { campaign: Campaign; sends: readonly CampaignSend[] }) {
  if (!campaign.auto_followup) return null;
  return <Followups campaign={campaign} sends={sends} />;
}

function Followups({ campaign, sends }: { campaign: Campaign; sends: readonly CampaignSend[] }) {
  const { id, followup_days, followups_stopped_at } = campaign;
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

  return (
    // A plain element, because the table in it is already a landmark of the same name.
    <div className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-lg font-semibold">Relances prévues</h2>
          <p className="text-sm text-slate">
            {followups_stopped_at
              ? `Arrêtées le ${formatDateTime(followups_stopped_at)}`
              : `${counted(followup_days ?? 7, 'jour')} après chaque premier message, un jour ouvrable.`}
            {lines.length > 0 && ` ${counted(due, 'prévue')} sur ${formatNumber(lines.length)}.`}
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
            <Button size="sm" variant="outline" onClick={() => setAsking(true)}>
              Arrêter toutes les relances
            </Button>
          )}
        </AdminsOnly>
      </div>
      {plan.isError ? (
        <ErrorState title="Impossible de charger les relances" onRetry={() => plan.refetch()} />
      ) : plan.isPending ? (
        <p role="status" className="text-slate">
          Chargement…
        </p>
      ) : lines.length === 0 ? (
        <p className="text-sm text-slate">
          Chaque relance est prévue quand son premier message est parti; il n’y en a pas pour le moment.
        </p>
      ) : (
        <DataTable
          caption="Relances prévues"
          rows={lines}
          rowKey={idOf}
          columns={columns}
          actions={actions}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Arrêter toutes les relances"
        description="Plus aucune relance de cette campagne ne partira; celles qui attendent leur envoi sont annulées. Vous pourrez reprendre celles qui n’ont pas encore été préparées."
        confirmLabel="Arrêter les relances"
        pending={stop.isPending}
        onConfirm={() => stop.mutate({ stopped: true }, { onSettled: () => setAsking(false) })}
      />
    </div>
  );
}
