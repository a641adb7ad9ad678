import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { type Column, DataTable } from '@/admin/kit/ui/data-table';
import { EmailText } from '@/admin/kit/ui/email-text';
import type { RowAction } from '@/admin/kit/ui/row-actions';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { type Invitation, team } from '../data/team';
import { mailStates, memberRoles } from '../data/team.schema';

const tones: Partial<Record<Invitation['state'], Tone>> = { envoyé: 'done', en_attente: 'active' };

const idOf = ({ id }: Invitation) => id;

function MailState({ invitation: { state, expires_at } }: { invitation: Invitation }) {
  return new Date(expires_at) <= serverNow() ? (
    <StatusBadge tone="attention" label="Lien expiré" />
  ) : (
    <StatusBadge tone={tones[state] ?? 'attention'} label={labelOf(mailStates, state)} />
  );
}

/** Returns the reason why the e-mail of an invitation has not left. */
const reasonOf = ({ last_error, state }: Invitation) => (state === 'envoyé' ? null : last_error);
const roleOf = ({ role }: Invitation) => labelOf(memberRoles, role);
const endOf = ({ expires_at }: Invitation) => formatDay(expires_at);

const columns: Column<Invitation>[] = [
  {
    key: 'courriel',
    header: 'Courriel',
    mobile: 'title',
    primary: true,
    width: [180, 400],
    grows: true,
    text: ({ email }) => email,
    cell: ({ email }) => <EmailText address={email} />,
  },
  { key: 'role', header: 'Rôle', width: [120, 160], text: roleOf, cell: roleOf },
  {
    key: 'envoi',
    header: 'Envoi',
    mobile: 'badge',
    width: [176, 190],
    cell: (invitation) => <MailState invitation={invitation} />,
  },
  {
    key: 'raison',
    header: 'Raison',
    mobile: 'text',
    primary: true,
    width: [90, 420],
    text: reasonOf,
    cell: reasonOf,
  },
  { key: 'expire', header: 'Valide jusqu’au', width: [120, 150], text: endOf, cell: endOf },
];

/** The pending invitations: each can be sent again or withdrawn. */
export function InvitationList() {
  const waiting = useQuery(team.invitations());
  const { mutate: resend, ...resending } = useMutation(team.resend());
  const { mutate: withdraw, ...withdrawing } = useMutation(team.withdraw());
  const isBusy = resending.isPending || withdrawing.isPending;
  const actions = useMemo(
    () =>
      ({ id, email, state }: Invitation): RowAction[] => [
        ...(state === 'en_attente'
          ? []
          : [
              {
                label: `Renvoyer l’invitation de ${email}`,
                icon: rowIcons.send,
                onSelect: () => isBusy || resend(id),
              },
            ]),
        {
          label: `Retirer l’invitation de ${email}`,
          icon: rowIcons.trash,
          onSelect: () => isBusy || withdraw(id),
        },
      ],
    [isBusy, resend, withdraw],
  );
  return (
    // A plain element, because the table in it is already a landmark of the same name.
    <div>
      <h2 className="mb-3 text-lg font-semibold">Invitations en attente</h2>
      {waiting.isPending ? (
        <TableSkeleton />
      ) : !waiting.data ? (
        <ErrorState
          title="Impossible de charger les invitations"
          error={waiting.error}
          onRetry={() => waiting.refetch()}
        />
      ) : waiting.data.length === 0 ? (
        <EmptyState title="Aucune invitation en attente" />
      ) : (
        <DataTable
          caption="Invitations en attente"
          rows={waiting.data}
          rowKey={idOf}
          columns={columns}
          actions={actions}
        />
      )}
    </div>
  );
}
