import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { team } from '@/admin/data/team/team';
import {
  emptyInvitation,
  type InvitationInput,
  type InvitationValues,
  invitationSchema,
  memberRoles,
} from '@/admin/data/team/team.schema';
import { Button } from '@/shared/ui/button';
import { Form, SelectField, TextField } from '@/shared/ui/form-fields';

/** Invites somebody by e-mail; what was typed stays when it fails. */
export function InvitationForm() {
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
