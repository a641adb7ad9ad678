import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { formatDay } from '@/admin/kit/lib/dates';
import { formatRelative } from '@/admin/kit/lib/relative-time';
import { CellChoice } from '@/admin/kit/ui/cell-choice';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { type Column, DataTable } from '@/admin/kit/ui/data-table';
import { EmailText } from '@/admin/kit/ui/email-text';
import type { RowAction } from '@/admin/kit/ui/row-actions';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { type Member, team } from '../data/team';
import { type MemberRole, memberRoles } from '../data/team.schema';

const idOf = ({ user_id }: Member) => user_id;

const LAST_ADMIN =
  'Seul administrateur\u00a0: nommez-en un autre avant de changer ce rôle ou de retirer cet accès.';

type Question = { kind: 'remove' | 'demote'; member: Member };

/** The members with their roles, edited in place; removing a member, or changing one's own role, asks first. */
export function MemberList({ members }: { members: readonly Member[] }) {
  const isReadOnly = useIsReadOnly();
  const setRole = useMutation(team.setRole());
  const remove = useMutation(team.remove());
  const [question, setQuestion] = useState<Question>();
  const [asks, setAsks] = useState(false);
  const { mutate: changeRole } = setRole;
  const ask = useCallback((next: Question) => {
    setQuestion(next);
    setAsks(true);
  }, []);
  const columns = useMemo((): Column<Member>[] => {
    const choose = (member: Member, role: string) => {
      if (member.isMine) ask({ kind: 'demote', member });
      else changeRole({ member: member.user_id, role: role as MemberRole });
    };
    return [
      {
        key: 'courriel',
        header: 'Courriel',
        mobile: 'title',
        primary: true,
        width: [180, 400],
        grows: true,
        text: ({ email, isMine }) => (isMine ? `${email} (vous)` : email),
        cell: ({ email, isMine }) => (
          <>
            <EmailText address={email} />
            {isMine && <span className="text-slate"> (vous)</span>}
          </>
        ),
      },
      {
        key: 'role',
        header: 'Rôle',
        mobile: 'badge',
        width: [140, 180],
        text: ({ role }) => memberRoles[role],
        cell: (member) =>
          isReadOnly || member.isLastAdmin ? (
            memberRoles[member.role]
          ) : (
            <CellChoice
              label={`Rôle de ${member.email}`}
              value={member.role}
              options={memberRoles}
              onChoose={(role) => choose(member, role)}
            >
              {memberRoles[member.role]}
            </CellChoice>
          ),
      },
      {
        key: 'depuis',
        header: 'Depuis',
        text: ({ since }) => formatDay(since),
        cell: ({ since }) => formatDay(since),
      },
      {
        key: 'connexion',
        header: 'Dernière connexion',
        mobile: 'text',
        width: [150, 200],
        cell: ({ last_sign_in_at }) => (last_sign_in_at ? formatRelative(last_sign_in_at) : 'Inconnue'),
      },
    ];
  }, [isReadOnly, changeRole, ask]);
  const actions = useCallback(
    (member: Member): RowAction[] =>
      member.isLastAdmin
        ? []
        : [
            {
              label: `Retirer l’accès de ${member.email}`,
              icon: rowIcons.trash,
              onSelect: () => ask({ kind: 'remove', member }),
            },
          ],
    [ask],
  );

  const close = () => setAsks(false);
  const answer = () => {
    if (!question) return;
    const { user_id } = question.member;
    if (question.kind === 'remove') remove.mutate(user_id, { onSettled: close });
    else setRole.mutate({ member: user_id, role: 'reader' }, { onSettled: close });
  };
  return (
    <>
      <DataTable
        caption="Membres de l’équipe"
        rows={members}
        rowKey={idOf}
        columns={columns}
        actions={actions}
      />
      {!isReadOnly && members.some(({ isLastAdmin }) => isLastAdmin) && (
        <p className="mt-2 text-sm text-slate">{LAST_ADMIN}</p>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={question?.kind === 'demote' ? 'Passer en lecture seule?' : 'Retirer l’accès?'}
        description={
          question?.kind === 'demote' ? (
            'Vous ne pourrez plus rien changer, ni reprendre ce rôle vous-même\u00a0: un autre administrateur devra vous le rendre.'
          ) : (
            <>
              <strong className="wrap-anywhere">{question?.member.email}</strong>{' '}
              {question?.member.isMine
                ? 'est votre compte\u00a0: vous sortirez de l’administration aussitôt.'
                : 'n’aura plus accès à l’administration dès sa prochaine action. Son compte et ce qu’elle a fait restent.'}
            </>
          )
        }
        confirmLabel={question?.kind === 'demote' ? 'Passer en lecture seule' : 'Retirer l’accès'}
        pending={remove.isPending || setRole.isPending}
        onConfirm={answer}
      />
    </>
  );
}
