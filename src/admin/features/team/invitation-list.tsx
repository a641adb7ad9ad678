import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Invitation, team } from '@/admin/data/team/team';
import { mailStates, memberRoles } from '@/admin/data/team/team.schema';
import { formatDay } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { type Column, DataTable } from '@/admin/ui/data-table';
import { StatusBadge, type Tone } from '@/admin/ui/status-badge';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';

const tones: Readonly<Record<string, Tone>> = { envoyé: 'done', en_attente: 'active' };

const idOf = ({ id }: Invitation) => id;

function MailState({ invitation }: { invitation: Invitation }) {
  const { mail_state, expires_at, last_error } = invitation;
  if (new Date(expires_at) <= new Date()) return <StatusBadge tone="attention" label="Lien expiré" />;
  return (
    <>
      <StatusBadge tone={tones[mail_state] ?? 'attention'} label={labelOf(mailStates, mail_state)} />
      {last_error && mail_state !== 'envoyé' && (
        <span className="mt-1 block text-sm text-slate wrap-anywhere">{last_error}</span>
      )}
    </>
  );
}

/** The invitations that wait: each can be sent again or withdrawn. */
export function InvitationList() {
  const waiting = useQuery(team.invitations());
  const { mutate: resend, ...resending } = useMutation(team.resend());
  const { mutate: withdraw, ...withdrawing } = useMutation(team.withdraw());
  const busy = resending.isPending ? resending.variables : withdrawing.isPending ? withdrawing.variables : '';
  const columns = useMemo(
    (): Column<Invitation>[] => [
      {
        key: 'courriel',
        header: 'Courriel',
        mobile: 'title',
        cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
      },
      { key: 'role', header: 'Rôle', cell: ({ role }) => labelOf(memberRoles, role) },
      { key: 'envoi', header: 'Envoi', cell: (invitation) => <MailState invitation={invitation} /> },
      { key: 'expire', header: 'Valide jusqu’au', cell: ({ expires_at }) => formatDay(expires_at) },
      {
        key: 'actions',
        header: 'Actions',
        mobile: 'plain',
        cell: ({ id, email, mail_state }) => (
          <span className="flex flex-wrap gap-2">
            {mail_state !== 'en_attente' && (
              <Button
                size="sm"
                variant="outline"
                pending={busy === id}
                aria-label={`Renvoyer l’invitation de ${email}`}
                onClick={() => resend(id)}
              >
                Renvoyer
              </Button>
            )}
            <Button
              size="sm"
              variant="outline"
              pending={busy === id}
              aria-label={`Retirer l’invitation de ${email}`}
              onClick={() => withdraw(id)}
            >
              Retirer
            </Button>
          </span>
        ),
      },
    ],
    [busy, resend, withdraw],
  );
  return (
    // Not a section: the table in it is already a landmark of the same name.
    <div>
      <h2 className="mb-3 text-lg font-semibold">Invitations en attente</h2>
      {waiting.isPending ? (
        <TableSkeleton />
      ) : !waiting.data ? (
        <ErrorState title="Impossible de charger les invitations" onRetry={() => waiting.refetch()} />
      ) : waiting.data.length === 0 ? (
        <EmptyState title="Aucune invitation en attente" />
      ) : (
        <DataTable caption="Invitations en attente" rows={waiting.data} rowKey={idOf} columns={columns} />
      )}
    </div>
  );
}
