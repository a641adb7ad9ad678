import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { activity } from '@/admin/kit/data/activity';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordHistory } from '@/admin/kit/ui/record-history';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { SettingsSections } from '@/admin/settings/parts/settings-sections';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Form, SelectField, TextField } from '@/shared/ui/form-fields';
import { Seo } from '@/shared/ui/seo';
import { team } from '../data/team';
import {
  emptyInvitation,
  type InvitationInput,
  type InvitationValues,
  invitationSchema,
  memberRoles,
} from '../data/team.schema';
import { InvitationList } from './invitation-list';
import { MemberList } from './member-list';

/** The members, the invitations, and the team's last changes. */
export function TeamPage() {
  const members = useQuery(team.members());
  const isReadOnly = useIsReadOnly();
  return (
    <>
      <Seo title="Équipe" noIndex />
      <PageHeader title="Équipe" {...(members.data && { count: counted(members.data.length, 'personne') })} />
      <SettingsSections />
      <div className="space-y-8">
        {!isReadOnly && <InvitationForm />}
        {members.isPending ? (
          <TableSkeleton />
        ) : !members.data ? (
          <ErrorState
            title="Impossible de charger l’équipe"
            error={members.error}
            onRetry={() => members.refetch()}
          />
        ) : (
          <MemberList members={members.data} />
        )}
        {!isReadOnly && <InvitationList />}
        <RecordHistory title="Dernières modifications" query={activity.recent()} />
      </div>
    </>
  );
}

/** Invites somebody by e-mail; a failure keeps the input. */
function InvitationForm() {
  const invite = useMutation(team.invite());
  const form = useForm<InvitationValues, unknown, InvitationInput>({
    resolver: zodResolver(invitationSchema),
    defaultValues: emptyInvitation,
  });
  return (
    <Form
      form={form}
      aria-label="Inviter une personne"
      onSubmit={form.handleSubmit((input) => {
        if (!invite.isPending) invite.mutate(input, { onSuccess: () => form.reset(emptyInvitation) });
      })}
      className="rounded-xl border border-line bg-paper p-5"
    >
      <h2 className="text-lg font-semibold">Inviter une personne</h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-slate">
        Elle reçoit un lien, valide sept jours, qui sert une fois et seulement avec un compte à cette adresse.
        «&nbsp;Lecture seule&nbsp;» permet de tout consulter sans rien changer.
      </p>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[1fr_14rem_auto]">
        <TextField<InvitationValues> name="email" label="Courriel" type="email" required autoComplete="off" />
        <SelectField<InvitationValues> name="role" label="Rôle" required options={memberRoles} />
        <Button type="submit" variant="accent" className="sm:mt-7" pending={invite.isPending}>
          <UserPlus aria-hidden="true" className="size-4" />
          Inviter
        </Button>
      </div>
    </Form>
  );
}
