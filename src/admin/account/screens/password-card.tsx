import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Button } from '@/shared/ui/button';
import { Form, TextField } from '@/shared/ui/form-fields';
import { passwords, WrongPassword } from '../data/passwords';
import { session } from '../data/session';
import { type PasswordChange, passwordChangeSchema } from '../data/session.schema';
import { notifyAuthError, notifyFirstError } from './auth-errors';
import { NewPasswordFields } from './new-password-fields';
import { SessionList } from './session-list';

const empty: PasswordChange = { current: '', password: '', confirmation: '' };

/** Changes one's own password against the present one, and ends the sessions of other browsers. */
export function PasswordCard() {
  const current = useQuery(session.current());
  const change = useMutation(passwords.changePassword());
  const endOthers = useMutation(session.endOthers());
  const form = useForm({
    resolver: zodResolver(passwordChangeSchema),
    defaultValues: empty,
    reValidateMode: 'onSubmit',
  });
  const email = current.data?.user.email ?? '';
  const submit = (values: PasswordChange) =>
    change.mutate(
      { ...values, email },
      {
        onSuccess: () => form.reset(empty),
        onError: (error) => {
          if (!(error instanceof WrongPassword)) return notifyAuthError(error);
          form.setError(
            'current',
            { message: 'Ce n’est pas votre mot de passe actuel' },
            { shouldFocus: true },
          );
        },
      },
    );

  return (
    <section
      aria-labelledby="mot-de-passe"
      className="mt-6 space-y-5 rounded-xl border border-line bg-paper p-5 sm:p-6"
    >
      <div>
        <h2 id="mot-de-passe" className="text-lg font-semibold">
          Mot de passe et sessions
        </h2>
        <p className="mt-1 max-w-prose text-sm text-slate">
          Un nouveau mot de passe ferme vos sessions dans tous les autres navigateurs. Une session dure au
          plus trente jours.
        </p>
      </div>
      <Form form={form} onSubmit={form.handleSubmit(submit, notifyFirstError)} className="max-w-md space-y-5">
        <TextField<PasswordChange>
          name="current"
          label="Mot de passe actuel"
          required
          type="password"
          autoComplete="current-password"
        />
        <NewPasswordFields />
        <Button type="submit" pending={change.isPending}>
          Changer le mot de passe
        </Button>
      </Form>
      <SessionList />
      <Button variant="outline" pending={endOthers.isPending} onClick={() => endOthers.mutate()}>
        Fermer mes autres sessions
      </Button>
    </section>
  );
}
